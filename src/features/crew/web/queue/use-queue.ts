import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import type { EntryKind } from '../../contract.ts'
import type { QueueItem, QueueState } from '../../rules/entry-queue.ts'
import { newerOf, type Waiting, withQueue } from '../../rules/queue.ts'
import { crewQueries, type MemberShown, type SessionShown } from '../queries.ts'
import { keepSession, keptSession } from './kept-session.ts'
import { onSessionAnswer, ownQueue } from './own-queue.ts'

const NONE: readonly QueueItem[] = []
const never = () => () => {}

/** What waits on this device of the person who is signed in, kept up to date. */
export const useOwnQueue = () => {
  const { viewer } = useSession()
  const userId = viewer?.user_id
  const queue = useMemo(
    () => (typeof window === 'undefined' || userId === undefined ? null : ownQueue(userId)),
    [userId],
  )
  const items = useSyncExternalStore(
    queue?.subscribe ?? never,
    () => queue?.items() ?? NONE,
    () => NONE,
  )
  const state = useSyncExternalStore<QueueState>(
    queue?.subscribe ?? never,
    () => queue?.state() ?? 'idle',
    () => 'idle',
  )
  useEffect(() => {
    void queue?.flush()
  }, [queue])
  return { queue, items, state, userId }
}

/** The later one of what the server answered and what this device keeps (CRW-017). */
export const useKeptSession = (id: number, answered: SessionShown | undefined): SessionShown | null => {
  const { viewer } = useSession()
  const userId = viewer?.user_id
  const [kept, setKept] = useState<SessionShown | null>(null)
  useEffect(() => {
    if (userId !== undefined) void keptSession(userId, id).then(setKept)
  }, [userId, id])
  useEffect(() => {
    if (userId !== undefined && answered) void keepSession(userId, answered)
  }, [userId, answered])
  return newerOf(answered ?? null, kept)
}

type Said = {
  kind: EntryKind
  task?: number
  is_so?: boolean
  typed_name?: string
  signature?: string
  reason?: string
}

const waitingOf = (item: QueueItem): Waiting => {
  const proof = item.signature !== null ? 'signature' : item.typed_name !== null ? 'name' : null
  return { ...item, proof: item.kind === 'arrived' ? proof : null }
}

/** A session with what waits on this device on top of it, and what adds to it. */
export const useQueuedSession = (session: SessionShown) => {
  const { queue, items: all, state, userId } = useOwnQueue()
  const viewer = useSession().viewer
  const client = useQueryClient()
  const api = useApi()
  const { id } = session
  useEffect(
    () =>
      onSessionAnswer((answered) => {
        client.setQueryData(
          crewQueries(api).one(answered.id).queryKey as never,
          (former: { data: SessionShown } | undefined) =>
            ({
              data: newerOf(answered, former?.data ?? null),
            }) as never,
        )
      }),
    [client, api],
  )
  const items = useMemo(() => all.filter(({ session_id }) => session_id === id), [all, id])
  const shown = useMemo(() => {
    const waiting = items.filter(({ refused }) => refused === null).map(waitingOf)
    const me = viewer
      ? { id: viewer.user_id, display_name: `${viewer.first_name} ${viewer.last_name}`, avatar: null }
      : null
    return withQueue<(typeof session.roster)[number]['tasks'][number]['by'], MemberShown, SessionShown>(
      session,
      waiting,
      me,
    )
  }, [session, items, viewer])
  /** Keeps what happened, which is on the disk when this ends. */
  const record = async (member: MemberShown, said: Said): Promise<void> => {
    if (!queue || userId === undefined) return
    const at = new Date()
    await queue.add({
      id: newUuid(),
      order: `${String(at.getTime()).padStart(15, '0')} ${String(performance.now()).padStart(20, '0')}`,
      user_id: userId,
      session_id: id,
      is_correction: said.reason !== undefined,
      related_id: member.related_id,
      name: member.user.display_name,
      kind: said.kind,
      task: said.task ?? null,
      task_title: said.task === undefined ? null : (session.tasks[said.task] ?? ''),
      is_so: said.is_so ?? true,
      at: at.toISOString(),
      typed_name: said.typed_name ?? null,
      signature: said.signature ?? null,
      reason: said.reason ?? null,
      refused: null,
    })
  }
  return { shown, items, state, queue, record }
}
export type QueuedSession = ReturnType<typeof useQueuedSession>
