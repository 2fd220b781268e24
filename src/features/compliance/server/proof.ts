import { sql } from 'kysely'
import { fail } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { dayNumber, dayText } from '../rules/days.ts'
import { CORRECTABLE, type FactKind } from '../rules/facts.ts'
import { PLACE_KINDS, placeOn, stretchesUntil } from '../rules/person.ts'
import type { TrainingRecord } from '../rules/records.ts'
import { type Counted, countedOn, courseIdsOf } from '../rules/refreshers.ts'
import { type Requirement, termsOn } from '../rules/requirement.ts'
import { standingOn } from '../rules/standing.ts'
import { loadDocuments, presentDocument } from './documents.ts'
import { loadPlaceFacts } from './history.ts'
import { findPeople, namesOf, type Reach } from './people.ts'
import { presentTerms } from './present.ts'
import { currentTerms, loadRequirements, namingTerms, ruleOf, type StoredRequirement } from './requirements.ts'

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
  enrollment_id: number | null
  course_id: number | null
  course_title: string | null
  recorded_by: number | null
  recorded_at: Date
  corrected_at: Date | null
  correction_reason: string | null
  corrected_by: number | null
}

const COLUMNS = sql`f.id, f.kind, f.day::text, f.until_day::text, f.value, f.reason,
  coalesce(f.course_version, e.version) as course_version, k.number as certificate_number, f.document_id, f.enrollment_id,
  f.course_id, o.title as course_title, f.recorded_by,
  f.recorded_at, c.recorded_at as corrected_at, c.reason as correction_reason, c.recorded_by as corrected_by`
const SOURCES = sql`compliance_facts f
  left join compliance_facts c on c.portal_id = f.portal_id and c.corrects_id = f.id
  left join courses o on o.portal_id = f.portal_id and o.id = f.course_id
  left join certificates k on k.portal_id = f.portal_id and k.id = f.certificate_id
  left join enrollments e on e.portal_id = f.portal_id and e.id = f.enrollment_id and f.kind = 'completed'`

type Subject = { portal_id: number; user_id: number; course_ids: readonly number[]; requirement_id: number }

/** The facts about what a requirement asks of a person, the newest first. */
const factsAbout = async (tx: Tx, at: Subject): Promise<FactRow[]> => {
  const about =
    at.course_ids.length === 0
      ? sql`f.requirement_id = ${at.requirement_id}`
      : sql`f.course_id = any(${[...at.course_ids]}::bigint[])`
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

/** The record of an enrollment or document, with the id of its enrollment. */
type OwnRecord = TrainingRecord & { enrollment_id: number | null }

/** The records of one person about a requirement. */
const recordsAbout = async (tx: Tx, at: Subject): Promise<OwnRecord[]> => {
  const about =
    at.course_ids.length === 0
      ? sql`requirement_id = ${at.requirement_id}`
      : sql`course_id = any(${[...at.course_ids]}::bigint[])`
  const { rows } = await sql<OwnRecord>`
    select enrollment_id, course_id, requirement_id, opened_day - date '1970-01-01' as opened,
      closed_day - date '1970-01-01' as closed, completed_day - date '1970-01-01' as completed,
      held_day - date '1970-01-01' as held, until_day - date '1970-01-01' as until, revoked_day - date '1970-01-01' as revoked
    from compliance_records
    where portal_id = ${at.portal_id} and user_id = ${at.user_id} and ${about} order by id`.execute(tx)
  return rows
}

type OwnCounted = Counted<OwnRecord>

/** What a completion or certificate counts as: the word beside it in the history (CMP-044). */
const countsAs = (row: FactRow, { rule, counted, on }: Shown) => {
  const gives = row.kind === (rule.kind === 'course' ? 'completed' : 'certificate_issued')
  if (rule.course_id === null || !gives || row.corrected_at !== null || row.day > on) return null
  const match = counted.find(({ record }) => record.enrollment_id === row.enrollment_id)
  if (match) return match.is_revoked ? null : match.as
  return row.course_id === rule.course_id ? null : ('nothing' as const)
}

type Shown = {
  on: Day
  rule: Requirement
  counted: readonly OwnCounted[]
  can_correct: boolean
  documents: ReadonlyMap<number, ReturnType<typeof presentDocument>>
  nameOf: (id: number | null) => string | null
}

const presentFact = (row: FactRow, shown: Shown) => ({
  id: row.id,
  kind: row.kind,
  day: row.day,
  until_day: row.until_day,
  value: row.kind === 'team' && row.value !== null ? shown.nameOf(Number(row.value)) : row.value,
  reason: row.reason,
  course_version: row.course_version,
  refresher: row.course_id !== null && row.course_id !== shown.rule.course_id ? row.course_title : null,
  counts_as: countsAs(row, shown),
  certificate_number: row.certificate_number,
  document_id: row.document_id,
  document: (row.document_id === null ? null : shown.documents.get(row.document_id)) ?? null,
  recorded_by: shown.nameOf(row.recorded_by),
  recorded_at: row.recorded_at,
  correction:
    row.corrected_at === null
      ? null
      : { reason: row.correction_reason, recorded_by: shown.nameOf(row.corrected_by), recorded_at: row.corrected_at },
  is_later: row.day > shown.on,
  can_correct: shown.can_correct && row.corrected_at === null && CORRECTABLE.includes(row.kind),
})

/** What decides until when a requirement is or was met: what holds the longest, of several the newest. */
const presentCounted = (counted: readonly OwnCounted[], stored: StoredRequirement) => {
  const valid = counted.filter(({ is_revoked }) => !is_revoked)
  const decides = valid.toSorted((a, b) => b.until - a.until || b.start - a.start)[0]
  if (!decides) return null
  const named = stored.terms.flatMap(({ refreshers }) => refreshers)
  const refresher = named.find((course) => course.id === decides.record.course_id)
  return {
    as: decides.as,
    course: (decides.as === 'refresher' ? refresher?.title : stored.course_title) ?? '',
    day: dayText(decides.start),
    until: Number.isFinite(decides.until) ? dayText(decides.until) : null,
  }
}

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
  const day = dayNumber(on)
  const dayTerms = termsOn(rule, day)
  const key = { portal_id: at.portal_id, user_id, course_ids: courseIdsOf(rule, dayTerms), requirement_id: id }
  const records = await recordsAbout(tx, key)
  const stretches = stretchesUntil(placeFacts, day)
  const place = placeOn(stretches)
  const { state, until } = standingOn(rule, stretches, records, day)
  const counted = dayTerms && rule.course_id !== null ? countedOn(rule, dayTerms, records, day) : []
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
    rule,
    counted,
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
    counted: state === 'not_required' ? null : presentCounted(counted, stored),
    facts: facts.map((row) => presentFact(row, shown)),
    places: places.map((row) => presentFact(row, shown)),
  }
}
