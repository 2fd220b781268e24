import { type RawBuilder, sql } from 'kysely'
import { assignedLearner } from '#features/accounts/server/api.ts'
import type { ReportRequest } from './report.ts'

const EVERYTHING = sql<boolean>`true`

/**
 * SQL: whether the enrollment `e` is within the reach of who asks: all of the portal, as partner the courses of the own
 * company, else the learners assigned to them (ROL-027, ROL-051).
 */
export const withinReach = (request: ReportRequest): RawBuilder<boolean> => {
  if (request.scope === 'any') return EVERYTHING
  if (request.role === 'partner')
    return sql<boolean>`e.course_id in (
      select c.id from courses c join partner_companies p on p.portal_id = c.portal_id and p.id = c.partner_company_id
      where c.portal_id = ${request.portal_id} and p.user_id = ${request.user_id})`
  return assignedLearner(request)
}

/** SQL: whether the learner of the enrollment `e` is assigned to the manager of the filter. */
export const ofManager = (request: ReportRequest): RawBuilder<boolean> => {
  const { manager_id: id } = request.query
  if (id === undefined) return EVERYTHING
  return assignedLearner({ portal_id: request.portal_id, user_id: id, role: 'manager', is_outside: false })
}
