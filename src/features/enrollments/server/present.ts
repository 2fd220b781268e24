import type { Output } from '#kernel/endpoint.ts'
import type { showAccess } from '../contract.ts'
import type { GrantKind } from './grants.ts'
import type { Enrollment } from './store.ts'
import type { AccessReport } from './why-access.ts'

type Status = 1 | 2 | 3 | 4 | 5

/** An enrollment as it is answered (USR-020). */
export const presentEnrollment = (enrollment: Enrollment) => ({
  id: enrollment.id,
  user_id: enrollment.user_id,
  course_id: enrollment.course_id,
  portal_id: enrollment.portal_id,
  role_id: enrollment.role,
  curator_id: enrollment.curator_id,
  manager_id: enrollment.manager_id,
  status: enrollment.status as Status,
  access: enrollment.access,
  starts_at: enrollment.starts_at,
  expires_at: enrollment.expires_at,
  due_at: enrollment.due_at,
  created_at: enrollment.created_at,
  completed_at: enrollment.completed_at,
  ended_at: enrollment.ended_at,
})

type Answer = Output<typeof showAccess>['data']
type About = { course: Answer['course']; people: ReadonlyMap<number, NonNullable<Answer['curator']>> }

export const presentAccess = (report: AccessReport, { course, people }: About): Answer => ({
  course: {
    id: course.id,
    slug: course.slug,
    title: course.title,
    publication_status: course.publication_status,
  },
  enrollment: presentEnrollment(report.enrollment),
  curator: (report.enrollment.curator_id !== null && people.get(report.enrollment.curator_id)) || null,
  access: report.access,
  can_work: report.can_work,
  can_read: report.can_read,
  reasons: report.reasons.map((reason) => ({ code: reason.code, at: 'at' in reason ? reason.at : null })),
  grants: report.grants.map(({ enrollment_id: _, credit_movement_id: __, ...grant }) => ({
    ...grant,
    kind: grant.kind as GrantKind,
    granter: (grant.granted_by !== null && people.get(grant.granted_by)?.display_name) || null,
    is_live: grant.revoked_at === null,
  })),
})
