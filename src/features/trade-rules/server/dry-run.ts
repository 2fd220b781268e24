import { sql } from 'kysely'
import { readSignOffs } from '#features/crew/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { addDays, type Day, dayOf } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { DRY_RUN_ROWS, type dryRunTradeRule } from '../contract.ts'
import { countSetUps, LOOKED_BACK_DAYS, type PresentLearner, touchedBy } from '../rules/effects.ts'
import { isReadItem, type RuleVersion, type TradeRule, withVersion } from '../rules/model.ts'
import { fitting, requireSound } from './check-version.ts'
import { loadAnswered } from './identity/store.ts'
import type { TakenCourses } from './ports.ts'
import { loadDays, loadItemTimes, NO_TIME } from './seat-store.ts'
import { loadRule, loadRulesOf } from './store.ts'

const MOST_LEARNERS = 5000
/** An id that no stored version has: of versions with the same first day it is the newest. */
const NOT_STORED = Number.MAX_SAFE_INTEGER

type Body = Input<typeof dryRunTradeRule>['body']
type Row = {
  id: number
  user_id: number
  course_id: number
  course: string
  created_at: Date
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  username: string | null
  email: string
}
type Listed = PresentLearner & { user_id: number; name: string; course: string }

/** Enrollments with active access whose course is not completed (TRD-020), the oldest first. */
const loadPresent = async (tx: Tx, portalId: number, courseIds: readonly number[], now: Date): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select e.id, e.user_id, e.course_id, c.title as course, e.created_at, m.first_name, m.middle_name, m.last_name, m.username,
      coalesce(m.former_email, u.email) as email
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join portal_users m on m.portal_id = e.portal_id and m.user_id = e.user_id
    left join users u on u.id = e.user_id
    where e.portal_id = ${portalId} and e.course_id = any(${[...courseIds]}::bigint[]) and e.role = 'learner'
      and e.ended_at is null and e.completed_at is null and e.starts_at <= ${now} and e.expires_at > ${now}
    order by e.id
    limit ${MOST_LEARNERS + 1}`.execute(tx)
  return rows
}

/** What the rules read of present learners, in five statements whatever their number. */
const readLearners = async (
  tx: Tx,
  { portal }: Pick<SignedIn, 'portal'>,
  takenCourses: TakenCourses,
  { rows, on }: { rows: readonly Row[]; on: Day },
): Promise<Listed[]> => {
  const ids = rows.map(({ id }) => id)
  const user_ids = [...new Set(rows.map(({ user_id }) => user_id))]
  const courses = await takenCourses(tx, portal.id, ids)
  const times = await loadItemTimes(tx, portal.id, ids)
  const days = await loadDays(tx, portal.id, {
    user_ids,
    from: addDays(on, -LOOKED_BACK_DAYS),
    to: addDays(on, -1),
  })
  const answered = await loadAnswered(tx, portal.id, user_ids)
  const signed = Map.groupBy(await readSignOffs(tx, portal.id, ids), ({ enrollment_id }) => enrollment_id)
  return rows.map((row) => ({
    related_id: row.id,
    user_id: row.user_id,
    name: displayName(row),
    course: row.course,
    course_id: row.course_id,
    enrolled_on: dayOf(row.created_at, portal.setting.time_zone),
    items: (courses.get(row.id)?.items ?? []).filter(({ type }) => isReadItem(type)),
    exams: courses.get(row.id)?.exams ?? [],
    ...(times.get(row.id) ?? NO_TIME),
    signed: signed.get(row.id) ?? [],
    has_answers: answered.has(row.user_id),
    days: days.get(row.user_id) ?? [],
  }))
}

const minutesOf = (milliseconds: number): number => Math.ceil(milliseconds / 60_000)

/** What a version would do to present learners, by the rules that will apply it (TRD-017, TRD-020). Writes nothing. */
export const dryRun = async (
  tx: Tx,
  ctx: SignedIn,
  takenCourses: TakenCourses,
  { rule_id, kind: named, ...body }: Body,
) => {
  const stored = rule_id === null ? null : await loadRule(tx, ctx.portal.id, rule_id)
  if (rule_id !== null && !stored) throw fail('not_found')
  const rule: TradeRule = stored ?? { id: 0, kind: named, versions: [] }
  const version: RuleVersion = { ...fitting(rule.kind, body), id: NOT_STORED }
  await requireSound(tx, ctx.portal.id, { kind: rule.kind, ...version })

  const today = dayOf(ctx.now, ctx.portal.setting.time_zone)
  const on = body.from_day > today ? body.from_day : today
  const courseIds = [...new Set([...rule.versions, version].flatMap(({ course_ids }) => course_ids))]
  const present = await loadPresent(tx, ctx.portal.id, courseIds, ctx.now)
  const rows = present.slice(0, MOST_LEARNERS)
  const learners = await readLearners(tx, ctx, takenCourses, { rows, on })
  const others = (await loadRulesOf(tx, ctx.portal.id, courseIds)).filter(({ id }) => id !== rule.id)
  const rules = { before: [...others, rule], after: [...others, withVersion(rule, version)] }
  const touched = touchedBy(learners, rules, on)
  return {
    on,
    learners: rows.length,
    touched: touched.length,
    set_up_before: countSetUps(rules.before, learners, on),
    set_up_after: countSetUps(rules.after, learners, on),
    has_more: present.length > MOST_LEARNERS,
    rows: touched.slice(0, DRY_RUN_ROWS).map(({ learner, before, after }) => ({
      related_id: learner.related_id,
      user_id: learner.user_id,
      name: learner.name,
      course: { id: learner.course_id, title: learner.course },
      missing_before: minutesOf(before.missing),
      missing_after: minutesOf(after.missing),
      stopped_before: before.stopped,
      stopped_after: after.stopped,
      tasks_before: before.tasks,
      tasks_after: after.tasks,
      exams_before: before.exams,
      exams_after: after.exams,
      questions_before: before.questions,
      questions_after: after.questions,
    })),
  }
}
