import { sql } from 'kysely'
import { fail } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { dayNumber, dayText } from '../rules/days.ts'
import { CORRECTABLE, type FactKind } from '../rules/facts.ts'
import { PLACE_KINDS, placeOn, stretchesUntil } from '../rules/person.ts'
import { standingOn } from '../rules/standing.ts'
import { loadDocuments, presentDocument } from './documents.ts'
import { loadPlaceFacts, loadRecords } from './history.ts'
import { findPeople, namesOf, type Reach } from './people.ts'
import { presentTerms } from './present.ts'
import { currentTerms, loadRequirements, namingTerms, ruleOf } from './requirements.ts'

/** More facts than this about one cell nobody reads. */
const MOST_FACTS = 200

type FactRow = {
  id: number
  kind: FactKind
  day: Day
  until_day: Day | null
  value: string | null
  reason: string | null
  course_version: number | null
  certificate_number: string | null
  document_id: number | null
  recorded_by: number | null
  recorded_at: Date
  corrected_at: Date | null
  correction_reason: string | null
  corrected_by: number | null
}

const COLUMNS = sql`f.id, f.kind, f.day::text, f.until_day::text, f.value, f.reason,
  coalesce(f.course_version, e.version) as course_version, k.number as certificate_number, f.document_id, f.recorded_by,
  f.recorded_at, c.recorded_at as corrected_at, c.reason as correction_reason, c.recorded_by as corrected_by`
const SOURCES = sql`compliance_facts f
  left join compliance_facts c on c.portal_id = f.portal_id and c.corrects_id = f.id
  left join certificates k on k.portal_id = f.portal_id and k.id = f.certificate_id
  left join enrollments e on e.portal_id = f.portal_id and e.id = f.enrollment_id and f.kind = 'completed'`

type Subject = { portal_id: number; user_id: number; course_id: number | null; requirement_id: number }

/** The facts about what a requirement asks of a person, the newest first. */
const factsAbout = async (tx: Tx, at: Subject): Promise<FactRow[]> => {
  const about =
    at.course_id === null ? sql`f.requirement_id = ${at.requirement_id}` : sql`f.course_id = ${at.course_id}`
  const { rows } = await sql<FactRow>`
    select ${COLUMNS} from ${SOURCES}
    where f.portal_id = ${at.portal_id} and f.user_id = ${at.user_id} and ${about} and f.kind <> 'corrected'
    order by f.day desc, f.id desc limit ${MOST_FACTS}`.execute(tx)
  return rows
}

const placeFactsOf = async (tx: Tx, at: Subject): Promise<FactRow[]> => {
  const { rows } = await sql<FactRow>`
    select ${COLUMNS} from ${SOURCES}
    where f.portal_id = ${at.portal_id} and f.user_id = ${at.user_id} and f.enrollment_id is null and f.document_id is null
      and f.kind = any(${[...PLACE_KINDS]}::text[])
    order by f.day desc, f.id desc limit ${MOST_FACTS}`.execute(tx)
  return rows
}

type Shown = {
  on: Day
  can_correct: boolean
  documents: ReadonlyMap<number, ReturnType<typeof presentDocument>>
  nameOf: (id: number | null) => string | null
}

const presentFact = (row: FactRow, { on, can_correct, documents, nameOf }: Shown) => ({
  id: row.id,
  kind: row.kind,
  day: row.day,
  until_day: row.until_day,
  value: row.kind === 'team' && row.value !== null ? nameOf(Number(row.value)) : row.value,
  reason: row.reason,
  course_version: row.course_version,
  certificate_number: row.certificate_number,
  document_id: row.document_id,
  document: (row.document_id === null ? null : documents.get(row.document_id)) ?? null,
  recorded_by: nameOf(row.recorded_by),
  recorded_at: row.recorded_at,
  correction:
    row.corrected_at === null
      ? null
      : { reason: row.correction_reason, recorded_by: nameOf(row.corrected_by), recorded_at: row.corrected_at },
  is_later: row.day > on,
  can_correct: can_correct && row.corrected_at === null && CORRECTABLE.includes(row.kind),
})

type At = {
  portal_id: number
  reach: Reach
  time_zone: string
  can_correct: boolean
  /** Files of documents are for the person, managers and admins alone (CMP-023). */
  can_read_documents: boolean
}

/** Why a person stood with a requirement as they did on a day: what happened, and where they were (CMP-008). */
export const showProof = async (tx: Tx, at: At, { user_id, id, on }: { user_id: number; id: number; on: Day }) => {
  const [stored] = await loadRequirements(tx, at.portal_id, id)
  const [person] = await findPeople(tx, { ...at, on: '9999-12-31', most: 1, ids: [user_id] })
  if (!stored || !person) throw fail('not_found')
  const rule = ruleOf(stored)
  const placeFacts = (await loadPlaceFacts(tx, at.portal_id, { ids: [user_id], on })).get(user_id) ?? []
  const subject =
    rule.course_id === null ? { courses: [], requirements: [id] } : { courses: [rule.course_id], requirements: [] }
  const records = (await loadRecords(tx, at.portal_id, { ids: [user_id], ...subject })).get(user_id) ?? []
  const stretches = stretchesUntil(placeFacts, dayNumber(on))
  const place = placeOn(stretches)
  const { state, until } = standingOn(rule, stretches, records, dayNumber(on))
  const key = { portal_id: at.portal_id, user_id, course_id: rule.course_id, requirement_id: id }
  const facts = await factsAbout(tx, key)
  const places = await placeFactsOf(tx, key)
  const terms = currentTerms(stored, on)
  const names = await namesOf(tx, at.portal_id, [
    place.team_id,
    ...(terms ? [terms.created_by, ...terms.team_ids] : []),
    ...[...facts, ...places].flatMap((row) => [
      row.recorded_by,
      row.corrected_by,
      row.kind === 'team' && row.value !== null ? Number(row.value) : null,
    ]),
  ])
  const ids = at.can_read_documents ? facts.flatMap(({ document_id }) => document_id ?? []) : []
  const documents = await loadDocuments(tx, at.portal_id, { ids: [...new Set(ids)] })
  const shown: Shown = {
    on,
    documents: new Map(documents.map((row) => [row.id, presentDocument(row)])),
    can_correct: at.can_correct,
    nameOf: (one) => (one === null ? null : (names.get(one) ?? null)),
  }
  return {
    on,
    person: {
      id: person.id,
      name: person.name,
      left_on: person.left_on,
      team: place.team_id === null ? null : { id: place.team_id, name: names.get(place.team_id) ?? '' },
      site: place.site,
      job: place.job,
      state: place.state,
    },
    requirement: {
      id,
      kind: stored.kind,
      title: namingTerms(stored, on)?.title ?? '',
      course:
        stored.course_id === null
          ? null
          : { id: stored.course_id, title: stored.course_title ?? '', slug: stored.course_slug ?? '' },
      terms: terms && presentTerms(terms, names),
    },
    state,
    until: until === null ? null : dayText(until),
    facts: facts.map((row) => presentFact(row, shown)),
    places: places.map((row) => presentFact(row, shown)),
  }
}
