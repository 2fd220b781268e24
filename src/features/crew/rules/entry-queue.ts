import type { ApiError } from '#kernel/client.ts'
import { GENERIC_ERROR } from '#kernel/errors.ts'
import type { EntryKind } from './record.ts'

/** What happened at the tablet, as it is kept there until the server has it. */
export type QueueItem = {
  /** The id of the entry, which the server counts once. */
  id: string
  /** Their order on this device. */
  order: string
  user_id: number
  session_id: number
  /** A correction goes through a call of its own. */
  is_correction: boolean
  related_id: number
  name: string
  kind: EntryKind
  task: number | null
  /** The title of the task. */
  task_title: string | null
  is_so: boolean
  at: string
  typed_name: string | null
  signature: string | null
  reason: string | null
  /** Why the server did not take it; null while it waits. */
  refused: { code: string; text: string } | null
}

export type QueueState = 'idle' | 'sending' | 'offline' | 'signed_out' | 'other_person'

type Result = { id: string; outcome: 'recorded' | 'already' | 'refused'; code: string | null; text: string | null }

export type QueueEffects = {
  user_id: number
  store: {
    put: (item: QueueItem) => Promise<void>
    remove: (id: string) => Promise<void>
    all: () => Promise<QueueItem[]>
  }
  /** Sends entries of one session in one call; throws an ApiError for an answer that is an error, anything else when none came. */
  send: (sessionId: number, items: readonly QueueItem[]) => Promise<Result[]>
  correct: (sessionId: number, item: QueueItem) => Promise<void>
  /** Runs work once no other tab is sending. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Calls back after a pause; answers what ends the waiting. */
  later: (run: () => void, ms: number) => () => void
  onRefused: (item: QueueItem, text: string) => void
}

/** The most that one call takes. */
export const MOST_AT_ONCE = 50
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/** Whether the same call is refused whenever it is made. */
const isFinal = (error: unknown): error is ApiError => {
  const { status = 0, code } = (error ?? {}) as Partial<ApiError>
  return [400, 404, 409, 410, 413, 422].includes(status) || (status === 403 && code === 'not_enough_permissions')
}

const refusalOf = ({ status, code, message }: ApiError): { code: string; text: string } => ({
  code,
  text: status === 404 ? 'You no longer teach this course, so the session is not open to you.' : message,
})

/**
 * Keeps what a person records on this device until the server has it. Each entry is on the disk before it is sent, and goes when the
 * server has answered for it; what was refused stays with its reason until somebody deals with it. Entries are sent in their order,
 * by one tab at a time, and again with growing pauses; the server counts each once.
 */
export const createEntryQueue = ({ user_id: userId, store, send, correct, alone, later, onRefused }: QueueEffects) => {
  const listeners = new Set<() => void>()
  let items: readonly QueueItem[] = []
  let state: QueueState = 'idle'
  let failures = 0
  let running: Promise<void> | null = null
  let stopWaiting: (() => void) | null = null

  const show = (next: QueueState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const read = async (): Promise<readonly QueueItem[]> => {
    items = (await store.all())
      .filter((item) => item.user_id === userId)
      .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    show(state)
    return items
  }
  const refuse = async (item: QueueItem, refused: NonNullable<QueueItem['refused']>) => {
    await store.put({ ...item, refused })
    onRefused(item, refused.text)
  }

  /** What goes next: entries of one session that follow each other, or one correction. */
  const nextOf = (waiting: readonly QueueItem[], most: number): QueueItem[] => {
    const [first] = waiting
    if (!first) return []
    if (first.is_correction) return [first]
    const end = waiting.findIndex((item) => item.is_correction || item.session_id !== first.session_id)
    return waiting.slice(0, end === -1 ? most : Math.min(end, most))
  }
  const sendThese = async ([first, ...others]: readonly [QueueItem, ...QueueItem[]]) => {
    if (first.is_correction) {
      await correct(first.session_id, first)
      return store.remove(first.id)
    }
    const all = [first, ...others]
    const results = new Map((await send(first.session_id, all)).map((result) => [result.id, result]))
    for (const item of all) {
      const result = results.get(item.id)
      if (result && result.outcome !== 'refused') await store.remove(item.id)
      else await refuse(item, { code: result?.code ?? '', text: result?.text ?? GENERIC_ERROR })
    }
  }
  const run = async (): Promise<void> => {
    show('sending')
    let most = MOST_AT_ONCE
    for (;;) {
      const batch = nextOf(
        (await read()).filter(({ refused }) => refused === null),
        most,
      )
      const [first, ...others] = batch
      if (!first) break
      try {
        await sendThese([first, ...others])
        failures = 0
      } catch (error) {
        const { status, code } = (error ?? {}) as Partial<ApiError>
        if (code === 'crew_other_person') return show('other_person')
        if (status === 401) return show('signed_out')
        if (!isFinal(error)) return pause()
        // One that cannot be read must not hold back the others: it is found by sending them one by one.
        if (others.length > 0) most = 1
        else await refuse(first, refusalOf(error))
      }
    }
    show('idle')
  }
  const pause = () => {
    show('offline')
    failures += 1
    stopWaiting = later(() => void flush(), Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
  }
  /** Sends everything that waits, now; ends when it is sent or could not be. */
  const flush = (): Promise<void> => {
    stopWaiting?.()
    stopWaiting = null
    running ??= alone(run).finally(() => {
      running = null
    })
    return running
  }

  /** Keeps an entry, which is on the disk when this ends, and sends it. */
  const add = async (item: QueueItem): Promise<void> => {
    await store.put(item)
    await read()
    // One that is added while others are sent goes with them, or after them.
    void (running ?? Promise.resolve()).then(flush)
  }

  return {
    add,
    flush,
    read,
    /** A refused one goes again, as it is or as another one in its place. */
    retry: async (item: QueueItem, instead: QueueItem = { ...item, refused: null }): Promise<void> => {
      await store.put(instead)
      if (instead.id !== item.id) await store.remove(item.id)
      await add(instead)
    },
    discard: async ({ id }: QueueItem): Promise<void> => {
      await store.remove(id)
      await read()
    },
    items: (): readonly QueueItem[] => items,
    state: (): QueueState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type EntryQueue = ReturnType<typeof createEntryQueue>
