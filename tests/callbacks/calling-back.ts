// Portals whose callbacks lead to receivers on this machine.
import { afterAll } from 'vitest'
import { createCallback } from '#features/callbacks/contract.ts'
import { EVENT_TYPES, type EventType } from '#features/callbacks/rules/events.ts'
import { deliverDue, type LaneOptions } from '#features/callbacks/server/lanes.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Lets callbacks reach this machine (INT-022). */
export const LOCAL = { FETCH_NETWORKS: '127.0.0.1/32' }

let counter = 0

/** Callbacks with receivers, and the clock by which they are sent. */
export const callingBack = (t: TestApp) => {
  const open: Receiver[] = []
  afterAll(() => Promise.all(open.map((receiver) => receiver.close())))
  const receiver = async (): Promise<Receiver> => {
    const one = await startReceiver()
    open.push(one)
    return one
  }
  const callback = async (who: TestPerson, values: { url: string; events?: EventType[]; [field: string]: unknown }) =>
    (
      await t.as(who).call(createCallback, {
        body: { name: `System ${++counter}`, events: [...EVENT_TYPES], ...values } as never,
      })
    ).data
  /** A callback with a receiver of its own. */
  const connected = async (who: TestPerson, values: { events?: EventType[]; [field: string]: unknown } = {}) => {
    const system = await receiver()
    return { ...(await callback(who, { url: system.url, ...values })), system }
  }
  const errors: unknown[] = []
  const options = (more: Partial<LaneOptions> = {}): LaneOptions => ({
    db: t.app.db,
    services: t.app.services,
    clock: () => new Date(),
    timeout_ms: 400,
    onError: (error) => errors.push(error),
    ...more,
  })
  /** Sends what is due now, or at a moment. */
  const deliver = (at?: Date, more: Partial<LaneOptions> = {}) =>
    deliverDue(options({ ...(at && { clock: () => at }), ...more }))
  return { receiver, callback, connected, deliver, options, errors }
}
