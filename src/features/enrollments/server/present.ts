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

export const presentAccess = (report: AccessReport): Output<typeof showAccess>['data'] => ({
  enrollment: presentEnrollment(report.enrollment),
  access: report.access,
  can_work: report.can_work,
  can_read: report.can_read,
  reasons: report.reasons.map((reason) => ({ code: reason.code, at: 'at' in reason ? reason.at : null })),
  grants: report.grants.map(({ enrollment_id: _, credit_movement_id: __, ...grant }) => ({
    ...grant,
    kind: grant.kind as GrantKind,
    is_live: grant.revoked_at === null,
  })),
})
