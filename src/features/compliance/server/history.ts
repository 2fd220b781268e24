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

/**
 * Reads the numbers of `packed` records: fields are divided by commas, records by semicolons, and an empty field is null. It
 * reads several megabytes for one matrix, hence its plain loop without calls or pieces of text.
 */
const unpack = (packed: string): TrainingRecord[] => {
  const records: TrainingRecord[] = []
  const fields: (number | null)[] = [null, null, null, null, null, null, null, null]
  let field = 0
  let number = 0
  let isEmpty = true
  let isNegative = false
  for (let at = 0; at <= packed.length; at += 1) {
    const code = at < packed.length ? packed.charCodeAt(at) : SEMICOLON
    if (code >= ZERO && code <= NINE) {
      number = number * 10 + code - ZERO
      isEmpty = false
      continue
    }
    if (code === MINUS) {
      isNegative = true
      continue
    }
    fields[field] = isEmpty ? null : isNegative ? -number : number
    field += 1
    number = 0
    isEmpty = true
    isNegative = false
    if (code !== SEMICOLON) continue
    records.push({
      course_id: fields[0] as number | null,
      requirement_id: fields[1] as number | null,
      opened: fields[2] as number | null,
      closed: fields[3] as number | null,
      completed: fields[4] as number | null,
      held: fields[5] as number | null,
      until: fields[6] as number | null,
      revoked: fields[7] as number | null,
    })
    field = 0
  }
  return records
}
const SEMICOLON = 59
const MINUS = 45
const ZERO = 48
const NINE = 57

type Subjects = { courses: readonly number[]; requirements: readonly number[] }

/**
 * The records of people with these courses and requirements, as a function of the person. It makes them when it is asked, so
 * that the memory of one person's records is free again before the next one's.
 */
export const loadRecords = async (
  tx: Tx,
  portalId: number,
  { ids, courses, requirements }: Subjects & { ids: readonly number[] },
): Promise<(userId: number) => TrainingRecord[]> => {
  // Subqueries are looked up in a hash; a prepared statement would search an array from its start for each record.
  const { rows } = await sql<{ id: number; packed: string }>`
    select user_id as id, string_agg(packed, ';') as packed from compliance_records
    where portal_id = ${portalId} and user_id = any(${[...ids]}::bigint[])
      and (course_id in (select unnest(${[...courses]}::bigint[]))
        or requirement_id in (select unnest(${[...requirements]}::bigint[])))
    group by user_id`.execute(tx)
  const packedOf = new Map(rows.map(({ id, packed }) => [id, packed]))
  return (userId) => {
    const packed = packedOf.get(userId)
    return packed === undefined ? [] : unpack(packed)
  }
}
