import { isPastDay } from '#kernel/format/day.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../managers.module.css'

type Standing = {
  status: 1 | 2 | 3 | 4 | 5
  progress: number
  access: 'pending' | 'active' | 'expired'
  due_at: string | null
  completed_at: string | null
}

const wordOf = ({ status, access, completed_at: completedAt }: Standing): string => {
  if (completedAt) return status === PROGRESS.failed ? 'failed' : 'completed'
  if (access !== 'active') return access
  return { 1: 'in_progress', 2: 'passed', 3: 'failed', 4: 'not_started', 5: 'finished' }[status]
}

/** How a learner stands in a course, in one word. */
export const Standing = ({ learner }: { learner: Standing }) => (
  <StatusBadge
    status={wordOf(learner)}
    {...(wordOf(learner) === 'pending' && { label: 'Starts later' })}
    {...(wordOf(learner) === 'expired' && { label: 'Access ended' })}
  />
)

/** Until when a learner should be done; what is late says so. */
export function Due({ learner, now }: { learner: Standing; now: Date }) {
  const { portal } = useSession()
  if (!learner.due_at) return <span aria-hidden="true">–</span>
  const isLate = !learner.completed_at && isPastDay(learner.due_at, now, portal.setting.time_zone)
  return (
    <span className={isLate ? styles.late : undefined}>
      <DayText value={learner.due_at} />
      {isLate && ' (overdue)'}
    </span>
  )
}
