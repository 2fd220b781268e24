import { sql } from 'kysely'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { dayNumber, dayText } from '../rules/days.ts'
import { placeOn, stretchesUntil } from '../rules/person.ts'
import { courseIdsOf } from '../rules/refreshers.ts'
import { type RenewsFrom, type Requirement, type RequirementKind, termsOn } from '../rules/requirement.ts'
import { renewalOn, type State } from '../rules/standing.ts'
import { loadPlaceFacts, loadRecords } from './history.ts'
import { type CourseName, currentTerms, loadRequirements, ruleOf } from './requirements.ts'

/** A requirement that asks something of somebody on a day. */
export type CurrentRequirement = {
  id: number
  kind: RequirementKind
  title: string
  valid_months: number | null
  grace_days: number
  course: CourseName | null
  /** Courses that renew what is held; people are enrolled in the first one. */
  refreshers: readonly CourseName[]
  renews_from: RenewsFrom
  rule: Requirement
}

/** How a person stands with a requirement that applies to them, with the last day of what they hold or held. */
export type Renewal = {
  user_id: number
  /** The manager whose team the person is on. */
  team_id: number | null
  requirement_id: number
  state: State
  /** The last day without grace; null where nothing runs out, nothing was held or what was held was revoked. */
  until: Day | null
  /** The last day of grace, for somebody who is in it. */
  grace_until: Day | null
  /** The last day on which a refresher renews it; null where the initial course is the next one. */
  refresher_until: Day | null
}

/** The courses that renew what somebody holds, the one to enroll in first; none for licenses and documents (CMP-042). */
export const renewingCourses = (
  { course, refreshers }: Pick<CurrentRequirement, 'course' | 'refreshers'>,
  { refresher_until }: Pick<Renewal, 'refresher_until'>,
): readonly CourseName[] => {
  if (!course) return []
  return refresher_until === null ? [course] : [...refreshers, course]
}

export const currentRequirements = async (tx: Tx, portalId: number, on: Day): Promise<CurrentRequirement[]> =>
  (await loadRequirements(tx, portalId)).flatMap((stored) => {
    const terms = currentTerms(stored, on)
    if (!terms) return []
    const { id, kind, course_id, course_title, course_slug } = stored
    return {
      id,
      kind,
      title: terms.title,
      valid_months: terms.valid_months,
      grace_days: terms.grace_days,
      refreshers: terms.refreshers,
      renews_from: terms.renews_from,
      course: course_id === null ? null : { id: course_id, title: course_title ?? '', slug: course_slug ?? '' },
      rule: ruleOf(stored),
    }
  })

/** People of the portal who may sign in, from an id on. */
const findPresent = async (tx: Tx, portalId: number, after: number, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from portal_users
    where portal_id = ${portalId} and user_id > ${after} and left_at is null and not is_blocked
    order by user_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

const textOf = (number: number | null): Day | null => (number === null ? null : dayText(number))

type Request = { on: Day; requirements: readonly CurrentRequirement[] } & (
  | { ids: readonly number[] }
  | { after: number; limit: number }
)

/** How people stand with the requirements that apply to them, in pages of people; `last` is null after the last page. */
export const readRenewals = async (tx: Tx, portalId: number, request: Request) => {
  const { on, requirements } = request
  const ids = 'ids' in request ? [...request.ids] : await findPresent(tx, portalId, request.after, request.limit)
  const renewals: Renewal[] = []
  const last = 'limit' in request && ids.length === request.limit ? (ids.at(-1) ?? null) : null
  if (ids.length === 0 || requirements.length === 0) return { renewals, last }
  const facts = await loadPlaceFacts(tx, portalId, { ids, on })
  const day = dayNumber(on)
  const rules = requirements.map(({ rule }) => ({ rule, course_ids: courseIdsOf(rule, termsOn(rule, day)) }))
  const recordsOf = await loadRecords(tx, portalId, {
    ids,
    courses: [...new Set(rules.flatMap(({ course_ids }) => course_ids))],
    requirements: requirements.flatMap(({ id, course }) => (course ? [] : [id])),
  })
  for (const id of ids) {
    const stretches = stretchesUntil(facts.get(id) ?? [], day)
    const place = placeOn(stretches)
    if (!place.is_present) continue
    const records = recordsOf(id)
    for (const { rule, course_ids } of rules) {
      const own = records.filter((record) =>
        record.course_id === null ? record.requirement_id === rule.id : course_ids.includes(record.course_id),
      )
      const { state, until, held_until, refresher_until } = renewalOn(rule, stretches, own, day)
      if (state === 'not_required') continue
      renewals.push({
        user_id: id,
        team_id: place.team_id,
        requirement_id: rule.id,
        state,
        until: textOf(held_until),
        grace_until: state === 'grace' ? textOf(until) : null,
        refresher_until: textOf(refresher_until),
      })
    }
  }
  return { renewals, last }
}
