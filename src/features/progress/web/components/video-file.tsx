import { useEffect, useRef, useState } from 'react'
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

/** The captions that somebody turned on last, for the next video; empty for none. */
const TURNED_ON = 'captions-on'

/** A video file with captions to turn on, which resumes where its learner left off (LRN-049, BLD-073, BLD-074). */
export function VideoFile({ item, url, captions, relatedId }: Props) {
  const [clock] = useState(createPlayClock)
  const media = useRef<HTMLVideoElement>(null)
  const { seek, ...listeners } = useResumedMedia(media, { item, relatedId, clock })
  useEffect(() => {
    const tracks = media.current?.textTracks
    if (!tracks) return
    const turnedOn = localStorage.getItem(TURNED_ON)
    for (const track of tracks) if (track.language === turnedOn) track.mode = 'showing'
    const keep = () => {
      const on = [...tracks].find(({ mode }) => mode === 'showing')
      localStorage.setItem(TURNED_ON, on?.language ?? '')
    }
    tracks.addEventListener('change', keep)
    return () => tracks.removeEventListener('change', keep)
  }, [])
  return (
    <>
      <video
        ref={media}
        className={styles.video}
        controls
        playsInline
        preload="metadata"
        src={url}
        aria-label={item.title}
        {...listeners}
      >
        {captions.map(({ language, label, url: src }) => (
          <track key={language} kind="captions" srcLang={language} label={label} src={src} />
        ))}
      </video>
      <Transcript captions={captions} clock={clock} onSeek={seek} />
    </>
  )
}
