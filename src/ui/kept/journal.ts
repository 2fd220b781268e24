import type { ApiError, CallRequest } from '#kernel/client.ts'

/** A call that is kept in this browser until the server has answered it. */
export type JournalEntry = {
  id: string
  call: Pick<CallRequest, 'method' | 'url' | 'body'>
  /** A later call of the same group replaces one that still waits, such as the position in a video. */
  group: string | null
}

/** What the learner sees: nothing waits, calls are on their way, or they wait for the network. */
export type JournalState = 'saved' | 'saving' | 'offline'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type JournalEffects = {
  userId: number
  storage: Store
  /** Makes a call; throws an ApiError for an answer that is an error, anything else when none came. */
  send: (call: JournalEntry['call']) => Promise<unknown>
  /** Runs work once no other tab is sending. */
  alone: (work: () => Promise<void>) => Promise<void>
  now: () => number
  /** Calls back after a pause; answers what ends the waiting. */
  later: (run: () => void, ms: number) => () => void
  /** The server refused a stored call for good; its change is lost. */
  onRefused: (error: ApiError, call: JournalEntry['call']) => void
}

const prefixOf = (userId: number): string => `journal ${userId} `
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Whether the same call will be refused whenever it is made. Ended sessions and other roles end by themselves. */
const isFinal = (error: unknown): error is ApiError => {
  const { status = 0, code } = (error ?? {}) as Partial<ApiError>
  return (
    [400, 404, 409, 410, 422].includes(status) ||
    (status === 403 && (code === 'not_enough_permissions' || code === 'item_locked'))
  )
}

/**
 * Keeps calls in this browser before they are made and forgets them when they are answered, so that a lost connection,
 * a closed tab or a dead server loses nothing. They are sent in their order, one at a time, and again with growing
 * pauses; since an answer may be lost on its way back, only calls that may be repeated belong here.
 */
export const createJournal = (effects: JournalEffects) => {
  const { userId, storage, send, alone, now, later, onRefused } = effects
  const prefix = prefixOf(userId)
  const listeners = new Set<() => void>()
  const answers = new Map<string, (answer: unknown) => void>()
  const failed = new Map<string, (error: unknown) => void>()
  let state: JournalState = 'saved'
  let failures = 0
  let count = 0
  let running: Promise<void> | null = null
  let stopWaiting: (() => void) | null = null

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const show = (next: JournalState) => {
    if (next === state) return
    state = next
    tell()
  }
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .toSorted()
  const read = (key: string): JournalEntry | null => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null') as JournalEntry | null
    } catch {
      storage.removeItem(key)
      return null
    }
  }
  const waiting = (): JournalEntry[] => keys().flatMap((key) => read(key) ?? [])
  const forget = ({ id }: JournalEntry) => storage.removeItem(prefix + id)
  const settle = (entry: JournalEntry, error: unknown, answer?: unknown) => {
    forget(entry)
    if (error) failed.get(entry.id)?.(error)
    else answers.get(entry.id)?.(answer)
    // Nobody waits for the answer any more, so the person is notified another way.
    if (error && !failed.has(entry.id)) onRefused(error as ApiError, entry.call)
    answers.delete(entry.id)
    failed.delete(entry.id)
  }
  /** The calls on the screen stop waiting; what they asked for stays kept. */
  const release = () => {
    for (const resolve of answers.values()) resolve(null)
    answers.clear()
    failed.clear()
  }

  const run = async (): Promise<void> => {
    show('saving')
    for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
      try {
        const answer = await send(entry.call)
        failures = 0
        settle(entry, null, answer)
      } catch (error) {
        if (!isFinal(error)) {
          failures += 1
          show('offline')
          release()
          stopWaiting = later(() => void flush(), Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
          return
        }
        settle(entry, error)
      }
    }
    show('saved')
  }

  /** Sends everything that waits, now; ends when it is sent or could not be. */
  const flush = (): Promise<void> => {
    if (running) return running
    stopWaiting?.()
    stopWaiting = null
    running = alone(run).finally(() => {
      running = null
    })
    return running
  }

  /**
   * Keeps a call and makes it. Gives its answer, or null when it is kept and will be sent later; throws the ApiError of
   * a call that is refused.
   */
  const call = async (request: JournalEntry['call'], group: string | null = null): Promise<unknown> => {
    count += 1
    const id = `${String(now()).padStart(15, '0')} ${String(count).padStart(6, '0')}`
    const entry: JournalEntry = { id, call: request, group }
    if (group) for (const other of waiting()) if (other.group === group && !answers.has(other.id)) forget(other)
    try {
      storage.setItem(prefix + id, JSON.stringify(entry))
    } catch {
      // The storage is full: the call is made without a net.
      return send(request)
    }
    if (stopWaiting) {
      tell()
      return null
    }
    const answer = new Promise((resolve, reject) => {
      answers.set(id, resolve)
      failed.set(id, reject)
    })
    void (running ?? Promise.resolve()).then(flush)
    return answer
  }

  return {
    call,
    flush,
    waiting,
    state: (): JournalState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Ends the tries; what waits stays kept. */
    close: (): void => {
      stopWaiting?.()
      release()
    },
  }
}
export type Journal = ReturnType<typeof createJournal>
