import { sql } from 'kysely'
import { countByStep, type DashboardPart } from '#platform/overview/parts.ts'

/** Learners who were enrolled (REP-008). */
export const enrollmentsFigure: DashboardPart = {
  permission: 'enrollments.view',
  figure: async (tx, ctx) => ({
    key: 'enrollments',
    label: 'Enrollments',
    unit: 'count',
    ...(await countByStep(tx, {
      now: ctx.now,
      at: 'created_at',
      from: sql`from enrollments where portal_id = ${ctx.portal.id} and role = 'learner'`,
    })),
    note: null,
    href: '/courses/admin',
  }),
}

/** Learners who finished (REP-008). */
export const completionsFigure: DashboardPart = {
  permission: 'enrollments.view',
  figure: async (tx, ctx) => ({
    key: 'completions',
    label: 'Completions',
    unit: 'count',
    ...(await countByStep(tx, {
      now: ctx.now,
      at: 'completed_at',
      from: sql`from enrollments where portal_id = ${ctx.portal.id} and role = 'learner' and completed_at is not null`,
    })),
    note: null,
    href: '/courses/admin',
  }),
}
