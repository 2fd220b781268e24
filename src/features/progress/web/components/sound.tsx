import { useRef, useState } from 'react'
import styles from '../learn.module.css'
import { createPlayClock } from '../play-clock.ts'
import type { PlaceItem } from '../use-place.ts'
import { useResumedMedia } from '../use-resumed-media.ts'
import { type Captions, Transcript } from './transcript.tsx'

type Props = {
  item: PlaceItem & { title: string }
  url: string
  captions: readonly Captions[]
  relatedId: number
}

/** A sound that resumes where its learner left off (LRN-049), above what is said in it (BLD-073). */
export function Sound({ item, url, captions, relatedId }: Props) {
  const [clock] = useState(createPlayClock)
  const sound = useRef<HTMLAudioElement>(null)
  const { seek, ...listeners } = useResumedMedia(sound, { item, relatedId, clock })
  return (
    <>
      <audio
        ref={sound}
        className={styles.audio}
        controls
        preload="metadata"
        src={url}
        aria-label={item.title}
        {...listeners}
      />
      <Transcript captions={captions} clock={clock} onSeek={seek} />
    </>
  )
}
