import styles from '../learn.module.css'
import { type PlaceItem, usePlace } from '../use-place.ts'

type Props = { item: PlaceItem & { title: string }; url: string; relatedId: number }

// Somebody who has heard it to the end begins anew.
const END_SECONDS = 5

/** A sound that goes on where its learner left it (LRN-049). */
export function Sound({ item, url, relatedId }: Props) {
  const { from, move, rest } = usePlace(item, relatedId)
  return (
    // biome-ignore lint/a11y/useMediaCaption: spoken materials come without captions; the download serves other players
    <audio
      className={styles.audio}
      controls
      preload="metadata"
      src={url}
      aria-label={item.title}
      onLoadedMetadata={({ currentTarget: sound }) => {
        if (from > 0 && from < sound.duration - END_SECONDS) sound.currentTime = from
      }}
      onTimeUpdate={({ currentTarget: sound }) => move(sound.currentTime)}
      onSeeked={({ currentTarget: sound }) => rest(sound.currentTime)}
      onPause={({ currentTarget: sound }) => rest(sound.currentTime)}
    />
  )
}
