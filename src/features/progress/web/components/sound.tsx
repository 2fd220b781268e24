import { useEffect, useRef } from 'react'
import styles from '../learn.module.css'
import { type PlaceItem, usePlace } from '../use-place.ts'

type Props = { item: PlaceItem & { title: string }; url: string; relatedId: number }

// After the end it starts over.
const END_SECONDS = 5

/** A sound that resumes where its learner left off (LRN-049). */
export function Sound({ item, url, relatedId }: Props) {
  const { from, move, rest } = usePlace(item, relatedId)
  const sound = useRef<HTMLAudioElement>(null)
  const begin = () => {
    const { current } = sound
    if (current && from > 0 && from < current.duration - END_SECONDS) current.currentTime = from
  }
  // The sound of the server's page may be there before this script; it begins at its place once, when it is ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was so at the beginning counts
  useEffect(() => {
    const { current } = sound
    if (!current || current.readyState < HTMLMediaElement.HAVE_METADATA) return
    // Somebody may have moved it already.
    if (current.currentTime > 0) rest(current.currentTime)
    else begin()
  }, [])
  return (
    // biome-ignore lint/a11y/useMediaCaption: spoken materials come without captions; the download serves other players
    <audio
      ref={sound}
      className={styles.audio}
      controls
      preload="metadata"
      src={url}
      aria-label={item.title}
      onLoadedMetadata={begin}
      onTimeUpdate={({ currentTarget }) => move(currentTarget.currentTime)}
      onSeeked={({ currentTarget }) => rest(currentTarget.currentTime)}
      onPause={({ currentTarget }) => rest(currentTarget.currentTime)}
    />
  )
}
