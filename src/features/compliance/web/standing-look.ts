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
import { STATES, type State } from '../rules/standing.ts'
import { STATE_WORDS } from '../rules/words.ts'

type Look = { icon: Icon; tone: Tone }

const DRAWN: Record<State, Look> = {
  valid: { icon: IconCircleCheck, tone: 'success' },
  grace: { icon: IconClock, tone: 'warning' },
  under_review: { icon: IconEye, tone: 'info' },
  revoked: { icon: IconCircleX, tone: 'danger' },
  expired: { icon: IconAlertTriangle, tone: 'danger' },
  in_progress: { icon: IconCircleHalf2, tone: 'info' },
  missing: { icon: IconCircleDashed, tone: 'danger' },
  not_required: { icon: IconMinus, tone: 'neutral' },
}

/** How standings look: a word and an icon, and a color that only underlines them. */
export const LOOKS = Object.fromEntries(
  STATES.map((state) => [state, { ...STATE_WORDS[state], ...DRAWN[state] }]),
) as Record<State, Look & (typeof STATE_WORDS)[State]>
