import type { Context } from '#kernel/context.ts'
import { addDays, type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { itemStandard, type Standard, type Standards, standardsOf, tightest } from '../rules/standards.ts'
import { loadDays, loadItemTimes } from './seat-store.ts'
import { loadRulesOf } from './store.ts'

/** What the guard needs to know of an enrollment. */
export type EnrolledPerson = { id: number; user_id: number; course_id: number; created_at: Date }
type Call = Pick<Context, 'portal' | 'now'>

/** What rules ask of an enrollment today, and the time that counts. */
export type Standing = {
  today: Day
  /** Whether any rule names the course; time is counted there alone (TRD-010). */
  is_measured: boolean
  standards: Standards
  /** Milliseconds by item. */
  counted: ReadonlyMap<number, number>
  /** Milliseconds in the course. */
  total: number
  limit: ReturnType<typeof tightest>
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, one) => sum + one, 0)

/** Reads what rules ask of an enrollment today and the time that counts, in one round trip beside the rules. */
export const readStanding = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<Standing> => {
  const zone = ctx.portal.setting.time_zone
  const today = dayOf(ctx.now, zone)
  const [rules, times, days] = await Promise.all([
    loadRulesOf(tx, ctx.portal.id, [enrollment.course_id]),
    loadItemTimes(tx, ctx.portal.id, [enrollment.id]),
    loadDays(tx, ctx.portal.id, { user_ids: [enrollment.user_id], from: today, to: today }),
  ])
  const enrolled = { course_id: enrollment.course_id, enrolled_on: dayOf(enrollment.created_at, zone) }
  const standards = standardsOf(rules, enrolled, today)
  const counted = times.get(enrollment.id) ?? new Map<number, number>()
  const ofToday = days.get(enrollment.user_id) ?? []
  const limits = standards.limits.map((limit) => ({
    ...limit,
    counted: sumOf(
      ofToday.filter(({ course_id }) => limit.course_ids.includes(course_id)).map(({ milliseconds }) => milliseconds),
    ),
  }))
  return {
    ...{ today, standards, counted, is_measured: rules.length > 0 },
    total: sumOf(counted.values()),
    limit: tightest(limits),
  }
}

/** A standing after more time was counted in an item. */
export const withTime = (standing: Standing, itemId: number, milliseconds: number): Standing => ({
  ...standing,
  counted: new Map(standing.counted).set(itemId, (standing.counted.get(itemId) ?? 0) + milliseconds),
  total: standing.total + milliseconds,
  limit: standing.limit && {
    ...standing.limit,
    counted: standing.limit.counted + milliseconds,
    left: Math.max(0, standing.limit.left - milliseconds),
  },
})

const shown = (standard: Standard | null, counted: number) =>
  standard && { title: standard.title, source: standard.source, asked: standard.milliseconds, counted }

/** A standing as its learner sees it, for one of the items if it is named (TRD-015). */
export const presentStanding = ({ today, standards, counted, total, limit }: Standing, itemId: number | null) => ({
  item: itemId === null ? null : shown(itemStandard(standards, itemId), counted.get(itemId) ?? 0),
  course: shown(standards.course, total),
  day: limit && shown(limit, limit.counted),
  continues_on: limit?.left === 0 ? addDays(today, 1) : null,
})
