import { useEffect, useRef } from 'react'

/** Pause before the width is looked at again after a resize (UIX-007). */
export const RESIZE_RECHECK = 50

/** Calls back when the width of the window changes; a changed height alone (a phone's address bar) does not count. */
export const useWidthChange = (onChange: () => void): void => {
  const newest = useRef(onChange)
  useEffect(() => {
    newest.current = onChange
  })
  useEffect(() => {
    let width = innerWidth
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      if (innerWidth === width) return
      width = innerWidth
      newest.current()
    }
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(check, RESIZE_RECHECK)
    }
    addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', onResize)
    }
  }, [])
}
