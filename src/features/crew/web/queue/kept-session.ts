import { browserStore } from '#ui/kept/browser-store.ts'
import { newerOf } from '../../rules/queue.ts'
import type { SessionShown } from '../queries.ts'

type Kept = { key: string; at: number; session: SessionShown }

/** Sessions that a device keeps: more than one instructor opens in a week. */
const MOST = 10
const store = browserStore<Kept>('crew-sessions', 'sessions', 'key')
const keyOf = (userId: number, id: number) => `${userId} ${id}`

/** The session as this device knows it, for the person who opened it here; null where it was never opened. */
export const keptSession = async (userId: number, id: number): Promise<SessionShown | null> =>
  (await store.all()).find(({ key }) => key === keyOf(userId, id))?.session ?? null

/** Keeps an open session on this device, unless a later state is there; a closed one goes. */
export const keepSession = async (userId: number, session: SessionShown): Promise<void> => {
  const key = keyOf(userId, session.id)
  if (session.closed_at !== null) return store.remove(key)
  const all = await store.all()
  const newest = newerOf(session, all.find((kept) => kept.key === key)?.session ?? null) ?? session
  await store.put({ key, at: Date.now(), session: newest })
  const others = all.filter((kept) => kept.key !== key).toSorted((one, other) => other.at - one.at)
  for (const old of others.slice(MOST - 1)) await store.remove(old.key)
}
