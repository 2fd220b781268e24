import { createApi } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { browserTransport } from '#ui/calls/api.tsx'
import { leaveEndedSession } from '#ui/calls/session-end.ts'
import { browserStore } from '#ui/kept/browser-store.ts'
import { keptStorage } from '#ui/kept/kept-storage.ts'
import { toast } from '#ui/public/dialogs/toast.ts'
import { addCrewEntries, correctCrewSession, type showCrewSession } from '../../contract.ts'
import { createEntryQueue, type EntryQueue, type QueueItem } from '../../rules/entry-queue.ts'
import { MARK } from './unsent-mark.ts'

type Answered = (session: Wire<typeof showCrewSession>['data']) => void

/** A call that hangs is one without an answer. */
const TIMEOUT_MS = 20_000
const store = browserStore<QueueItem>('crew-entries', 'entries', 'id')
const answered = new Set<Answered>()

/** Calls back with each session that an answer brings; answers what ends that. */
export const onSessionAnswer = (tell: Answered): (() => void) => {
  answered.add(tell)
  return () => {
    answered.delete(tell)
  }
}

const alone = (work: () => Promise<void>): Promise<void> =>
  // Missing where the page is not served safely; the server counts each entry once, so that two tabs do no harm.
  navigator.locks ? navigator.locks.request('crew-entries', work) : work()

const queueOf = (userId: number): EntryQueue => {
  const api = createApi(
    (
      (transport) => (request) =>
        transport({ ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
    )(browserTransport({ onSessionEnded: leaveEndedSession })),
    () => null,
  )
  const queue = createEntryQueue({
    user_id: userId,
    store,
    alone,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    send: async (id, items) => {
      const entries = items.map(({ id: entryId, kind, at, related_id, task, typed_name, signature }) => ({
        id: entryId,
        kind,
        at,
        related_id,
        ...(task !== null && { task }),
        ...(typed_name !== null && { typed_name }),
        ...(signature !== null && { signature }),
      }))
      const { data } = await api.call(addCrewEntries, { params: { id }, body: { recorded_by: userId, entries } })
      for (const tell of answered) tell(data.session)
      return data.results
    },
    correct: async (id, { id: entryId, kind, at, related_id, task, is_so, reason }) => {
      const { data } = await api.call(correctCrewSession, {
        params: { id },
        body: { id: entryId, recorded_by: userId, related_id, kind, task, is_so, at, reason: reason ?? '' },
      })
      for (const tell of answered) tell(data)
    },
    onRefused: ({ name }, text) => void toast.error(`${name}: ${text}`),
  })
  queue.subscribe(() => {
    try {
      const isMarked = keptStorage.getItem(MARK) === String(userId)
      if (queue.items().length > 0 && !isMarked) keptStorage.setItem(MARK, String(userId))
      else if (queue.items().length === 0 && isMarked) keptStorage.removeItem(MARK)
    } catch {
      // Without storage the screens of crew sessions send what is left.
    }
  })
  return queue
}

const queues = new Map<number, EntryQueue>()

/** What this person recorded on this device and the server does not have yet: one queue for all screens of a page. */
export const ownQueue = (userId: number): EntryQueue => {
  const known = queues.get(userId)
  if (known) return known
  const queue = queueOf(userId)
  queues.set(userId, queue)
  addEventListener('online', () => void queue.flush())
  return queue
}
