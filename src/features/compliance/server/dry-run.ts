import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOST_PEOPLE } from '../contract.ts'
import type { dryRunRequirement } from '../contract-terms.ts'
import { dayNumber, dayText } from '../rules/days.ts'
import { stretchesUntil } from '../rules/person.ts'
import type { TrainingRecord } from '../rules/records.ts'
import { courseIdsOf } from '../rules/refreshers.ts'
import { isUploaded, type Requirement, termsOn } from '../rules/requirement.ts'
import { isCleared, type Standing, standingOn } from '../rules/standing.ts'
import { checkSubject, checkTerms } from './actions/save-requirement.ts'
import { loadPlaceFacts, loadRecords } from './history.ts'
import { findPeople } from './people.ts'
import { loadRequirements, ruleOf } from './requirements.ts'

type DryRun = Input<typeof dryRunRequirement>['body']
type Change = { user_id: number; name: string; before: Standing; after: Standing }

const MOST_ROWS = 100

/** A requirement as it is, or as none, and as it would be with other terms. */
const withTerms = async (
  tx: Tx,
  ctx: SignedIn,
  { requirement_id, kind, course_id, ...given }: DryRun,
): Promise<{ before: Requirement; after: Requirement }> => {
  const { id: portalId } = ctx.portal
  const [stored] = requirement_id === null ? [] : await loadRequirements(tx, portalId, requirement_id)
  if (requirement_id !== null && !stored) throw fail('not_found')
  const subject = stored ?? (await checkSubject(tx, portalId, { kind, course_id }))
  const checked = await checkTerms(tx, portalId, subject, given)
  const before = stored ? ruleOf(stored) : { id: 0, kind: subject.kind, course_id: subject.course_id, terms: [] }
  const added = { ...checked, from: dayNumber(checked.from_day) }
  // Sorting keeps the order of terms of one day, and the newest of them holds.
  return { before, after: { ...before, terms: [...before.terms, added].sort((a, b) => a.from - b.from) } }
}

const courseIdsOn = (rule: Requirement, on: number) => courseIdsOf(rule, termsOn(rule, on))

const isRequired = ({ state }: Standing) => state !== 'not_required'
const isRequiredAndCleared = (standing: Standing) => isRequired(standing) && isCleared(standing.state)
const losesFirst = ({ before, after }: Change) => (isCleared(before.state) && !isCleared(after.state) ? 0 : 1)
const present = ({ state, until }: Standing) => ({ state, until: until === null ? null : dayText(until) })

/** What terms would change for present people on their first day, by the rules and facts of the matrix (CMP-048). */
export const dryRunTerms = async (tx: Tx, ctx: SignedIn, body: DryRun) => {
  const portal_id = ctx.portal.id
  const { time_zone } = ctx.portal.setting
  const today = dayOf(ctx.now, time_zone)
  const rules = await withTerms(tx, ctx, body)
  const on = body.from_day > today ? body.from_day : today
  const day = dayNumber(on)
  const everyone = await findPeople(tx, { portal_id, time_zone, reach: null, on: today, most: MOST_PEOPLE + 1 })
  const people = everyone.slice(0, MOST_PEOPLE).filter(({ left_on }) => left_on === null)
  const ids = people.map(({ id }) => id)
  const courses = { before: courseIdsOn(rules.before, day), after: courseIdsOn(rules.after, day) }
  const facts = await loadPlaceFacts(tx, portal_id, { ids, on })
  const recordsOf = await loadRecords(tx, portal_id, {
    ids,
    courses: [...new Set([...courses.before, ...courses.after])],
    requirements: isUploaded(rules.after.kind) ? [rules.after.id] : [],
  })
  const changes = people.map(({ id, name }): Change => {
    const stretches = stretchesUntil(facts.get(id) ?? [], day)
    const own = recordsOf(id)
    const standing = (which: 'before' | 'after') => {
      const isAbout = ({ course_id }: TrainingRecord) => course_id === null || courses[which].includes(course_id)
      return standingOn(rules[which], stretches, own.filter(isAbout), day)
    }
    return { user_id: id, name, before: standing('before'), after: standing('after') }
  })
  const touched = changes.filter(({ before: a, after: b }) => a.state !== b.state || a.until !== b.until)
  const countOf = (which: 'before' | 'after') => ({
    required: changes.filter((each) => isRequired(each[which])).length,
    cleared: changes.filter((each) => isRequiredAndCleared(each[which])).length,
  })
  return {
    on,
    people: people.length,
    has_more: everyone.length > MOST_PEOPLE,
    before: countOf('before'),
    after: countOf('after'),
    touched: touched.length,
    rows: touched
      .toSorted((a, b) => losesFirst(a) - losesFirst(b))
      .slice(0, MOST_ROWS)
      .map(({ before, after, ...who }) => ({ ...who, before: present(before), after: present(after) })),
  }
}
