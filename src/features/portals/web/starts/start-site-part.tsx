import { useState } from 'react'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { StartSite } from './start-site.tsx'
import styles from './starts.module.css'

/** The starting points where a list of pages is still empty (PRT-119). */
export function StartSitePart() {
  const [chosen, setChosen] = useState<StartingPoint | null>(null)
  return (
    <div className={styles.below}>
      <StartSite chosen={chosen} onChoose={setChosen} isReadOnly={false} />
    </div>
  )
}
