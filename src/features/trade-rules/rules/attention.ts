/** For how long after the last touch, key or scroll somebody counts as reading (TRD-009). */
export const IDLE_SECONDS = 180

export type Attention = {
  is_visible: boolean
  is_online: boolean
  /** Sound or video plays. */
  is_playing: boolean
  /** When the page was last used, and now, by the clock of the browser, which decides about reports alone. */
  used_at: number
  now: number
}

/** Why time is paused; null while it counts. */
export const pauseOf = ({ is_visible, is_online, is_playing, used_at, now }: Attention) => {
  if (!is_visible) return 'hidden'
  if (!is_online) return 'offline'
  if (!is_playing && now - used_at > IDLE_SECONDS * 1000) return 'idle'
  return null
}
export type Pause = NonNullable<ReturnType<typeof pauseOf>>

export const PAUSE_WORDS: Record<Pause, string> = {
  hidden: 'Time is paused while this page is in the background.',
  offline: 'Time is paused because you are offline. It counts again when you are back online.',
  idle: 'Time is paused because nothing happened for 3 minutes. Scroll, tap, or press a key to go on.',
}
