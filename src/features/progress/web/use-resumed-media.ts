import { type RefObject, type SyntheticEvent, useEffect } from 'react'
import type { PlayClock } from './play-clock.ts'
import { type PlaceItem, usePlace } from './use-place.ts'

// After the end it starts over.
const END_SECONDS = 5

type Options = { item: PlaceItem; relatedId: number; clock: PlayClock }
type Played = SyntheticEvent<HTMLMediaElement>

/** What a player of the browser needs to resume where its learner left off (LRN-049), and to be led to a moment. */
export const useResumedMedia = (media: RefObject<HTMLMediaElement | null>, { item, relatedId, clock }: Options) => {
  const { from, move, rest } = usePlace(item, relatedId)
  const begin = () => {
    const { current } = media
    if (current && from > 0 && from < current.duration - END_SECONDS) current.currentTime = from
  }
  // The player of the server's page may be there before this script; it begins at its place once, when it is ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was so at the beginning counts
  useEffect(() => {
    const { current } = media
    if (!current || current.readyState < HTMLMediaElement.HAVE_METADATA) return
    // Somebody may have moved it already.
    if (current.currentTime > 0) rest(current.currentTime)
    else begin()
  }, [])
  return {
    seek: (seconds: number) => {
      const { current } = media
      if (!current) return
      current.currentTime = seconds
      void current.play().catch(() => {})
    },
    onLoadedMetadata: begin,
    onTimeUpdate: ({ currentTarget }: Played) => {
      move(currentTarget.currentTime)
      clock.set(currentTarget.currentTime)
    },
    onSeeked: ({ currentTarget }: Played) => rest(currentTarget.currentTime),
    onPause: ({ currentTarget }: Played) => rest(currentTarget.currentTime),
  }
}
