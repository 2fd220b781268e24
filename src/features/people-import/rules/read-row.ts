import { canonicalNumber, NUMBER_PROBLEM } from '#kernel/access/badge-number.ts'
import { canonicalMobile, MOBILE_PROBLEM } from '#kernel/access/mobile-number.ts'
import { ROLE_NAMES, ROLES, type Role } from '#kernel/access/roles.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { foldTitle } from '#kernel/format/sheet-columns.ts'
import { rule, z } from '#kernel/schema.ts'
import { type Field, TITLES } from './fields.ts'
import { readDay } from './read-day.ts'

/** What a row says about a person; a missing value changes nothing. */
export type PersonValues = {
  first_name?: string
  middle_name?: string
  last_name?: string
  direct_number?: string
  /** In E.164 (TXT-021). */
  mobile_number?: string
  username?: string
  external_id?: string
  badge_number?: string
}

/** A row as it was read, in plain JSON. */
export type ReadRow = {
  /** Null for somebody who is known by the badge number alone (BDG-003). */
  email: string | null
  person: PersonValues
  roles: Role[]
  /** Titles, as the sheet has them. */
  tags: string[]
  course: string | null
  /** Days, `YYYY-MM-DD`. */
  due_on: string | null
  access_until: string | null
}

const SCHEMAS = {
  first_name: rule.plainText(100),
  middle_name: rule.plainText(100),
  last_name: rule.plainText(100),
  direct_number: rule.phone(),
  username: rule.username(),
  external_id: rule.externalId(),
} as const
const PERSON_FIELDS = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]

/** What every cell may hold at most; longer ones are refused with their own text. */
const TAG_CHARACTERS = 200
const MOST_TAGS = 50

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

const ROLE_BY_TITLE = new Map(
  ROLE_NAMES.flatMap((role) => [role, ROLES[role].name].map((name) => [foldTitle(name), role] as const)),
)

class Refusal extends Error {}
const refuse = (text: string): never => {
  throw new Refusal(text)
}

const badgeOf = (typed: string): string =>
  canonicalNumber(typed) ?? refuse(`${TITLES.badge_number[0]}: ${NUMBER_PROBLEM}`)

const mobileOf = (typed: string): string =>
  canonicalMobile(typed) ?? refuse(`${TITLES.mobile_number[0]}: ${MOBILE_PROBLEM}`)

const personOf = (values: Record<Field, string>): PersonValues => {
  const person: PersonValues = {}
  for (const field of PERSON_FIELDS) {
    const typed = values[field]
    if (typed === '') continue
    const { success, data, error } = z.safeParse(SCHEMAS[field], typed)
    if (!success) refuse(`${TITLES[field][0]}: ${error.issues[0]?.message}`)
    if (data) person[field] = data
  }
  if (values.badge_number !== '') person.badge_number = badgeOf(values.badge_number)
  if (values.mobile_number !== '') person.mobile_number = mobileOf(values.mobile_number)
  return person
}

const dayOfCell = (field: 'due_at' | 'expires_at', text: string): string | null => {
  if (text === '') return null
  const day = readDay(text)
  return day ?? refuse(`${TITLES[field][0]}: “${text}” is not a date. Write it as 11/25/2026 or 2026-11-25.`)
}

/** A row below the header, or the reason why it is refused (USR-061, USR-062). */
export const readRow = (values: Record<Field, string>): ReadRow | { refused: string } => {
  try {
    if (Object.values(values).some((text) => text.includes('\0')))
      refuse('A cell contains a character that cannot be saved.')
    if (values.email === '' && values.badge_number === '') refuse('The e-mail or the badge number is missing.')
    const email =
      values.email === '' ? null : (canonicalEmail(values.email) ?? refuse('Please enter a valid email address.'))
    const roles = listOf(values.roles).map(
      (name) => ROLE_BY_TITLE.get(foldTitle(name)) ?? refuse(`There is no role “${name}”.`),
    )
    const tags = listOf(values.tags)
    if (tags.length > MOST_TAGS || tags.some((tag) => tag.length > TAG_CHARACTERS)) refuse('There are too many tags.')
    const course = values.course || null
    const dueOn = dayOfCell('due_at', values.due_at)
    const accessUntil = dayOfCell('expires_at', values.expires_at)
    if (course === null && (dueOn || accessUntil)) refuse('There is a date, but no course that it belongs to.')
    return { email, person: personOf(values), roles, tags, course, due_on: dueOn, access_until: accessUntil }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    throw error
  }
}

export const isRefused = (row: ReadRow | { refused: string }): row is { refused: string } => 'refused' in row

/** What tells the people of a sheet apart: the e-mail, else the badge. An e-mail has an @, a badge none. */
export const keyOfPerson = ({ email, person }: Pick<ReadRow, 'email' | 'person'>): string =>
  email ?? person.badge_number ?? ''
