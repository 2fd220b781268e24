import { useEffect, useEffectEvent, useState } from 'react'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { announcement, elapsedSince, type Moment } from '../rules/countdown.ts'

const now = (): Moment => ({ monotonic: performance.now(), wall: Date.now() })

/** When the page that the server drew came: what is in it is as old as its first byte. */
const pageArrival = (): Moment => {
  const { monotonic, wall } = now()
  const [page] = performance.getEntriesByType('navigation')
  const age = page instanceof PerformanceNavigationTiming ? monotonic - page.responseStart : 0
  return { monotonic: monotonic - age, wall: wall - age }
}

/** When each lease arrived on this page; one that is shown again later keeps its age. */
const arrivals = new Map<string, Moment>()

const arrivalOf = (lease: string, isOfServer: boolean): Moment => {
  const arrival = arrivals.get(lease)
  if (arrival) return arrival
  const at = isOfServer ? pageArrival() : now()
  arrivals.set(lease, at)
  return at
}

type Clock = { lease: string | null; milliseconds_left: number | null }

/**
 * The clock of the open attempt on this page: the time the server sent, less what has passed since (EXM-032, EXM-034).
 * `left` is null without a limit; `announced` is read out by screen readers.
 */
export const useExamClock = ({ lease, milliseconds_left: total }: Clock) => {
  const isHydrated = useHydrated()
  const [ofServer] = useState(isHydrated ? null : lease)
  const [display, setDisplay] = useState<{ lease: string | null; left: number | null }>({ lease, left: total })
  const [announced, setAnnounced] = useState('')
  const elapsed = (): number => (lease === null ? 0 : elapsedSince(arrivalOf(lease, lease === ofServer), now()))
  const tick = useEffectEvent((before: number): number => {
    const left = (total ?? 0) - elapsed()
    setDisplay({ lease, left })
    const text = announcement(before, left)
    if (text) setAnnounced(text)
    return left
  })

  useEffect(() => {
    if (lease === null || total === null) return
    let left = total
    let timer: ReturnType<typeof setTimeout>
    const run = () => {
      clearTimeout(timer)
      left = tick(left)
      // At the next full second of the remaining time.
      if (left > 0) timer = setTimeout(run, left % 1000 || 1000)
    }
    run()
    // A page in the background, or on a device that slept, has missed some.
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [lease, total])

  return { left: total === null ? null : display.lease === lease ? display.left : total, announced, elapsed }
}
