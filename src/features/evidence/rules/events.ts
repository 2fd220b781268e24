/** Something that happened to an enrollment, as a line of `events.jsonl` has it. */
export type EvidenceEvent = {
  enrollment_id: number
  at: string
  kind: string
  /** Who did it, where that is not the learner or the program. */
  by: string | null
  text: string
}

type Attempt = {
  number: number
  type: string
  status: string
  score: number | null
  passing_score: number
  started_at: string
  finished_at: string | null
  reset_at: string | null
  reset_by: string | null
  questions?: readonly {
    number: number
    choices: readonly { text: string; is_chosen: boolean }[]
    is_correct: boolean | null
    answered_at: string | null
  }[]
}

type HandsOn = {
  session: string
  place: string
  kind: 'arrived' | 'left' | 'task'
  task: string | null
  is_taken_back: boolean
  proof: 'badge' | 'name' | 'signature' | null
  typed_name: string | null
  /** Why it was corrected; null for what was recorded in the session. */
  reason: string | null
  at: string
  recorded_by: string | null
}

/** What events are made of: a part of the record of an enrollment. */
export type EventSource = {
  enrollment: {
    id: number
    enrolled_at: string
    started_at: string | null
    completed_at: string | null
    completed_by: string | null
    ended_at: string | null
    ended_by: string | null
  }
  items: readonly { title: string | null; started_at: string | null; finished_at: string | null; status: string }[]
  exams: readonly { title?: string | undefined; attempts: readonly Attempt[] }[]
  extra_time: readonly { minutes: number; given_by: string | null; given_at: string }[]
  assignments: readonly {
    title?: string | undefined
    responses: readonly {
      number: number
      submitted_at: string
      score: number | null
      result: string | null
      graded_by: string | null
      graded_at: string | null
    }[]
  }[]
  packages: readonly {
    module: string
    result: string
    started_at: string
    earlier_states_put_back: readonly { kind: string; by: string | null; at: string }[]
  }[]
  hands_on: readonly HandsOn[]
  certificate: {
    number: string
    issued_at: string
    issued_by: string | null
    revoked_at: string | null
    revoked_by: string | null
    revoke_reason: string | null
  } | null
  access: readonly {
    kind: string
    given_at: string
    given_by: string | null
    taken_back_at: string | null
    reason: string | null
  }[]
  changes: readonly { at: string; action: string; by: string | null; by_impersonator: string | null; text: string }[]
}

type Step = [at: string | null, kind: string, text: string, by?: string | null]

const graded = (score: number | null, of: string | null) =>
  score === null ? '' : `: ${score} %${of === null ? '' : `, ${of}`}`

const ofExam = (title: string, attempt: Attempt): Step[] => {
  const name = `attempt ${attempt.number} of ${title}`
  const answers = (attempt.questions ?? []).map((question): Step => {
    const chosen = question.choices.filter(({ is_chosen }) => is_chosen).map(({ text }) => `“${text}”`)
    const verdict =
      attempt.type === 'survey' || question.is_correct === null
        ? ''
        : question.is_correct
          ? ' (correct)'
          : ' (incorrect)'
    return [
      question.answered_at,
      'answer',
      `Answered question ${question.number} in ${name}: ${chosen.join(', ')}${verdict}`,
    ]
  })
  const result = attempt.type === 'survey' ? '' : graded(attempt.score, attempt.status)
  return [
    [attempt.started_at, 'attempt_started', `Started ${name}`],
    ...answers,
    [attempt.finished_at, 'attempt_finished', `Finished ${name}${result}`],
    [attempt.reset_at, 'attempt_reset', `Reset ${name}`, attempt.reset_by],
  ]
}

const ofHandsOn = (entry: HandsOn): Step => {
  const where = `${entry.session}${entry.place === '' ? '' : `, ${entry.place}`}`
  const proofs = {
    badge: ', with badge and PIN',
    signature: ', with a drawn signature',
    name: `, by typed name${entry.typed_name ? ` “${entry.typed_name}”` : ''}`,
  }
  const said = {
    arrived: `Arrived for hands-on training (${where})${entry.proof === null ? '' : proofs[entry.proof]}`,
    left: `Left hands-on training (${where})`,
    task: `Hands-on task signed off: ${entry.task ?? ''} (${where})`,
  }[entry.kind]
  if (entry.reason === null) return [entry.at, `hands_on_${entry.kind}`, said, entry.recorded_by]
  const text = `Correction, ${entry.is_taken_back ? 'taken back' : 'added'}: ${said}. Reason: ${entry.reason}`
  return [entry.at, 'hands_on_corrected', text, entry.recorded_by]
}

const stepsOf = (record: EventSource): Step[] => {
  const { enrollment, certificate } = record
  return [
    [enrollment.enrolled_at, 'enrolled', 'Enrolled in the course'],
    ...record.access.flatMap(({ kind, ...access }): Step[] => [
      [access.given_at, 'access_given', `Access given (${kind})`, access.given_by],
      [access.taken_back_at, 'access_taken_back', `Access taken back${access.reason ? `: ${access.reason}` : ''}`],
    ]),
    [enrollment.started_at, 'started', 'Started the course'],
    ...record.items.flatMap(({ title, ...item }): Step[] => [
      [item.started_at, 'item_started', `Opened ${title ?? 'an item'}`],
      [item.finished_at, 'item_finished', `Finished ${title ?? 'an item'} (${item.status})`],
    ]),
    ...record.exams.flatMap(({ title = 'an exam', attempts }) => attempts.flatMap((attempt) => ofExam(title, attempt))),
    ...record.extra_time.map(
      ({ minutes, ...extra }): Step => [
        extra.given_at,
        'extra_time',
        `${minutes} minutes more in an exam`,
        extra.given_by,
      ],
    ),
    ...record.assignments.flatMap(({ title = 'an assignment', responses }) =>
      responses.flatMap((response): Step[] => [
        [response.submitted_at, 'submitted', `Submitted response ${response.number} to ${title}`],
        [
          response.graded_at,
          'graded',
          `Response ${response.number} to ${title} graded${graded(response.score, response.result)}`,
          response.graded_by,
        ],
      ]),
    ),
    ...record.packages.flatMap((item): Step[] => [
      [item.started_at, 'package_opened', `Opened the package of ${item.module}`],
      ...item.earlier_states_put_back.map(
        ({ kind, by, at }): Step => [at, 'state_put_back', `Saved state of ${item.module} ${kind}`, by],
      ),
    ]),
    ...record.hands_on.map(ofHandsOn),
    [enrollment.completed_at, 'completed', 'Completed the course', enrollment.completed_by],
    ...(certificate
      ? ([
          [
            certificate.issued_at,
            'certificate_issued',
            `Certificate ${certificate.number} issued`,
            certificate.issued_by,
          ],
          [
            certificate.revoked_at,
            'certificate_revoked',
            `Certificate ${certificate.number} revoked: ${certificate.revoke_reason ?? ''}`,
            certificate.revoked_by,
          ],
        ] satisfies Step[])
      : []),
    [enrollment.ended_at, 'unenrolled', 'Unenrolled from the course', enrollment.ended_by],
    ...record.changes.map(
      (change): Step => [change.at, `log:${change.action}`, change.text, change.by_impersonator ?? change.by],
    ),
  ]
}

/** What happened to an enrollment, the oldest first; of the same moment in the order of the record. */
export const eventsOf = (record: EventSource): EvidenceEvent[] =>
  stepsOf(record)
    .flatMap(([at, kind, text, by = null]) =>
      at === null ? [] : [{ enrollment_id: record.enrollment.id, at, kind, by, text }],
    )
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
