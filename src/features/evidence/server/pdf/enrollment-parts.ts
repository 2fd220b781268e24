import { eventsOf } from '../../rules/events.ts'
import { durationWords } from '../../rules/words.ts'
import type { EvidenceRecord } from '../record.ts'
import type { Block, PageParts } from './layout.ts'
import { ruleParts } from './rule-parts.ts'

type Exam = EvidenceRecord['exams'][number]
type Attempt = Exam['attempts'][number]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const ITEM_WORDS: Readonly<Record<string, string>> = {
  Survey: 'Knowledge check',
  ScormModule: 'SCORM module',
  CloudScormModule: 'SCORM Cloud module',
}

const markOf = (
  { is_chosen: isChosen, is_correct: isCorrect }: { is_chosen: boolean; is_correct: boolean },
  isSurvey: boolean,
) => {
  if (isSurvey) return isChosen ? 'Chosen' : ''
  if (isChosen) return isCorrect ? 'Chosen, correct' : 'Chosen, incorrect'
  return isCorrect ? 'Correct answer' : ''
}

const questionsOf = (parts: PageParts, attempt: Attempt): Block[] =>
  (attempt.questions ?? []).map((question) => {
    const isSurvey = attempt.type === 'survey'
    const said =
      question.answered_at === null
        ? 'Not answered'
        : `Answered ${parts.moment(question.answered_at)}${question.seconds === null ? '' : `, ${durationWords(question.seconds)} on the screen`}`
    return parts.question(
      `${question.number}. ${question.text}`,
      question.choices.map((choice) => ({
        text: choice.text,
        mark: markOf(choice, isSurvey),
        isChosen: choice.is_chosen,
      })),
      said,
    )
  })

/** Who was present, and what they recorded (TRD-045). */
const proctorParts = (parts: PageParts, { proctor }: Attempt): Block[] => {
  if (!proctor) return []
  const confirmed = proctor.confirmed_presence_at
  return [
    parts.facts([
      ['Proctor', proctor.name],
      ['Identity check', proctor.identity_check],
      ['Place', proctor.place],
      ['Opened', parts.moment(proctor.opened_at)],
      [
        'Ended',
        proctor.ended_attempt_at &&
          `${parts.moment(proctor.ended_attempt_at)} by ${proctor.ended_attempt_by ?? 'a proctor'}`,
      ],
      ['Presence', confirmed === null ? 'Not confirmed' : `Confirmed until the end, ${parts.moment(confirmed)}`],
      ['Incidents', proctor.incidents.length === 0 ? 'None recorded' : null],
    ]),
    ...proctor.incidents.map(({ text, recorded_at, recorded_by }) =>
      parts.note(`Incident, ${parts.moment(recorded_at)}${recorded_by ? `, recorded by ${recorded_by}` : ''}: ${text}`),
    ),
  ]
}

/** How an attempt was taken without a connection (OFF-020). */
const offlineFacts = (parts: PageParts, { taken_offline: offline }: Attempt): readonly [string, string | null][] =>
  offline
    ? [
        ['Taken', `Without a connection, under a lease of ${parts.moment(offline.leased_at)}`],
        [
          'By the clock of the device',
          `${parts.moment(offline.started_by_device_clock)} to ${parts.moment(offline.finished_by_device_clock)}`,
        ],
        ['Received', parts.moment(offline.received_at)],
        ['Counts', offline.counts ? 'Yes' : `No: ${OUTCOME_WORDS[offline.outcome ?? ''] ?? offline.outcome}`],
      ]
    : []

/** An attempt that came without counting is out of its exam without a reset. */
const wasReset = ({ reset_at: at, taken_offline: offline }: Attempt): boolean =>
  at !== null && offline?.counts !== false

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  returned: 'it came after the exam was taken back',
  expired: 'it came after the lease ended',
  no_access: 'it came after access to the course ended',
  locked: 'it came before its turn in the course',
}

const attemptParts = (parts: PageParts, { title = 'Exam' }: Exam, attempt: Attempt): Block[] => {
  const result =
    attempt.type === 'survey' || attempt.score === null
      ? null
      : `${attempt.score} % (pass mark ${attempt.passing_score} %), ${attempt.correct_count} of ${attempt.questions_count} correct`
  return [
    parts.heading(`${title}, attempt ${attempt.number}`, 3),
    parts.facts([
      ['Status', capital(attempt.status)],
      ['Result', result],
      ['Started', parts.moment(attempt.started_at)],
      ['Finished', parts.moment(attempt.finished_at)],
      ['Took', attempt.seconds === null ? null : durationWords(attempt.seconds)],
      ['Course version', attempt.course_version === 0 ? 'Draft' : String(attempt.course_version)],
      ['Time limit', attempt.time_limit_minutes === null ? null : `${attempt.time_limit_minutes} minutes`],
      ['Ended by', attempt.was_ended_by_clock ? 'The time limit' : null],
      ...offlineFacts(parts, attempt),
      ['Reset', wasReset(attempt) ? `${parts.moment(attempt.reset_at)} by ${attempt.reset_by ?? 'the program'}` : null],
    ]),
    ...proctorParts(parts, attempt),
    ...questionsOf(parts, attempt),
  ]
}

const assignmentParts = (parts: PageParts, record: EvidenceRecord): Block[] =>
  record.assignments.flatMap(({ title, responses }) =>
    responses.flatMap((response) => [
      parts.heading(`${title ?? 'Assignment'}, response ${response.number}`, 3),
      parts.facts([
        ['Submitted', parts.moment(response.submitted_at)],
        ['Grade', response.score === null ? 'Not graded' : `${response.score} % (${response.result})`],
        [
          'Graded',
          response.graded_at && `${parts.moment(response.graded_at)} by ${response.graded_by ?? 'the program'}`,
        ],
        ['Files', response.files?.map(({ name }) => name).join(', ') ?? null],
      ]),
      ...(response.text ? [parts.note(response.text)] : []),
      ...(response.comment ? [parts.note(`Comment: ${response.comment}`)] : []),
    ]),
  )

const packageParts = (parts: PageParts, record: EvidenceRecord): Block[] => {
  if (record.packages.length === 0) return []
  const rows = record.packages.flatMap((item) => [
    [item.module, item.package, capital(item.result), durationWords(item.seconds), parts.moment(item.last_saved_at)],
    ...item.earlier_states_put_back.map(({ kind, by, at }) => [
      `Saved state ${kind}`,
      by ?? '',
      '',
      '',
      parts.moment(at),
    ]),
  ])
  return [
    parts.heading('SCORM packages'),
    ...parts.table(
      [
        ['Module', 3],
        ['Package', 3],
        ['Result', 2],
        ['Time in it', 2],
        ['Last saved', 3],
      ],
      rows,
    ),
  ]
}

const certificateParts = (parts: PageParts, { certificate }: EvidenceRecord): Block[] => {
  if (!certificate) return []
  const issuer = certificate.was_issued_automatically ? 'Automatically' : certificate.issued_by
  return [
    parts.heading('Certificate'),
    parts.facts([
      ['Number', certificate.number],
      ['Holder', certificate.holder_name],
      ['Issued', parts.moment(certificate.issued_at)],
      ['Issued by', issuer],
      ['Provider', certificate.provider],
      [
        'Expires',
        certificate.expires_at === null ? 'Never' : parts.lastDay(certificate.expires_at, certificate.time_zone),
      ],
      ['Seals', certificate.seals.map(({ number, title }) => `${title} ${number}`).join(', ')],
      [
        'Revoked',
        certificate.revoked_at &&
          `${parts.moment(certificate.revoked_at)} by ${certificate.revoked_by ?? 'the program'}`,
      ],
      ['Reason', certificate.revoke_reason],
      ['In this file', certificate.file],
    ]),
  ]
}

/** Everything about one enrollment, to read (EVD-006). */
export const enrollmentParts = (parts: PageParts, record: EvidenceRecord): Block[] => {
  const { enrollment, course, version, person } = record
  const { moment } = parts
  const taken = record.exams.flatMap((exam) => exam.attempts.flatMap((attempt) => attemptParts(parts, exam, attempt)))
  const assignments = assignmentParts(parts, record)
  return [
    parts.heading(course.title, 1),
    parts.facts([
      ['Person', person.name],
      ['E-mail', person.email],
      ['External ID', person.external_id],
      ['Status', `${capital(enrollment.status)}, ${enrollment.progress_percent} %`],
      ['Enrolled', moment(enrollment.enrolled_at)],
      ['Started', moment(enrollment.started_at)],
      ['Due', parts.lastDay(enrollment.due_at)],
      ['Completed', moment(enrollment.completed_at)],
      ['Completed by', enrollment.completed_by],
      ['Reason', enrollment.completion_reason],
      ['Access until', parts.lastDay(enrollment.expires_at)],
      [
        'Unenrolled',
        enrollment.ended_at && `${moment(enrollment.ended_at)} by ${enrollment.ended_by ?? 'the program'}`,
      ],
      ['Version', version.number === null ? 'Draft' : `${version.number}, published ${moment(version.published_at)}`],
      ['Published by', version.published_by],
      ['Enrollment ID', String(enrollment.id)],
    ]),
    ...certificateParts(parts, record),
    ...(record.items.length > 0
      ? [
          parts.heading('Contents of this version, and how far they got'),
          ...parts.table(
            [
              ['Item', 4],
              ['Type', 2.1],
              ['Status', 1.9],
              ['Opened', 3.6],
              ['Finished', 3.4],
            ],
            record.items.map((item) => [
              `${item.module_id === null ? '' : '– '}${item.title ?? ''}`,
              ITEM_WORDS[item.type] ?? item.type,
              capital(item.status),
              moment(item.started_at),
              moment(item.finished_at),
            ]),
          ),
        ]
      : []),
    ...(taken.length > 0 ? [parts.heading('Exams and knowledge checks'), ...taken] : []),
    ...(assignments.length > 0 ? [parts.heading('Assignments'), ...assignments] : []),
    ...packageParts(parts, record),
    ...ruleParts(parts, record),
    parts.heading('What happened'),
    ...parts.table(
      [
        ['When', 3.1],
        ['What', 6],
        ['By', 2.4],
      ],
      eventsOf(record)
        // Each answer stands with its attempt above.
        .filter(({ kind }) => kind !== 'answer')
        .map(({ at, text, by }) => [moment(at), text, by ?? '']),
    ),
  ]
}
