import type { OfferedItem } from '../../rules/kept.ts'
import { type KeepFault, type Keeping, keepItems, type Offer } from './keep-items.ts'

/** What this tab is keeping now, or why it stopped. */
export type RunState = { keeping: Keeping | null; fault: { related_id: number; kind: KeepFault } | null }

let state: RunState = { keeping: null, fault: null }
const listeners = new Set<() => void>()
const show = (next: RunState) => {
  state = next
  for (const listener of listeners) listener()
}
export const runState = (): RunState => state
export const onRun = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type RunRequest = {
  userId: number
  offer: Offer
  chosen: readonly OfferedItem[]
  loadParts: () => Promise<unknown>
}

/** Keeps items and shows how far it is. What a lost connection has cut goes on when it is back, in this tab or a later one. */
export const keepNow = async (request: RunRequest): Promise<void> => {
  if (state.keeping) return
  const { related_id } = request.offer
  show({ keeping: { related_id, done: 0, total: 1, title: request.offer.title }, fault: null })
  const kind = await keepItems({
    ...request,
    onProgress: (keeping) => show({ keeping, fault: null }),
  }).catch((): KeepFault => 'unable')
  show({ keeping: null, fault: kind && { related_id, kind } })
}
