import { expireDue } from './checkout/checkout-pay.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import type { Settings } from './settings.ts'
import { openStore, type Store } from './store.ts'
import { type Cause, inChange, type Work } from './work.ts'

/** The one state that the API, the pages and the controls share. */
export interface State {
  store: Store
  settings: Settings
  deliveries: Deliveries
  /** Runs one change after expiring overdue sessions, and sends its messages afterwards. */
  change<Result>(cause: Cause, run: (work: Work) => Result): Result
  /** Expires overdue sessions and sends due messages. */
  refresh(): void
  loseAnswers(count: number): void
  takeLostAnswer(): boolean
  close(): Promise<void>
}

const BY_THE_CLOCK: Cause = { id: null, idempotency_key: null }

export function createState(dir: string, settings: Settings): State {
  const store = openStore(dir)
  const deliveries = createDeliveries(store, settings)
  let timer: NodeJS.Timeout | undefined
  let lost = 0

  const expire = () => inChange(store, settings, BY_THE_CLOCK, expireDue)

  /** Sends due messages and waits for the next session to expire. */
  function afterChange(): void {
    clearTimeout(timer)
    const open = store.list('checkout_sessions').filter((session) => session.status === 'open')
    const pause = Math.min(...open.map((session) => session.expires_at * 1000 - store.now()))
    if (open.length > 0) timer = setTimeout(refresh, Math.max(10, pause)).unref()
    deliveries.kick()
  }

  function refresh(): void {
    expire()
    afterChange()
  }

  refresh()
  return {
    store,
    settings,
    deliveries,
    change(cause, run) {
      expire()
      try {
        return inChange(store, settings, cause, run)
      } finally {
        afterChange()
      }
    },
    refresh,
    loseAnswers(count) {
      lost = count
    },
    takeLostAnswer() {
      if (lost === 0) return false
      lost -= 1
      return true
    },
    async close() {
      clearTimeout(timer)
      await deliveries.close()
      store.close()
    },
  }
}
