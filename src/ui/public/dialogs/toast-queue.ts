/** At most this many toasts at a time, each for this many milliseconds (UIX-008). */
export const TOAST_LIMIT = 4
export const TOAST_TIME = 7000

export type ToastKind = 'success' | 'error' | 'warning' | 'info'
export type Toast = {
  id: number
  kind: ToastKind
  text: string
  title?: string
  /** One action that the person can take, such as undo. */
  action?: { label: string; run: () => void }
}

export type Timers = {
  set: (run: () => void, pause: number) => unknown
  clear: (timer: unknown) => void
  now: () => number
}
type Waiting = { timer: unknown; ends: number; rest: number }

const browserTimers: Timers = {
  set: (run, pause) => setTimeout(run, pause),
  clear: (timer) => clearTimeout(timer as number),
  now: () => Date.now(),
}

/**
 * The toasts on the screen, oldest first. A fifth toast removes the oldest (UIX-009); each leaves after 7000 ms of
 * time in which nobody pointed at the toasts or had the focus in them (`pause` and `resume`).
 */
export const createToastQueue = (timers: Timers = browserTimers) => {
  let toasts: readonly Toast[] = []
  let nextId = 1
  let isPaused = false
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<() => void>()

  const change = (next: readonly Toast[]) => {
    toasts = next
    if (toasts.length === 0) isPaused = false
    for (const listener of listeners) listener()
  }
  const start = (id: number, rest: number) => {
    const timer = isPaused ? null : timers.set(() => dismiss(id), rest)
    waiting.set(id, { timer, ends: timers.now() + rest, rest })
  }
  const dismiss = (id: number) => {
    const entry = waiting.get(id)
    if (!entry) return
    timers.clear(entry.timer)
    waiting.delete(id)
    change(toasts.filter((toast) => toast.id !== id))
  }
  return {
    show: (toast: Omit<Toast, 'id'>): number => {
      const id = nextId++
      const leaving = toasts[toasts.length - TOAST_LIMIT]
      if (leaving) dismiss(leaving.id)
      start(id, TOAST_TIME)
      change([...toasts, { ...toast, id }])
      return id
    },
    dismiss,
    clear: () => {
      for (const toast of toasts) dismiss(toast.id)
    },
    pause: () => {
      if (isPaused) return
      isPaused = true
      for (const toast of waiting.values()) {
        timers.clear(toast.timer)
        toast.rest = Math.max(0, toast.ends - timers.now())
      }
    },
    resume: () => {
      if (!isPaused) return
      isPaused = false
      for (const [id, toast] of waiting) start(id, toast.rest)
    },
    list: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
