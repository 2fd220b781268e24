import { type KeepFault, type Keeping, type KeepRequest, keepItems } from './keep-items.ts'

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

/**
 * Keeps items and shows how far it is. What a lost connection has cut goes on when it is back, in this tab or a later one. Answers
 * why it stopped, null when all is there; `busy` when this tab is keeping something else.
 */
export const keepNow = async (request: Omit<KeepRequest, 'onProgress'>): Promise<KeepFault | 'busy' | null> => {
  if (state.keeping) return 'busy'
  const { related_id } = request.offer
  show({ keeping: { related_id, done: 0, total: 1, title: request.offer.title }, fault: null })
  const kind = await keepItems({
    ...request,
    onProgress: (keeping) => show({ keeping, fault: null }),
  }).catch((): KeepFault => 'unable')
  show({ keeping: null, fault: kind && { related_id, kind } })
  return kind
}
