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
  attention: async (tx, ctx) => {
    const { rows } = await sql<{ slug: string; title: string; count: number }>`
      select c.slug, c.title, late.count from (
        select course_id, count(*)::int as count from (
          select course_id from enrollments
          where portal_id = ${ctx.portal.id} and role = 'learner' and due_at < ${ctx.now}
            and completed_at is null and ended_at is null and access <> 'expired'
          order by due_at desc limit ${LATEST}
        ) latest group by course_id order by count desc, course_id limit ${COURSES}
      ) late join courses c on c.portal_id = ${ctx.portal.id} and c.id = late.course_id
      order by late.count desc, c.id`.execute(tx)
    return rows.map(({ slug, title, count }) => ({
      key: `overdue ${slug}`,
      count: Math.min(count, 100),
      text: `${count === 1 ? '1 person is' : `${count} people are`} overdue in ${title}`,
      href: `/courses/builder/${slug}/exams-progress`,
    }))
  },
}

/** So many of those who are late are looked at, and the courses with most of them are named. */
const LATEST = 1_000
const COURSES = 3

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
