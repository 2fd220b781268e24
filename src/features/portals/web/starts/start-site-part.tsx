import { useState } from 'react'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { StartSite } from './start-site.tsx'

/** The starting points where a list of pages is still empty (PRT-119). */
export function StartSitePart() {
  const [chosen, setChosen] = useState<StartingPoint | null>(null)
  return <StartSite chosen={chosen} onChoose={setChosen} isReadOnly={false} />
}
