import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
  IconEye,
  IconMinus,
} from '#ui/icons.tsx'
import type { Tone } from '#ui/public/parts/badge.tsx'
import type { State } from '../rules/standing.ts'

type Look = { word: string; icon: Icon; tone: Tone; until: string | null }

/** How standings look: a word and an icon, and a color that only underlines them. `until` leads in their day. */
export const LOOKS: Record<State, Look> = {
  valid: { word: 'Valid', icon: IconCircleCheck, tone: 'success', until: 'until' },
  grace: { word: 'In grace', icon: IconClock, tone: 'warning', until: 'until' },
  under_review: { word: 'Under review', icon: IconEye, tone: 'info', until: null },
  revoked: { word: 'Revoked', icon: IconCircleX, tone: 'danger', until: null },
  expired: { word: 'Expired', icon: IconAlertTriangle, tone: 'danger', until: 'on' },
  in_progress: { word: 'In progress', icon: IconCircleHalf2, tone: 'info', until: null },
  missing: { word: 'Missing', icon: IconCircleDashed, tone: 'danger', until: null },
  not_required: { word: 'Not required', icon: IconMinus, tone: 'neutral', until: null },
}

/** A cell of the matrix: its state, and the day that belongs to it. */
export const readCell = (cell: string): { state: State; until: string | null } => {
  const [state, until] = cell.split(' ')
  return { state: state as State, until: until ?? null }
}
