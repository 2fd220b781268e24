import { useEffect, useRef, useState } from 'react'

/** The shortest time a loading state is shown, in milliseconds (UIX-005, UIX-006). */
export const MIN_LOADING = 200

/** How much longer a loading state that began at `since` has to stay when its work is done at `now`. */
export const restOfLoading = (since: number, now: number): number => Math.max(0, MIN_LOADING - (now - since))

/** True while loading, and until the loading state has been on the screen for 200 ms, so that it never flickers. */
export const useMinLoading = (isLoading: boolean): boolean => {
  const [isShown, setShown] = useState(isLoading)
  const since = useRef(0)
  useEffect(() => {
    if (isLoading) {
      since.current = performance.now()
      setShown(true)
      return
    }
    const timer = setTimeout(() => setShown(false), restOfLoading(since.current, performance.now()))
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading || isShown
}
