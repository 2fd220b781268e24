import { readSignOffs, type SignOff } from '#features/crew/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { addDays, type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Counted, countedFor, sumOf, together } from '../rules/counted.ts'
import { isReadItem, isTimeKind } from '../rules/model.ts'
import {
  type CourseStandard,
  courseStandard,
  itemStandard,
  type LimitToday,
  proctorStandard,
  type Standards,
  standardsOf,
  tightest,
} from '../rules/standards.ts'
import { taskKey } from '../rules/tasks.ts'
import { type IdentityStanding, identityStanding, presentIdentity } from './identity/standing.ts'
import { loadAnswered, loadQuestions } from './identity/store.ts'
import { namesOf } from './present.ts'
import { type NotConfirmed, readNotConfirmed } from './proctor-rules.ts'
import { loadDays, loadItemTimes, NO_TIME } from './seat-store.ts'
import { loadRulesOf } from './store.ts'

/** What the guard needs to know of an enrollment. */
export type EnrolledPerson = {
  id: number
  user_id: number
  course_id: number
  created_at: Date
  completed_at: Date | null
}
type Call = Pick<Context, 'portal' | 'now'>

/** What rules ask of an enrollment today, and the time that counts. */
export type Standing = {
  today: Day
  /** Whether any rule about time names the course; time is counted there alone (TRD-010). */
  is_measured: boolean
  standards: Standards
  /** Milliseconds by text, document, audio and video. */
  counted: ReadonlyMap<number, number>
  /** The time in the course. */
  total: Counted
  limits: readonly LimitToday[]
  /** The hands-on tasks that are signed off, the newest last. */
  signed: readonly SignOff[]
  /** The passed exams that a rule asks a proctor for, and whose proctor has not confirmed yet. */
  not_confirmed: readonly NotConfirmed[]
  /** The identity questions of the course; null where no rule asks any, and in a completed course. */
  identity: IdentityStanding | null
}

/**
 * Reads what rules ask of an enrollment, and the time and sign-offs that count, in one round trip beside the rules. Rules are
 * those of today; in a completed course those of the day on which it was completed.
 */
export const readStanding = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<Standing> => {
  const zone = ctx.portal.setting.time_zone
  const today = dayOf(ctx.now, zone)
  const [rules, times, days, signed, passed, questions, answered] = await Promise.all([
    loadRulesOf(tx, ctx.portal.id, [enrollment.course_id]),
    loadItemTimes(tx, ctx.portal.id, [enrollment.id]),
    loadDays(tx, ctx.portal.id, { user_ids: [enrollment.user_id], from: today, to: today }),
    readSignOffs(tx, ctx.portal.id, [enrollment.id]),
    readNotConfirmed(tx, ctx.portal.id, [enrollment.id]),
    loadQuestions(tx, ctx.portal.id, [enrollment.id]),
    loadAnswered(tx, ctx.portal.id, [enrollment.user_id]),
  ])
  const enrolled = { course_id: enrollment.course_id, enrolled_on: dayOf(enrollment.created_at, zone) }
  const on = enrollment.completed_at ? dayOf(enrollment.completed_at, zone) : today
  const standards = standardsOf(rules, enrolled, on)
  const { counted, in_tests } = times.get(enrollment.id) ?? NO_TIME
  const ofToday = days.get(enrollment.user_id) ?? []
  const limits = standards.limits.map((limit) => ({
    ...limit,
    counted: countedFor(limit, together(ofToday.filter(({ course_id }) => limit.course_ids.includes(course_id)))),
  }))
  return {
    ...{ today, standards, counted, signed, limits, is_measured: rules.some(({ kind }) => isTimeKind(kind)) },
    not_confirmed: passed.filter(({ exam_id }) => proctorStandard(standards, exam_id) !== null),
    total: { milliseconds: sumOf(counted.values()) + in_tests, in_tests },
    identity: identityStanding(enrollment.completed_at ? null : standards.identity, {
      questions,
      has_answers: answered.has(enrollment.user_id),
      now: ctx.now,
    }),
  }
}

type Item = { item_type: string; item_id: number }

/** Whether time in an item counts for a limit or a least time in the course (TRD-062). */
const isFor =
  ({ item_type: type }: Item) =>
  ({ counts_tests }: { counts_tests: boolean }): boolean =>
    counts_tests || isReadItem(type)

/** The limit that stops first; for an item, of those that count its time (TRD-005, TRD-063). */
export const limitOf = ({ limits }: Standing, item: Item | null): ReturnType<typeof tightest> =>
  tightest(item ? limits.filter(isFor(item)) : limits)

/** A standing after more time was counted in an item. */
export const withTime = (standing: Standing, item: Item, milliseconds: number): Standing => {
  const { counted, total, limits } = standing
  const isRead = isReadItem(item.item_type)
  return {
    ...standing,
    counted: isRead ? new Map(counted).set(item.item_id, (counted.get(item.item_id) ?? 0) + milliseconds) : counted,
    total: together([total, { milliseconds, in_tests: isRead ? 0 : milliseconds }]),
    limits: limits.map((limit) => (isFor(item)(limit) ? { ...limit, counted: limit.counted + milliseconds } : limit)),
  }
}

const shown = (standard: CourseStandard | null, counted: number) =>
  standard && {
    title: standard.title,
    source: standard.source,
    asked: standard.milliseconds,
    counted,
    counts_tests: standard.counts_tests,
  }

/** The hands-on tasks of a standing, with who signed them off (TRD-034). */
const presentTasks = async (tx: Tx, portalId: number, { standards, signed }: Standing) => {
  if (standards.tasks.length === 0) return []
  const byKey = new Map(signed.map((one) => [taskKey(one.task), one]))
  const names = await namesOf(
    tx,
    portalId,
    signed.map(({ by }) => by),
  )
  return standards.tasks.map(({ task, title, source }) => {
    const signOff = byKey.get(taskKey(task))
    return {
      task,
      title,
      source,
      signed_at: signOff?.at ?? null,
      signed_by: signOff ? (names.get(signOff.by) ?? null) : null,
    }
  })
}

/** The confirmations that a standing lacks, with whose they are (TRD-044). */
const presentProctors = async (tx: Tx, portalId: number, { standards, not_confirmed: rows }: Standing) => {
  const names = await namesOf(
    tx,
    portalId,
    rows.map(({ opened_by }) => opened_by),
  )
  return rows.flatMap(({ exam, exam_id, opened_by }) => {
    const rule = proctorStandard(standards, exam_id)
    return rule ? [{ exam, title: rule.title, source: rule.source, opened_by: names.get(opened_by) ?? null }] : []
  })
}

/** A standing as its learner sees it, for one of the items if it is named (TRD-015, TRD-034, TRD-064). */
export const presentStanding = async (tx: Tx, { portal }: Call, standing: Standing, item: Item | null) => {
  const { today, standards, counted, total, is_measured } = standing
  const limit = limitOf(standing, item)
  const course = courseStandard(standards, total)
  return {
    is_measured,
    item:
      item && isReadItem(item.item_type)
        ? shown(itemStandard(standards, item.item_id), counted.get(item.item_id) ?? 0)
        : null,
    course: course && shown(course, countedFor(course, total)),
    day: limit && shown(limit, limit.counted),
    continues_on: limit?.left === 0 ? addDays(today, 1) : null,
    tasks: await presentTasks(tx, portal.id, standing),
    proctors: await presentProctors(tx, portal.id, standing),
    identity: presentIdentity(standing.identity),
  }
}
