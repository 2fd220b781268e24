import { sql } from 'kysely'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { PLACE_KINDS, type PlaceFact, type PlaceKind } from '../rules/person.ts'
import type { TrainingRecord } from '../rules/records.ts'

// The matrix of 2,000 people and 100 requirements is made of some 200,000 records. They travel as one text for each person,
// which costs a tenth of as many rows.

const FIELD = '\u001f'
const ENTRY = '\u001e'

/** The place facts of people up to a day that were not taken back, in the order of their days. */
export const loadPlaceFacts = async (
  tx: Tx,
  portalId: number,
  { ids, on }: { ids: readonly number[]; on: Day },
): Promise<Map<number, PlaceFact[]>> => {
  const { rows } = await sql<{ id: number; packed: string }>`
    select f.user_id as id, string_agg(
      f.kind || ${FIELD} || (f.day - date '1970-01-01')::text || ${FIELD} || coalesce(f.value, ''), ${ENTRY} order by f.day, f.id
    ) as packed
    from compliance_facts f
    where f.portal_id = ${portalId} and f.user_id = any(${[...ids]}::bigint[]) and f.day <= ${on}::date
      and f.enrollment_id is null and f.document_id is null and f.kind = any(${[...PLACE_KINDS]}::text[])
      and not exists (select from compliance_facts c where c.portal_id = f.portal_id and c.corrects_id = f.id)
    group by f.user_id`.execute(tx)
  return new Map(rows.map(({ id, packed }) => [id, packed.split(ENTRY).map(placeFactOf)]))
}

const placeFactOf = (packed: string): PlaceFact => {
  const [kind, day, value] = packed.split(FIELD)
  return { kind: kind as PlaceKind, day: Number(day), value: value || null }
}

/** Reads the numbers of `packed` records: fields are divided by commas, records by semicolons, and an empty field is null. */
const unpack = (packed: string): TrainingRecord[] => {
  const records: TrainingRecord[] = []
  const fields: (number | null)[] = []
  let number = 0
  let sign = 1
  let isEmpty = true
  const endField = () => {
    fields.push(isEmpty ? null : sign * number)
    number = 0
    sign = 1
    isEmpty = true
  }
  for (let at = 0; at <= packed.length; at += 1) {
    const code = at < packed.length ? packed.charCodeAt(at) : SEMICOLON
    if (code === COMMA) endField()
    else if (code === SEMICOLON) {
      endField()
      const [course_id, requirement_id, opened, closed, completed, held, until, revoked] = fields as [
        number | null,
        ...typeof fields,
      ]
      records.push({ course_id, requirement_id, opened, closed, completed, held, until, revoked } as TrainingRecord)
      fields.length = 0
    } else if (code === MINUS) sign = -1
    else {
      number = number * 10 + code - ZERO
      isEmpty = false
    }
  }
  return records
}
const [COMMA, SEMICOLON, MINUS, ZERO] = [44, 59, 45, 48]

type Subjects = { courses: readonly number[]; requirements: readonly number[] }

/** The records of people with these courses and requirements. */
export const loadRecords = async (
  tx: Tx,
  portalId: number,
  { ids, courses, requirements }: Subjects & { ids: readonly number[] },
): Promise<Map<number, TrainingRecord[]>> => {
  const { rows } = await sql<{ id: number; packed: string }>`
    select user_id as id, string_agg(packed, ';') as packed from compliance_records
    where portal_id = ${portalId} and user_id = any(${[...ids]}::bigint[])
      and (course_id = any(${[...courses]}::bigint[]) or requirement_id = any(${[...requirements]}::bigint[]))
    group by user_id`.execute(tx)
  return new Map(rows.map(({ id, packed }) => [id, unpack(packed)]))
}
