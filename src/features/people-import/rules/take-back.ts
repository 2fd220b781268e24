import { maskedMobile } from '#kernel/access/mobile-number.ts'
import { TITLES } from './fields.ts'
import type { PersonValues } from './read-row.ts'

/** What the run wrote for a row, as far as its undo decides with it. */
export type WrittenRow = {
  is_new: boolean
  /** What the values were that the run changed, and what it made of them. */
  before: Record<string, string | null>
  after: PersonValues
  roles: readonly string[]
  tag_ids: readonly number[]
  enrollment_id: number | null
  course: string | null
}

type Values = { [name in keyof PersonValues]?: string | null }

/** How the person of a row stands now. */
export type TakeBackFacts = {
  is_member: boolean
  has_joined_by_import: boolean
  /** Since the run. */
  has_signed_in: boolean
  has_orders: boolean
  /** Whether the person who undoes may change them (USR-038). */
  is_changeable: boolean
  /** The enrollment of the row. */
  enrollment: 'none' | 'ended' | 'unused' | 'started'
  /** Other enrollments that have not ended. */
  other_enrollments: number
  values: Values
  has_badges: boolean
  /** Whether the person has used something that was texted to the present mobile number. */
  has_proved_number: boolean
}

export type TakeBackPlan = {
  undo: 'taken_back' | 'kept'
  /** What stays, and why. */
  reason: string | null
  is_unenrolled: boolean
  /** Values that get what they were before; null for none. */
  values: Values
  /** Roles and tags that the row gave go. */
  loses_roles_and_tags: boolean
  is_removed: boolean
}

const plan = (values: Partial<TakeBackPlan>): TakeBackPlan => ({
  undo: 'kept',
  reason: null,
  is_unenrolled: false,
  values: {},
  loses_roles_and_tags: false,
  is_removed: false,
  ...values,
})
const kept = (reason: string, more: Partial<TakeBackPlan> = {}) => plan({ reason, ...more })

/** Values that nobody has changed since, with what they were, and the names of those that stay. */
const formerValues = (
  { before, after }: WrittenRow,
  { values, has_badges: hasBadges, has_proved_number: hasProved }: TakeBackFacts,
) => {
  const names = Object.keys(after) as (keyof PersonValues)[]
  // A former badge is not given again while badges are switched off; one that the import has given is withdrawn all the same.
  const stays = (name: keyof PersonValues) =>
    values[name] !== after[name] ||
    (name === 'badge_number' && !hasBadges && typeof before[name] === 'string') ||
    (name === 'mobile_number' && hasProved)
  const former: Values = {}
  for (const name of names) if (!stays(name)) former[name] = before[name] ?? null
  return { former, staying: names.filter(stays) }
}

const stayingText = (
  staying: readonly (keyof PersonValues)[],
  { after }: WrittenRow,
  { values, has_badges: hasBadges, has_proved_number: hasProved }: TakeBackFacts,
) => {
  const isBadgeOff = !hasBadges && staying.includes('badge_number')
  const isProved = hasProved && staying.includes('mobile_number') && values.mobile_number === after.mobile_number
  const names = staying
    .filter((name) => !(isBadgeOff && name === 'badge_number') && !(isProved && name === 'mobile_number'))
    .map((name) => TITLES[name][0])
  return [
    names.length > 0 && `Changed again since, so it stays: ${names.join(', ')}.`,
    isBadgeOff && 'Badges are switched off, so the badge number stays.',
    isProved && 'The person has confirmed the mobile number, so it stays.',
  ]
}

/** What the undo does for a row that the run wrote, as far as nobody has used it (USR-066, BLK-041). */
export const decideTakeBack = (written: WrittenRow, facts: TakeBackFacts): TakeBackPlan => {
  if (!facts.is_member) return kept('Is no longer in this portal.')
  if (facts.has_joined_by_import && facts.has_signed_in) return kept('Has signed in, so everything stays.')
  if (!facts.is_changeable) return kept('You cannot change this person, because their role is not below yours.')
  const { enrollment } = facts
  const is_unenrolled = enrollment === 'unused'
  const started = enrollment === 'started' && `Has started ${written.course ?? 'the course'}, so the enrollment stays.`
  if (!written.is_new) {
    const { former, staying } = formerValues(written, facts)
    const reason = [started, ...stayingText(staying, written, facts)].filter(Boolean).join(' ')
    return plan({
      undo: reason ? 'kept' : 'taken_back',
      reason: reason || null,
      is_unenrolled,
      values: former,
      loses_roles_and_tags: true,
    })
  }
  if (started) return kept(started)
  if (facts.has_orders) return kept('Has an order, so the person stays.', { is_unenrolled })
  if (facts.other_enrollments > 0)
    return kept('Is enrolled in a course that this import did not add, so the person stays.', { is_unenrolled })
  return plan({ undo: 'taken_back', is_unenrolled, is_removed: true })
}

/** What a value is again. A number is shown as to those who may not change it, and has to be confirmed again (TXT-021). */
const restoredText = (name: keyof PersonValues, value: string): string =>
  name === 'mobile_number'
    ? `${TITLES[name][0]} is ${maskedMobile(value)} again, not confirmed yet.`
    : `${TITLES[name][0]} is ${value} again.`

const list = (words: readonly string[]): string => words.join(', ')

/** What a plan restores, in words for people; nothing where everything stays. */
export const effectsOf = (written: WrittenRow, done: TakeBackPlan, roleNames: readonly string[]): string[] => {
  if (done.is_removed) return ['Removed from this portal.']
  const emptied = (Object.keys(done.values) as (keyof PersonValues)[]).filter((name) => done.values[name] === null)
  const changed = (Object.keys(done.values) as (keyof PersonValues)[]).filter((name) => done.values[name] !== null)
  const tags = written.tag_ids.length
  return [
    ...(done.is_unenrolled ? [`Unenrolled from ${written.course ?? 'the course'}.`] : []),
    ...changed.map((name) => restoredText(name, done.values[name] ?? '')),
    ...(emptied.length > 0 ? [`Emptied: ${list(emptied.map((name) => TITLES[name][0]))}.`] : []),
    ...(done.loses_roles_and_tags && roleNames.length > 0 ? [`Loses the role ${list(roleNames)}.`] : []),
    ...(done.loses_roles_and_tags && tags > 0 ? [`Loses ${tags === 1 ? 'one tag' : `${tags} tags`}.`] : []),
  ]
}
