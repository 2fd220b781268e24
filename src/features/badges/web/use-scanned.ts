import { useEffect, useState } from 'react'
import { readBadgeHash } from '../rules/address.ts'
import { BADGE_PATH } from '../rules/badge-path.ts'

type Scanned = NonNullable<ReturnType<typeof readBadgeHash>>

/**
 * What the address says that was scanned from a badge or a slip; null without one. It is taken out of the address, so that neither
 * the history of the browser nor somebody who looks at it has the start code (BDG-022).
 */
export const useScanned = (): Scanned | null => {
  const [scanned, setScanned] = useState<Scanned | null>(null)
  useEffect(() => {
    const read = () => {
      const badge = readBadgeHash(location.hash)
      if (!badge) return
      setScanned(badge)
      history.replaceState(history.state, '', BADGE_PATH)
    }
    read()
    // A second badge that is scanned into the same page.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return scanned
}
