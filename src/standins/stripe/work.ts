import type { Stripe } from 'stripe'
import { newId } from './ids.ts'
import { API_VERSION } from './model.ts'
import type { Settings } from './settings.ts'
import type { Store, Writer } from './store.ts'

/** What a call works with inside one change: the records, the settings and the cause. */
export interface Work extends Writer {
  readonly settings: Settings
  /** Records an event about an object and queues it for the webhook addresses. */
  emit(type: Stripe.Event.Type, object: object, previous_attributes?: object): void
}

export interface Cause {
  id: string | null
  idempotency_key: string | null
}

/** The real service names the request that caused an event; a person on the payment page is no request. */
export const BY_A_PERSON: Cause = { id: null, idempotency_key: null }

/** Runs `run` in one change; see `Store.change`. */
export function inChange<Result>(store: Store, settings: Settings, cause: Cause, run: (work: Work) => Result): Result {
  return store.change((tx) =>
    run({
      ...tx,
      settings,
      emit(type, object, previous_attributes) {
        const endpoints = settings.sent_events.includes(type) ? settings.webhook_urls.length : 0
        const event: Stripe.EventBase = {
          id: newId('evt'),
          object: 'event',
          api_version: API_VERSION,
          created: tx.now,
          // The event keeps the object as it was at that moment, even if it changes later.
          data: { object: structuredClone(object), ...(previous_attributes ? { previous_attributes } : {}) },
          livemode: false,
          pending_webhooks: endpoints,
          request: cause,
          type,
        }
        tx.put('events', event)
        for (let endpoint = 0; endpoint < endpoints; endpoint++)
          tx.put('deliveries', {
            id: `${event.id}:${endpoint}`,
            event: event.id,
            endpoint,
            state: 'waiting',
            attempts: 0,
            due_at: tx.now * 1000,
            last_status: null,
            last_error: null,
          })
      },
    }),
  )
}
