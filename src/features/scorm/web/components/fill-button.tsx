import { type RefObject, useEffect, useState } from 'react'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { IconMaximize, IconMinimize } from '#ui/icons.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'

/** Lets a part of the page fill the screen, and gives it back: not everything that fills a screen has an Escape key. */
export function FillButton({ part }: { part: RefObject<HTMLElement | null> }) {
  const canFill = useHydrated() && document.fullscreenEnabled
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === part.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [part])
  if (!canFill) return null
  const change = () => (isFull ? document.exitFullscreen() : part.current?.requestFullscreen())
  return (
    <IconButton
      icon={isFull ? IconMinimize : IconMaximize}
      size="sm"
      label={isFull ? 'Leave full screen' : 'Full screen'}
      onClick={() => void change()?.catch(() => {})}
    />
  )
}
