import { ROLES, type Role } from '#kernel/access/roles.ts'
import { endOfDay, lastMomentOf } from '#kernel/format/day.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Outcome } from './fields.ts'
import type { PersonValues, ReadRow } from './read-row.ts'

/** Somebody of the portal, as far as an import may change them. */
export type KnownPerson = {
  id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  direct_number: string | null
  /** Null as well where no row of the sheet names one. */
  mobile_number: string | null
  username: string | null
  external_id: string | null
  badge_number: string | null
  roles: readonly Role[]
  tag_ids: readonly number[]
  /** Whether the acting role may change them (USR-038). */
  is_changeable: boolean
  /** Whether the acting role may enter their mobile number (TXT-006). */
  is_number_open: boolean
}

export type KnownCourse = { id: number; title: string; publication_status: number }

/** What a row is decided by. */
export type Facts = {
  person: KnownPerson | null
  /** An earlier row of the sheet has the same e-mail; who the person is, is read from that one. */
  is_further: boolean
  course: KnownCourse | 'missing' | 'several' | null
  /** The person learns in that course already. */
  is_learner: boolean
  /** Credits that are left for the course. */
  credits: number
  /** The portal may begin something new (ORD-047). */
  is_subscribed: boolean
  /** By the folded title. */
  tags: ReadonlyMap<string, number>
  /** Whether somebody else has the username, here or in an earlier row. */
  is_username_taken: boolean
  /** The same of the external id. */
  is_external_id_taken: boolean
  /** The same of the badge number, also where somebody had it before (BDG-007). */
  is_badge_taken: boolean
  /** Whether badges are given in this portal (BDG-037). */
  has_badges: boolean
  /** Roles that the acting role may give. */
  roles: readonly Role[]
  time_zone: string
  now: Date
}

/** What would be done for a row. */
export type Plan = {
  outcome: Outcome
  /** Why it is refused, or what there is to know. */
  reason: string | null
  credits: number
  course_id: number | null
  course_title: string | null
  person: PersonValues
  roles: Role[]
  tag_ids: number[]
}

const nothing = (outcome: Outcome, reason: string | null): Plan => ({
  outcome,
  reason,
  credits: 0,
  course_id: null,
  course_title: null,
  person: {},
  roles: [],
  tag_ids: [],
})
const NUMBER_CLOSED =
  'You cannot enter a mobile number for this person. Leave the cell empty to import the rest of the row.'
const refused = (reason: string): Plan => nothing('refused', reason)

/** Values that differ from those of the person. */
const changedValues = (values: PersonValues, person: KnownPerson | null): PersonValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => person?.[name as keyof PersonValues] !== value),
  ) as PersonValues

const courseProblem = (row: ReadRow, facts: Facts): string | null => {
  const { course } = facts
  if (row.course === null) return null
  if (course === 'several')
    return `There are several courses “${row.course}”. Use the slug or the id of the one you mean.`
  if (course === 'missing' || course === null) return `There is no course “${row.course}”.`
  if (course.publication_status !== PUBLICATION.published)
    return `${course.title} is not published. Learners can be enrolled in published courses only.`
  if (!facts.is_subscribed) return 'This portal has no active subscription, so nobody can be enrolled.'
  if (row.access_until && endOfDay(row.access_until, facts.time_zone) <= facts.now)
    return 'Access until is in the past.'
  if (row.due_on && lastMomentOf(row.due_on, facts.time_zone) < facts.now) return 'The due date is in the past.'
  return null
}

/** What a row would do (USR-062). It asks for nothing: everything it depends on is in the facts. */
export const decide = (row: ReadRow, facts: Facts, tagKey: (title: string) => string): Plan => {
  const { person } = facts
  const isFurtherRow = facts.is_further
  const isNew = person === null && !isFurtherRow
  const badRole = row.roles.find((role) => !facts.roles.includes(role))
  if (badRole) return refused(`You cannot give the role ${ROLES[badRole].name}.`)
  const missingTag = row.tags.find((title) => !facts.tags.has(tagKey(title)))
  if (missingTag !== undefined)
    return refused(`There is no tag “${missingTag}”. Add it to the tags of the portal first.`)
  const problem = courseProblem(row, facts)
  if (problem) return refused(problem)

  const values = isFurtherRow ? {} : changedValues(row.person, person)
  if (values.username !== undefined && facts.is_username_taken) return refused('This username is already in use.')
  if (values.external_id !== undefined && facts.is_external_id_taken)
    return refused(`The external ID ${values.external_id} belongs to another person.`)
  if (values.badge_number !== undefined && !facts.has_badges) return refused('Badges are switched off in this portal.')
  if (row.person.badge_number !== undefined && facts.is_badge_taken)
    return refused(`The badge number ${row.person.badge_number} belongs to another person.`)
  if (isNew && row.email === null && !(row.person.first_name && row.person.last_name))
    return refused('A person without an e-mail needs a first and a last name.')
  // Asked of the row, not of what differs: otherwise the answer would tell whether a number was guessed right.
  if (!isFurtherRow && row.person.mobile_number !== undefined && person && !person.is_number_open)
    return refused(NUMBER_CLOSED)
  const roles = isFurtherRow ? [] : row.roles.filter((role) => !person?.roles.includes(role))
  const tag_ids = isFurtherRow
    ? []
    : row.tags.map((title) => facts.tags.get(tagKey(title)) as number).filter((id) => !person?.tag_ids.includes(id))
  const isChanged = Object.keys(values).length + roles.length + tag_ids.length > 0
  if (person && isChanged && !person.is_changeable)
    return refused('You cannot change this person, because their role is not below yours.')

  const course = row.course === null ? null : (facts.course as KnownCourse)
  const enrolls = course !== null && !facts.is_learner
  if (enrolls && facts.credits < 1) return refused(`Credits are not enough in the portal for ${course.title}.`)
  const already = course !== null && facts.is_learner ? `Already a learner of ${course.title}; dates stay.` : null
  const outcome: Outcome = isNew ? 'new' : enrolls ? 'enrolled' : isChanged ? 'changed' : 'unchanged'
  return {
    outcome,
    reason: enrolls ? `Course: ${course.title}` : already,
    credits: enrolls ? 1 : 0,
    course_id: enrolls ? course.id : null,
    course_title: enrolls ? course.title : null,
    person: values,
    roles,
    tag_ids,
  }
}
