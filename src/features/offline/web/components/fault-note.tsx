import { Alert } from '#ui/public/parts/alert.tsx'
import { CUT, DEVICE_FULL, NOT_KEPT_HERE } from '../../rules/words.ts'
import type { KeepFault } from '../kept/keep-items.ts'

const NOTES = {
  full: { tone: 'danger', text: DEVICE_FULL },
  cut: { tone: 'warning', text: CUT },
  refused: { tone: 'warning', text: 'The course changed while it was fetched. Reload the page and try again.' },
  unable: { tone: 'danger', text: NOT_KEPT_HERE },
} as const satisfies Record<KeepFault, { tone: 'danger' | 'warning'; text: string }>

/** Why keeping stopped, and what to do (OFF-013). */
export function FaultNote({ kind }: { kind: KeepFault }) {
  return (
    <Alert tone={NOTES[kind].tone} isLive>
      {NOTES[kind].text}
    </Alert>
  )
}
