import type { Wire } from '#kernel/endpoint.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import type { listUserCourses } from '../../contract.ts'

export type ListedEnrollment = Wire<typeof listUserCourses>['data'][number]

/** How somebody stands in a course, in one word: what needs a look first. */
export function EnrollmentStatus({ enrollment }: { enrollment: ListedEnrollment }) {
  const now = useNow()
  const { ended_at, completed_at, access, due_at, status } = enrollment
  if (ended_at) return <StatusBadge status="cancelled" label="Unenrolled" />
  if (completed_at) return <StatusBadge status="completed" />
  if (access === 'expired') return <StatusBadge status="expired" />
  if (access === 'pending') return <StatusBadge status="pending" label="Starts later" />
  if (due_at && new Date(due_at) < now) return <StatusBadge status="overdue" />
  return <StatusBadge status={status === PROGRESS.not_started ? 'not_started' : 'in_progress'} />
}
