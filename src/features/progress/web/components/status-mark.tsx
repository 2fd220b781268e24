import { IconCircle, IconCircleCheck, IconCircleHalf2, IconCircleX, IconLock } from '#ui/icons.tsx'
import { STATUS_NAMES, type Status } from '../../rules/status.ts'

const DRAWINGS = { 1: IconCircleHalf2, 2: IconCircleCheck, 3: IconCircleX, 4: IconCircle, 5: IconCircleCheck }
const COLOURS = {
  1: 'var(--info-text)',
  2: 'var(--success-text)',
  3: 'var(--danger-text)',
  4: 'var(--faint)',
  5: 'var(--success-text)',
}

/** The status of an item as a drawing, and as a word for those who do not see it (LRN-008). */
export function StatusMark({ status, isLocked = false }: { status: Status; isLocked?: boolean }) {
  const Drawing = isLocked ? IconLock : DRAWINGS[status]
  return (
    <span style={{ color: isLocked ? 'var(--faint)' : COLOURS[status], display: 'inline-flex' }}>
      <Drawing size={20} />
      <span className="only-read">{isLocked ? 'Locked' : STATUS_NAMES[status]}</span>
    </span>
  )
}
