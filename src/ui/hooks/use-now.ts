import { useMemo } from 'react'
import { useSession } from '../page/page-context.ts'
import { useHydrated } from './use-hydrated.ts'

/** The moment by which a screen tells what is over: while the browser takes a page over, that at which the server drew it. */
export const useNow = (): Date => {
  const isHydrated = useHydrated()
  const { drawn_at: drawnAt } = useSession()
  return useMemo(() => (isHydrated ? new Date() : new Date(drawnAt)), [isHydrated, drawnAt])
}
