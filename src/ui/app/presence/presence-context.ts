import { createContext, useContext, useEffect } from 'react'
import type { PersonHere, Place } from './people.ts'

export type Presence = {
  /** Everyone in the room, the own person among them for the sake of other tabs. */
  people: readonly PersonHere[]
  myId: string
  /** Where this page is. */
  at: string
  /** The address that all places stand in. */
  base: string
  /** Adds to what the others read of this page: the name of what is open, whether it has edits. */
  say: (part: Partial<Omit<Place, 'at'>>) => void
}

/** Who else is in the builder; null outside of one. */
export const PresenceContext = createContext<Presence | null>(null)

/** Names what is open here for the others, in place of the name of the screen. */
export const usePlaceName = (name: string): void => {
  const say = useContext(PresenceContext)?.say
  useEffect(() => {
    say?.({ name })
    return () => say?.({ name: '' })
  }, [say, name])
}
