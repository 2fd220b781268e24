import { useSyncExternalStore } from 'react'

// Dialogs that are open now, the topmost last. Only what stands inside the topmost one can be seen and used, so the
// toasts move there.
let open: readonly string[] = []
const listeners = new Set<() => void>()
const change = (next: readonly string[]) => {
  open = next
  for (const listener of listeners) listener()
}

/** Enters a dialog as the topmost; the answer takes it out again. */
export const enterDialog = (id: string): (() => void) => {
  change([...open, id])
  return () => change(open.filter((other) => other !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The id of the topmost open dialog; null when there is none. */
export const useTopDialog = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  )
