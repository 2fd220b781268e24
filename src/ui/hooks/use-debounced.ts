import { useCallback, useEffect, useRef } from 'react'

/** Pauses in milliseconds (UIX-001): searching and filtering, changes of a field, everything else with its longest wait. */
export const DEBOUNCE = { query: 800, field: 100, general: 50, general_most: 500 } as const

type Clock = { set: (run: () => void, pause: number) => unknown; clear: (timer: never) => void; now: () => number }
const browserClock: Clock = {
  set: (run, pause) => setTimeout(run, pause),
  clear: (timer) => clearTimeout(timer),
  now: () => Date.now(),
}

/** Runs the last call after a pause without calls, but never later than `most` after the first of them. */
export const debounce = <A extends unknown[]>(
  run: (...args: A) => void,
  pause: number,
  most = Number.POSITIVE_INFINITY,
  clock: Clock = browserClock,
) => {
  let timer: unknown
  let since: number | null = null
  let last: A | null = null
  const flush = () => {
    const args = last
    cancel()
    if (args) run(...args)
  }
  const cancel = () => {
    clock.clear(timer as never)
    since = null
    last = null
  }
  const call = (...args: A) => {
    const now = clock.now()
    since ??= now
    last = args
    clock.clear(timer as never)
    timer = clock.set(flush, Math.max(0, Math.min(pause, since + most - now)))
  }
  return Object.assign(call, { flush, cancel })
}

/** `debounce` for a component: always runs the newest function, and nothing after the component is gone. */
export const useDebounced = <A extends unknown[]>(run: (...args: A) => void, pause: number, most?: number) => {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  const debounced = useRef<ReturnType<typeof debounce<A>> | null>(null)
  debounced.current ??= debounce<A>((...args) => newest.current(...args), pause, most)
  useEffect(() => () => debounced.current?.cancel(), [])
  const call = useCallback((...args: A) => debounced.current?.(...args), [])
  const flush = useCallback(() => debounced.current?.flush(), [])
  const cancel = useCallback(() => debounced.current?.cancel(), [])
  return { call, flush, cancel }
}
