import { useCallback, useEffect, useState } from 'react'

/** Seconds a countdown lasts; it ticks every second (UIX-002). */
export const COUNTDOWN_SECONDS = 160

/** Seconds left of a countdown that ends at `ends`, never below 0. */
export const secondsLeft = (ends: number, now: number): number => Math.max(0, Math.ceil((ends - now) / 1000))

/** Minutes and seconds as people read them: 160 is `2:40`. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A countdown that is started by hand; counts by the clock, so that a sleeping tab does not slow it down. */
export const useCountdown = (seconds: number = COUNTDOWN_SECONDS) => {
  const [ends, setEnds] = useState(0)
  const [left, setLeft] = useState(0)
  const start = useCallback(() => {
    setEnds(Date.now() + seconds * 1000)
    setLeft(seconds)
  }, [seconds])
  useEffect(() => {
    if (!ends) return
    const timer = setInterval(() => {
      const rest = secondsLeft(ends, Date.now())
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [ends])
  return { left, isRunning: left > 0, start }
}
