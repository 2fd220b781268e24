import { loadShownPeople } from '#features/accounts/server/api.ts'
import { entriesOfEnrollments } from '#features/activity-logs/server/api.ts'
import { readHandsOn } from '#features/crew/server/api.ts'
import { loadOpenings, type Opening } from '#features/exams/server/api.ts'
import { progressPercent, type Status } from '#features/progress/server/api.ts'
import { readRuleRecords } from '#features/trade-rules/server/api.ts'
import { displayName } from '#kernel/display-name.ts'
import type { Tx } from '#platform/db/db.ts'
import { plainText, statusWord } from '../rules/words.ts'
import * as read from './record-rows.ts'
import { peopleOfRules, presentIdentity, presentRules, presentSeatTime } from './record-rules.ts'

/** What of the records goes into the file. */
export type Scope = {
  /** Answers, submitted work and comments of graders, for those who may read them (ROL-037). */
  with_answers: boolean
}

type Names = (id: number | null) => string | null

/** Someone without a name is not named by their e-mail: it is theirs alone. */
export const nameOf = (shown: string): string =>
  shown === '' || shown.includes('@') ? 'A member without a name' : shown

const namesFor = async (tx: Tx, portalId: number, ids: readonly (number | null)[]): Promise<Names> => {
  const people = await loadShownPeople(tx, portalId, [...new Set(ids.filter((id) => id !== null))])
  return (id) => (id === null ? null : nameOf(people.get(id)?.display_name ?? 'A former member'))
}

const seconds = (from: Date, until: Date | null) =>
  until === null ? null : Math.max(0, Math.round((until.getTime() - from.getTime()) / 1000))
const time = (at: Date | null) => at?.toISOString() ?? null

/** Who was present at an attempt, as they recorded it (TRD-045). */
const presentProctor = (opening: Opening | undefined, names: Names) =>
  opening
    ? {
        name: names(opening.opened_by),
        opened_at: opening.opened_at.toISOString(),
        place: opening.place,
        identity_check: opening.identity_check,
        ended_attempt_at: time(opening.ended_at),
        ended_attempt_by: names(opening.ended_by),
        confirmed_presence_at: time(opening.confirmed_at),
        incidents: opening.incidents.map(({ text, recorded_at, recorded_by }) => ({
          text,
          recorded_at: recorded_at.toISOString(),
          recorded_by: names(recorded_by),
        })),
      }
    : null

const presentAttempt = (
  row: read.AttemptRow,
  { questions, opening }: { questions: readonly read.QuestionRow[]; opening: Opening | undefined },
  names: Names,
  scope: Scope,
) => ({
  number: row.number,
  type: row.type,
  course_version: row.version,
  status: statusWord(row.status),
  score: row.score,
  passing_score: row.passing_score,
  correct_count: row.correct_count,
  answered_count: row.answered_count,
  questions_count: row.questions_count,
  started_at: row.started_at.toISOString(),
  finished_at: time(row.finished_at),
  seconds: seconds(row.started_at, row.finished_at),
  time_limit_minutes: row.time_limit_minutes,
  was_ended_by_clock: row.is_time_over,
  reset_at: time(row.reset_at),
  reset_by: names(row.reset_by),
  proctor: presentProctor(opening, names),
  // Only what is there: files without such attempts stay as they were.
  ...(row.received_at && {
    taken_offline: {
      leased_at: time(row.leased_at),
      lease_ends_at: time(row.lease_ended_at),
      started_by_device_clock: time(row.device_started_at),
      finished_by_device_clock: time(row.device_finished_at),
      received_at: time(row.received_at),
      counts: row.outcome === 'counts',
      outcome: row.outcome,
    },
  }),
  ...(scope.with_answers && {
    questions: questions.map((question) => ({
      number: question.number,
      id: question.question_id,
      type: question.type,
      text: plainText(question.text),
      choices: question.answers.map((answer) => ({
        text: plainText(answer.text),
        is_correct: answer.is_correct,
        is_chosen: question.answer_ids?.includes(answer.id) ?? false,
      })),
      is_correct: question.is_correct,
      answered_at: time(question.answered_at),
      arrived_at: time(question.arrived_at),
      seconds: question.milliseconds === null ? null : Math.round(question.milliseconds / 100) / 10,
    })),
  }),
})

const presentResponse = (row: read.ResponseRow, names: Names, scope: Scope) => ({
  number: row.number,
  submitted_at: row.created_at.toISOString(),
  ...(scope.with_answers && { text: row.text === null ? null : plainText(row.text), files: row.files }),
  score: row.score,
  result: row.result === null ? null : statusWord(row.result),
  ...(scope.with_answers && { comment: row.comment }),
  graded_by: names(row.graded_by),
  graded_at: time(row.graded_at),
})

const presentPackage = (row: read.PackageRow, names: Names) => ({
  module: row.module,
  package: row.package_title ?? row.package_file,
  result: row.result,
  seconds: Math.round(row.hundredths / 100),
  started_at: row.started_at.toISOString(),
  last_saved_at: row.updated_at.toISOString(),
  parts: row.parts.map(({ hundredths, ...part }) => ({ ...part, seconds: Math.round(hundredths / 100) })),
  earlier_states_put_back: row.restores.map(({ event, by, at }) => ({
    kind: event === 'carry' ? 'carried over from a former package' : 'restored',
    by: names(by),
    at: new Date(at).toISOString(),
  })),
})

const presentHandsOn = (row: Awaited<ReturnType<typeof readHandsOn>>[number], names: Names) => ({
  session_id: row.session_id,
  session: row.session,
  place: row.place,
  kind: row.kind,
  task: row.task,
  is_taken_back: !row.is_so,
  proof: row.proof,
  typed_name: row.typed_name,
  signature: row.signature,
  reason: row.reason,
  at: row.at.toISOString(),
  recorded_at: row.recorded_at.toISOString(),
  recorded_by: names(row.recorded_by),
})

const presentCertificate = (row: read.CertificateRow, names: Names) => ({
  number: row.number,
  holder_name: row.holder_name,
  course_title: row.course_title,
  provider: row.provider,
  course_version: row.course_version,
  issued_at: row.issued_at.toISOString(),
  issued_by: row.is_automatic ? null : names(row.issued_by),
  was_issued_automatically: row.is_automatic,
  expires_at: time(row.expires_at),
  time_zone: row.time_zone,
  revoked_at: time(row.revoked_at),
  revoked_by: names(row.revoked_by),
  revoke_reason: row.revoke_reason,
  seals: row.seals,
  file: `certificates/${row.number}.pdf`,
})

type Items = Map<string, readonly read.ItemRow[]>

/** The items of the versions of these enrollments; `known` has those that were read before. */
const loadItems = async (tx: Tx, portalId: number, rows: readonly read.EnrollmentRow[], known: Items) => {
  for (const { course_id, version } of rows) {
    const key = `${course_id}/${version}`
    // A file for a large portal meets the same few versions again and again; more than these are read again.
    if (known.size > 50) known.clear()
    if (!known.has(key)) known.set(key, await read.readItems(tx, { portal_id: portalId, course_id, version }))
  }
}

/** Groups of rows that belong together, each under the title of what they are about. */
const grouped = <Row, Shown>(rows: readonly Row[], key: (row: Row) => number, show: (rows: Row[]) => Shown): Shown[] =>
  [...Map.groupBy(rows, key).values()].map(show)

export type RecordsOf = { portal_id: number; ids: readonly number[]; scope: Scope; known?: Items; now?: Date }

/**
 * Everything that is recorded of these enrollments, in the order of their ids (EVD-005). Each has the keys of its stored
 * certificate beside it, which are not part of the record.
 */
export const loadRecords = async (
  tx: Tx,
  { portal_id, ids, scope, known = new Map(), now = new Date() }: RecordsOf,
) => {
  if (ids.length === 0) return []
  const of = { portal_id, ids }
  const enrollments = await read.readEnrollments(tx, of)
  await loadItems(tx, portal_id, enrollments, known)
  const progress = await read.readProgress(tx, of)
  const attempts = await read.readAttempts(tx, of)
  const questions = scope.with_answers ? await read.readQuestions(tx, of) : []
  const extraTimes = await read.readExtraTimes(tx, of)
  const responses = await read.readResponses(tx, of)
  const packages = await read.readPackages(tx, of)
  const certificates = await read.readCertificates(tx, of)
  const grants = await read.readGrants(tx, of)
  const openings = await loadOpenings(tx, portal_id, { enrollment_ids: ids })
  const handsOn = await readHandsOn(tx, of)
  const rules = await readRuleRecords(tx, portal_id, enrollments, now)
  const entries = await entriesOfEnrollments(tx, portal_id, ids)
  const names = await namesFor(tx, portal_id, [
    ...enrollments.flatMap((row) => [row.completed_by, row.ended_by, row.published_by, row.manager_id, row.curator_id]),
    ...attempts.map((row) => row.reset_by),
    ...extraTimes.map((row) => row.given_by),
    ...responses.map((row) => row.graded_by),
    ...packages.flatMap((row) => row.restores.map(({ by }) => by)),
    ...certificates.flatMap((row) => [row.issued_by, row.revoked_by]),
    ...grants.map((row) => row.granted_by),
    ...openings.flatMap((row) => [row.opened_by, row.ended_by, ...row.incidents.map((one) => one.recorded_by)]),
    ...handsOn.map((row) => row.recorded_by),
    ...[...rules.values()].flatMap(peopleOfRules),
  ])
  const questionsOf = Map.groupBy(questions, (row) => row.attempt_id)
  return enrollments.map((row) => {
    const own = <Row extends { enrollment_id: number }>(all: readonly Row[]) =>
      all.filter(({ enrollment_id: id }) => id === row.id)
    const certificate = certificates.find(({ related_id: id }) => id === row.id) ?? null
    const items = known.get(`${row.course_id}/${row.version}`) ?? []
    const itemKey = (item: { item_type: string; item_id: number }) => `${item.item_type}/${item.item_id}`
    const progressOf = new Map(own(progress).map((item) => [itemKey(item), item]))
    const person = { ...row, email: row.email ?? '' }
    const ruled = rules.get(row.id) ?? { rules: [], seat_time: [], identity: [] }
    return {
      certificate_file: certificate && {
        id: certificate.id,
        key: certificate.file_key,
        issued_at: certificate.issued_at,
      },
      record: {
        format: 'portico-evidence-record/1',
        enrollment: {
          id: row.id,
          role: row.role,
          status: statusWord(row.status),
          progress_percent: progressPercent(row.status as Status, row.items_done, row.items_total),
          enrolled_at: row.created_at.toISOString(),
          starts_at: row.starts_at.toISOString(),
          started_at: time(row.started_at),
          due_at: time(row.due_at),
          expires_at: row.expires_at.toISOString(),
          last_opened_at: time(row.last_opened_at),
          completed_at: time(row.completed_at),
          completed_by: names(row.completed_by),
          completion_reason: row.completion_reason,
          ended_at: time(row.ended_at),
          ended_by: names(row.ended_by),
          manager: names(row.manager_id),
          curator: names(row.curator_id),
        },
        person: {
          id: row.user_id,
          name: displayName(person),
          email: row.email,
          external_id: row.external_id,
        },
        course: { id: row.course_id, title: row.course_title, slug: row.course_slug },
        version: {
          number: row.version === 0 ? null : row.version,
          published_at: time(row.published_at),
          published_by: names(row.published_by),
          note: row.version_note,
        },
        items: items.map((item) => {
          const done = progressOf.get(itemKey(item))
          return {
            type: item.item_type,
            id: item.item_id,
            module_id: item.module_id,
            title: item.title,
            content_sha256: item.content_sha256,
            status: statusWord(done?.status ?? 4),
            started_at: time(done?.started_at ?? null),
            finished_at: time(done?.finished_at ?? null),
          }
        }),
        exams: grouped(
          own(attempts),
          ({ exam_id: id }) => id,
          (of) => ({
            id: of[0]?.exam_id,
            title: of.at(-1)?.exam,
            attempts: of.map((attempt) => {
              const opening = openings.find(({ attempt_id }) => attempt_id === attempt.id)
              return presentAttempt(attempt, { questions: questionsOf.get(attempt.id) ?? [], opening }, names, scope)
            }),
          }),
        ),
        extra_time: own(extraTimes).map(({ exam_id, minutes, given_by, given_at }) => ({
          exam_id,
          minutes,
          given_by: names(given_by),
          given_at: given_at.toISOString(),
        })),
        assignments: grouped(
          own(responses),
          ({ assignment_id: id }) => id,
          (of) => ({
            id: of[0]?.assignment_id,
            title: of[0]?.assignment,
            responses: of.map((response) => presentResponse(response, names, scope)),
          }),
        ),
        packages: own(packages).map((item) => presentPackage(item, names)),
        hands_on: own(handsOn).map((entry) => presentHandsOn(entry, names)),
        rules: presentRules(ruled, names),
        seat_time: presentSeatTime(ruled, items),
        identity_questions: presentIdentity(ruled, names),
        certificate: certificate && presentCertificate(certificate, names),
        access: own(grants).map((grant) => ({
          kind: grant.kind,
          given_at: grant.created_at.toISOString(),
          given_by: names(grant.granted_by),
          taken_back_at: time(grant.revoked_at),
          reason: grant.revoke_reason,
        })),
        changes: own(entries).map((entry) => ({
          at: entry.created_at.toISOString(),
          action: entry.action,
          by: entry.actor === null ? null : nameOf(entry.actor.display_name),
          by_impersonator: entry.impersonator === null ? null : nameOf(entry.impersonator.display_name),
          by_program: entry.token_name,
          text: entry.text,
          changed: entry.changed,
        })),
      },
    }
  })
}

export type LoadedRecord = Awaited<ReturnType<typeof loadRecords>>[number]
export type EvidenceRecord = LoadedRecord['record']
