import { sql } from 'kysely'
import { withAccess } from '#features/enrollments/server/api.ts'
import {
  type RuleKind,
  readFacts,
  readIdentityCounts,
  readSeatDays,
  type TakenCourses,
} from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type FeedQuery, learners, readFeed } from './feed.ts'

type Course = { id: number; slug: string; title: string }

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** A page of the versions of rules by rising id (TRD-077). */
export const listRules = async (tx: Tx, { portal }: SignedIn, query: FeedQuery) => {
  const rows = tx
    .selectFrom('trade_rule_versions as v')
    .innerJoin('trade_rules as r', (join) =>
      join.onRef('r.portal_id', '=', 'v.portal_id').onRef('r.id', '=', 'v.rule_id'),
    )
    .select(['v.id', 'v.rule_id', 'v.title', 'v.source', 'v.source_url', 'v.is_retired', 'v.is_for_new'])
    .select(['v.minutes', 'v.counts_tests', 'v.tasks', 'v.created_at'])
    .select([
      sql<RuleKind>`r.kind`.as('kind'),
      sql<string>`v.from_day::text`.as('from_day'),
      sql<string | null>`v.until_day::text`.as('until_day'),
      sql<number[]>`v.item_ids::float8[]`.as('item_ids'),
      sql<Course[]>`coalesce((
        select json_agg(json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) order by c.id)
        from trade_rule_courses n
        join courses c on c.portal_id = n.portal_id and c.id = n.course_id
        where n.portal_id = v.portal_id and n.version_id = v.id), '[]')`.as('courses'),
    ])
    .where('v.portal_id', '=', portal.id)
  return keysetPage(rows, { ...query, sort: 'id', keys: [], direction: 'asc', id: 'v.id' })
}

/** Learners in courses that a rule names. */
const enrollments = (tx: Tx, portalId: number) =>
  learners(tx, portalId).where(
    sql<boolean>`exists (select from trade_rule_courses n where n.portal_id = c.portal_id and n.course_id = c.id)`,
  )

/** People by their ids as a customer's system knows them, those who left too. */
const loadStaff = async (tx: Tx, portalId: number, ids: readonly (number | null)[]) => {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map<number, { id: number; external_id: string | null; name: string }>()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'external_id', 'first_name', 'middle_name', 'last_name', 'username', 'email'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', known)
    .execute()
  return new Map(rows.map((row) => [row.id, { id: row.id, external_id: row.external_id, name: displayName(row) }]))
}

/**
 * A page of what rules ask of learners and what is there: first everyone in a course that a rule names, then those of whom
 * something changed since the cursor, each as it is now and by the rules of their pages (TRD-077).
 */
export const readRuleStandings = async (tx: Tx, ctx: SignedIn, takenCourses: TakenCourses, query: FeedQuery) => {
  const { portal, now } = ctx
  const { page, meta } = await readFeed(tx, portal.id, query, {
    enrollments: enrollments(tx, portal.id),
    changes: 'rule_standing_changes',
  })
  const people = page.map((row) => withAccess(row, now))
  const facts = await readFacts(tx, ctx, takenCourses, people)
  const identities = await readIdentityCounts(tx, ctx, people, facts)
  const days = await readSeatDays(
    tx,
    portal.id,
    people.map(({ id }) => id),
  )
  const all = [...facts.values()].flatMap(({ rules }) => rules)
  const staff = await loadStaff(tx, portal.id, [
    ...all.flatMap(({ tasks }) => tasks.map(({ signed }) => signed?.by ?? null)),
    ...all.flatMap(({ exams }) => exams.map(({ opened_by }) => opened_by)),
  ])
  const staffOf = (id: number | null) => (id === null ? null : (staff.get(id) ?? null))
  return {
    data: page.map((row) => {
      const { on = '', rules = [] } = facts.get(row.id) ?? {}
      const own = days.get(row.id) ?? []
      const sum = (of: 'milliseconds' | 'in_tests') => secondsOf(own.reduce((total, one) => total + one[of], 0))
      return {
        enrollment_id: row.id,
        person: { id: row.user_id, external_id: row.external_id, badge_number: row.badge_number },
        course: { id: row.course_id, slug: row.slug, title: row.title },
        ...{ on, completed_at: row.completed_at, ended_at: row.ended_at },
        is_missing: rules.some(({ is_missing }) => is_missing),
        seat_time: {
          seconds: sum('milliseconds'),
          seconds_in_tests: sum('in_tests'),
          days: own.map(({ day, milliseconds, in_tests }) => ({
            ...{ day, seconds: secondsOf(milliseconds), seconds_in_tests: secondsOf(in_tests) },
          })),
        },
        rules: rules.map(({ rule_id, version, kind, is_missing, time, items, tasks, exams }) => ({
          ...{ rule_id, version_id: version.id, kind, is_missing },
          seconds_asked: time && secondsOf(time.asked),
          seconds_counted: time && secondsOf(time.counted),
          seconds_missing: time && Math.ceil(time.missing / 1000),
          items_asked: items.length,
          items_missing: items.filter(({ missing }) => missing > 0).length,
          tasks: tasks.map(({ task, signed }) => ({
            ...{ task, signed_at: signed?.at ?? null, signed_by: staffOf(signed?.by ?? null) },
          })),
          exams: exams.map(({ exam_id, state, opened_by, confirmed_at }) => ({
            ...{ exam_id, state, proctor: staffOf(opened_by), confirmed_at },
          })),
          identity: kind === 'identity_questions' ? (identities.get(row.id) ?? null) : null,
        })),
      }
    }),
    meta,
  }
}
