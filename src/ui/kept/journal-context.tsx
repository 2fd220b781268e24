import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiError, urlOf } from '#kernel/client.ts'
import type { AnyEndpoint, Args, Wire } from '#kernel/endpoint.ts'
import { browserTransport, useSession } from '../calls/api.tsx'
import { leaveEndedSession } from '../calls/session-end.ts'
import { useOnline } from '../hooks/use-online.ts'
import { LocalApi } from '../page/page-context.ts'
import { toast } from '../public/dialogs/toasts.tsx'
import { createJournal, type Journal, type JournalEntry, type JournalState } from './journal.ts'
import { keptStorage, restored } from './kept-storage.ts'

const JournalContext = createContext<Journal | null>(null)

const alone = (work: () => Promise<void>): Promise<void> =>
  // Missing where the page is not served safely; the calls may be repeated, so that two tabs do no harm.
  navigator.locks ? navigator.locks.request('journal', work) : work()

const journalOf = (userId: number, noteRefused: Props['noteRefused']): Journal => {
  const transport = browserTransport({ onSessionEnded: leaveEndedSession })
  return createJournal({
    userId,
    storage: keptStorage,
    alone,
    send: async (call) => {
      const { status, body } = await transport(call)
      if (status >= 400) throw new ApiError(status, body as never)
      return body
    },
    now: Date.now,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    onRefused: (error, call) => {
      if (!noteRefused?.(userId, call)) toast.error(error)
    },
  })
}

type Props = {
  children: ReactNode
  /** Calls that an earlier page, or this one without a connection, had kept were sent: what is shown may be older. */
  onSent: () => void
  /** Notes a refused call, which the page shows elsewhere; where it answers false, a message does. Always the same function. */
  noteRefused?: (userId: number, call: JournalEntry['call']) => boolean
}

/** Gives the pages below it the journal of the signed-in person, and sends what earlier pages have kept in it. */
export function JournalProvider({ children, onSent, noteRefused }: Props) {
  const { viewer } = useSession()
  const userId = viewer?.user_id
  const journal = useMemo(
    () => (typeof window === 'undefined' || userId === undefined ? null : journalOf(userId, noteRefused)),
    [userId, noteRefused],
  )
  useEffect(() => {
    if (!journal) return
    const send = async () => {
      await restored()
      if (journal.waiting().length === 0) return
      await journal.flush()
      if (journal.waiting().length === 0) onSent()
    }
    void send()
    const onOnline = () => void send()
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('online', onOnline)
      journal.close()
    }
  }, [journal, onSent])
  return <JournalContext value={journal}>{children}</JournalContext>
}

const never = () => () => {}
const NONE: readonly JournalEntry['call'][] = []

/**
 * The calls that wait on this device for a connection, in their order; none with one, and in a preview. They change when
 * another is added and when they are sent.
 */
export const useWaitingCalls = (): readonly JournalEntry['call'][] => {
  const journal = useContext(JournalContext)
  const isOnline = useOnline()
  const ids = useSyncExternalStore(
    journal?.subscribe ?? never,
    () =>
      journal && (!isOnline || journal.state() === 'offline')
        ? journal
            .waiting()
            .map(({ id }) => id)
            .join()
        : '',
    () => '',
  )
  return useMemo(() => (ids === '' ? NONE : (journal?.waiting().map(({ call }) => call) ?? NONE)), [journal, ids])
}

/**
 * Calls that lose nothing: kept in this browser until the server has answered. `call` gives the answer, or null when
 * there is no connection and the call is kept; it throws the ApiError of a call that is refused.
 */
export const useJournal = () => {
  const journal = useContext(JournalContext)
  // What the page answers itself cannot get lost on the way.
  const local = useContext(LocalApi)
  const state = useSyncExternalStore<JournalState>(
    journal?.subscribe ?? never,
    () => journal?.state() ?? 'saved',
    () => 'saved',
  )
  const call = useCallback(
    async <E extends AnyEndpoint>(endpoint: E, args: Args<E>, group?: string): Promise<Wire<E> | null> => {
      if (local) return (local.call as (called: E, given: Args<E>) => Promise<Wire<E>>)(endpoint, args)
      if (!journal) throw new Error('There is no journal on this page')
      const { body, ...rest } = args as { body?: unknown }
      const call = { method: endpoint.method, url: urlOf(endpoint, rest), body }
      return (await journal.call(call, group)) as Wire<E> | null
    },
    [journal, local],
  )
  return { state, call }
}
