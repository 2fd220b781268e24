import { useEffect, useEffectEvent, useState } from 'react'
import { changeLeased, endOf, type Leased, nowOf, settled } from '#features/offline/web/public.ts'
import { announcement, elapsedSince, type Moment } from '../rules/countdown.ts'

const NOTE_EVERY_MS = 15_000
const read = (): Moment => ({ monotonic: performance.now(), wall: Date.now() })

/**
 * The time of an exam on this device, by the clock that nobody can set as long as the page is open and by the latest moment that
 * the device has seen: neither a closed tab nor a clock that was set back stops it (OFF-020). Ends the attempt when it is up.
 */
export const useLeasedClock = (userId: number, leased: Leased) => {
  const [base] = useState(() => ({ at: read(), now: nowOf(leased, Date.now()) }))
  const [left, setLeft] = useState<number | null>(null)
  const [announced, setAnnounced] = useState('')
  const now = (): number => Math.max(nowOf(leased, Date.now()), base.now + elapsedSince(base.at, read()))
  const tick = useEffectEvent((before: number | null): number => {
    const rest = endOf(leased) - now()
    const text = before === null ? null : announcement(before, rest)
    if (text) setAnnounced(text)
    setLeft(rest)
    if (rest <= 0) changeLeased(userId, leased, settled, now())
    return rest
  })
  const note = useEffectEvent(() =>
    changeLeased(userId, leased, (one, moment) => ({ ...one, seen: Math.max(one.seen, moment) }), now()),
  )
  const isRunning = leased.begun !== null && leased.finished === null
  useEffect(() => {
    if (!isRunning) return
    let before: number | null = null
    const run = () => {
      before = tick(before)
    }
    run()
    const seconds = setInterval(run, 1000)
    const notes = setInterval(() => note(), NOTE_EVERY_MS)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(seconds)
      clearInterval(notes)
      document.removeEventListener('visibilitychange', run)
    }
  }, [isRunning])
  return { left: leased.lease.minutes === null ? null : left, announced, now, elapsed: () => 0 }
}
