/** An exam that this device has taken along, as the server gave it. */
export type Lease = {
  id: string
  exam_id: number
  type: 'exam' | 'survey'
  title: string
  issued_at: string
  expires_at: string
  minutes: number | null
  questions: {
    id: number
    number: number
    type: 'single' | 'multiple' | 'boolean'
    text: string
    answers: { id: number; text: string }[]
  }[]
}
/** An answer that waits on the device; `at` in milliseconds by the corrected clock of the device. */
type LeasedAnswer = { question_id: number; answer_ids: number[]; at: number; milliseconds: number }

/** A lease with what its learner did. Moments are in milliseconds by the server's clock as far as the device knows it. */
export type Leased = {
  lease: Lease
  related_id: number
  slug: string
  /** What the clock of the device said when the lease came. */
  received: number
  /** The latest moment that this device has seen: a clock that was set back gives no time. */
  seen: number
  begun: number | null
  finished: number | null
  answers: LeasedAnswer[]
}

type Course = { related_id: number; slug: string }
export const newLeased = (lease: Lease, { related_id, slug }: Course, wall: number): Leased => ({
  lease,
  related_id,
  slug,
  received: wall,
  seen: Date.parse(lease.issued_at),
  begun: null,
  finished: null,
  answers: [],
})

/** What time it is: the moment of the lease and what has passed since by the clock of the device, and never earlier than once seen (OFF-020). */
export const nowOf = ({ lease, received, seen }: Leased, wall: number): number =>
  Math.max(seen, Date.parse(lease.issued_at) + wall - received)

/** When the attempt ends by itself: after its time, and with the lease at the latest. */
export const endOf = ({ lease, begun }: Leased): number => {
  const expires = Date.parse(lease.expires_at)
  return begun === null || lease.minutes === null ? expires : Math.min(expires, begun + lease.minutes * 60_000)
}

/** `over`: begun, and its time has passed, so that it only has to be sent. */
export type LeasedState = 'ready' | 'running' | 'over' | 'finished' | 'expired'
export const stateOf = (leased: Leased, now: number): LeasedState => {
  if (leased.finished !== null) return 'finished'
  const isPast = now >= endOf(leased)
  if (leased.begun === null) return isPast ? 'expired' : 'ready'
  return isPast ? 'over' : 'running'
}

export const begin = (leased: Leased, now: number): Leased =>
  stateOf(leased, now) === 'ready' ? { ...leased, begun: now, seen: now } : leased

/** Ends what its time has ended, as of that end. */
export const settled = (leased: Leased, now: number): Leased =>
  stateOf(leased, now) === 'over' ? { ...leased, finished: endOf(leased), seen: Math.max(leased.seen, now) } : leased

/** Adds an answer, once for each question; the last one ends the attempt (EXM-011, EXM-019). */
export const withAnswer = (leased: Leased, answer: Omit<LeasedAnswer, 'at'>, now: number): Leased => {
  if (stateOf(leased, now) !== 'running') return settled(leased, now)
  if (leased.answers.some(({ question_id }) => question_id === answer.question_id)) return leased
  const answers = [...leased.answers, { ...answer, at: now }]
  return { ...leased, answers, seen: now, finished: answers.length === leased.lease.questions.length ? now : null }
}

export const finish = (leased: Leased, now: number): Leased =>
  stateOf(leased, now) === 'running' ? { ...leased, finished: now, seen: now } : settled(leased, now)

/** The call that sends a finished attempt, which may be repeated. */
export const sendingOf = ({ lease, related_id, begun, finished, answers }: Leased) => {
  const moment = (at: number) => new Date(at).toISOString()
  return {
    url: `/learner/exams/${lease.exam_id}/leases/${lease.id}/attempt`,
    body: {
      related_id,
      started_at: moment(begun ?? finished ?? 0),
      finished_at: moment(finished ?? 0),
      answers: answers.map(({ at, ...answer }) => ({ ...answer, answered_at: moment(at) })),
    },
  }
}
