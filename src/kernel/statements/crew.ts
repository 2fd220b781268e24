import { type FieldReader, FieldWriter, shorten, UnreadableStatement } from './fields.ts'
import { packNumber } from './number.ts'
import { head, KEY_ID, readNumber, roomBehind, SIGNATURE, type Sign, type Signed, sealed } from './signed.ts'

/** The first byte of a crew's statement. */
export const CREW = 2

/**
 * What a person of a crew has for a requirement of the roster: a certificate, what the records say without one (a document,
 * a course without certificate), some days of grace, nothing, or nothing because nothing is required. `last_day` is null for
 * what never ends.
 */
export type CrewEntry =
  | { kind: 'certificate'; number: string; last_day: string | null }
  | { kind: 'record' | 'grace'; last_day: string | null }
  | 'missing'
  | 'not_required'
export type CrewMember = { name: string; entries: CrewEntry[] }

/** What a code on a roster says; a large crew has several of them. */
export type CrewStatement = Signed & {
  title: string
  /** Which of how many codes of the roster it is. */
  part: number
  parts: number
  requirements: string[]
  people: CrewMember[]
}

/** What a code of version 25 holds at level L, in bytes: phones read larger ones badly from paper. */
export const MOST_IN_CREW = 1273
/** Bytes of each text. */
const TEXTS = { title: 40, requirement: 40, name: 30 }
const STATES = { missing: 0, certificate: 1, not_required: 2, record: 3, grace: 4 }

const UNSIGNED: Signed = { key_id: '0'.repeat(2 * KEY_ID), portal_id: 0, signed_at: new Date(0) }

type Crew = Signed & { title: string; requirements: readonly string[]; people: readonly CrewMember[] }

const withMember = (fields: FieldWriter, { name, entries }: CrewMember): FieldWriter => {
  fields.text(shorten(name, TEXTS.name))
  for (const entry of entries) {
    if (typeof entry === 'string') {
      fields.number(STATES[entry], 1)
      continue
    }
    fields.number(STATES[entry.kind], 1)
    if (entry.kind === 'certificate') fields.bytes(packNumber(entry.number))
    fields.day(entry.last_day)
  }
  return fields
}

const start = (crew: Crew, part: number, parts: number): FieldWriter => {
  const fields = head(CREW, crew)
    .text(shorten(crew.title, TEXTS.title))
    .number(part, 1)
    .number(parts, 1)
    .number(crew.requirements.length, 1)
  for (const requirement of crew.requirements) fields.text(shorten(requirement, TEXTS.requirement))
  return fields
}

/**
 * The people of each code, in their order: as few codes as hold everyone, at most `mostPeople` in each (EVD-022). How
 * many there are does not depend on the title.
 */
export const crewParts = <Member extends CrewMember>(
  page: string,
  { requirements, people }: { requirements: readonly string[]; people: readonly Member[] },
  mostPeople: number,
): Member[][] => {
  const longest = { ...UNSIGNED, title: 'x'.repeat(TEXTS.title), requirements, people }
  const room = roomBehind(`${page}#`, MOST_IN_CREW) - start(longest, 0, 0).size - 1 - SIGNATURE
  const parts: Member[][] = []
  let [part, size]: [Member[], number] = [[], 0]
  for (const member of people) {
    const needed = withMember(new FieldWriter(), member).size
    if (part.length > 0 && (size + needed > room || part.length === mostPeople)) {
      parts.push(part)
      ;[part, size] = [[], 0]
    }
    part.push(member)
    size += needed
  }
  return part.length > 0 ? [...parts, part] : parts
}

/** The addresses in the codes of a crew: the gate page with the signed statement of each part as fragment. */
export const crewAddresses = (page: string, crew: Crew, parts: readonly CrewMember[][], sign: Sign): string[] =>
  parts.map((people, index) => {
    const fields = start(crew, index + 1, parts.length).number(people.length, 1)
    for (const member of people) withMember(fields, member)
    return `${page}#${sealed(fields, sign)}`
  })

const readEntry = (reader: FieldReader): CrewEntry => {
  const state = reader.number(1)
  if (state === STATES.missing) return 'missing'
  if (state === STATES.not_required) return 'not_required'
  if (state === STATES.certificate) return { kind: 'certificate', number: readNumber(reader), last_day: reader.day() }
  if (state === STATES.record) return { kind: 'record', last_day: reader.day() }
  if (state === STATES.grace) return { kind: 'grace', last_day: reader.day() }
  throw new UnreadableStatement()
}

export const readCrew = (reader: FieldReader, signed: Signed): CrewStatement => {
  const title = reader.text()
  const part = reader.number(1)
  const parts = reader.number(1)
  const requirements = Array.from({ length: reader.number(1) }, () => reader.text())
  const people = Array.from({ length: reader.number(1) }, () => ({
    name: reader.text(),
    entries: requirements.map(() => readEntry(reader)),
  }))
  return { ...signed, title, part, parts, requirements, people }
}
