import { sql } from 'kysely'
import { countedFigure, type DashboardPart } from '#platform/overview/parts.ts'

/** Learners who were enrolled (REP-008). */
export const enrollmentsFigure: DashboardPart = countedFigure({
  permission: 'enrollments.view',
  key: 'enrollments',
  label: 'Enrollments',
  at: 'created_at',
  from: (portalId) => sql`from enrollments where portal_id = ${portalId} and role = 'learner'`,
  href: '/courses/admin',
})

/** Learners who finished (REP-008). */
export const completionsFigure: DashboardPart = countedFigure({
  permission: 'enrollments.view',
  key: 'completions',
  label: 'Completions',
  at: 'completed_at',
  from: (portalId) =>
    sql`from enrollments where portal_id = ${portalId} and role = 'learner' and completed_at is not null`,
  href: '/courses/admin',
})
