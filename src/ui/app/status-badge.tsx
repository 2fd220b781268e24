import {
  type Icon,
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
  IconLock,
} from '../icons.tsx'
import { Badge, type Tone } from '../public/parts/badge.tsx'

type Look = { tone: Tone; icon: Icon; label?: string }

const DONE: Look = { tone: 'success', icon: IconCircleCheck }
const WAITING: Look = { tone: 'warning', icon: IconClock }
const RUNNING: Look = { tone: 'info', icon: IconCircleHalf2 }
const BAD: Look = { tone: 'danger', icon: IconCircleX }
const QUIET: Look = { tone: 'neutral', icon: IconCircleDashed }

/** How the states of the product look; the same word looks the same on every screen. */
const LOOKS: Record<string, Look> = {
  active: DONE,
  approved: DONE,
  completed: DONE,
  delivered: DONE,
  finished: DONE,
  paid: DONE,
  passed: DONE,
  published: DONE,
  success: DONE,
  valid: DONE,
  accepted: DONE,
  answered: DONE,
  graded: DONE,
  pending: WAITING,
  pending_validation: { ...WAITING, label: 'Pending validation' },
  expiring: { tone: 'warning', icon: IconAlertTriangle },
  due_soon: { tone: 'warning', icon: IconAlertTriangle },
  partially_refunded: { tone: 'warning', icon: IconAlertTriangle },
  refund_failed: { tone: 'warning', icon: IconAlertTriangle },
  in_progress: RUNNING,
  initializing: RUNNING,
  processing: RUNNING,
  shipped: RUNNING,
  started: RUNNING,
  invited: RUNNING,
  sent: RUNNING,
  coming_soon: { tone: 'info', icon: IconClock },
  blocked: { tone: 'danger', icon: IconLock },
  paused: { tone: 'warning', icon: IconLock },
  failed: BAD,
  fail: BAD,
  declined: BAD,
  rejected: BAD,
  expired: BAD,
  overdue: { tone: 'danger', icon: IconAlertTriangle },
  archived: QUIET,
  cancelled: { ...QUIET, label: 'Canceled' },
  draft: QUIET,
  left: QUIET,
  not_started: QUIET,
  refunded: QUIET,
  waived: QUIET,
}

/** A stored state as a word: `not_started` is `Not started`. */
export const wordOf = (status: string): string => {
  const words = status.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type StatusBadgeProps = { status: string; label?: string; tone?: Tone; icon?: Icon }

/** A state as icon and word, with a color that only underlines them; `label`, `tone` and `icon` replace the usual ones. */
export function StatusBadge({ status, label, tone, icon }: StatusBadgeProps) {
  const look = LOOKS[status.toLowerCase().replaceAll(/[\s-]+/g, '_')] ?? { tone: 'neutral', icon: IconCircle }
  return (
    <Badge tone={tone ?? look.tone} icon={icon ?? look.icon}>
      {label ?? look.label ?? wordOf(status)}
    </Badge>
  )
}
