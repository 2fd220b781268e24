/** What can be in the way of somebody, by the codes of `GET /enrollments/{id}/access`. */
export type AccessCode =
  | 'granted'
  | 'not_a_member'
  | 'blocked'
  | 'role_missing'
  | 'no_grant'
  | 'ended'
  | 'not_started'
  | 'expired'
  | 'completed'

/** What would change it. */
export type Mend = 'unblock' | 'give-role' | 'enroll-again' | 'start-now' | 'add-again' | null

type Words = { title: string; text: string; mend: Mend }

const WORDS: Record<AccessCode, Words> = {
  granted: { title: 'Enrolled and active', text: 'Nothing is in the way.', mend: null },
  not_a_member: {
    title: 'Not in the portal',
    text: '{name} was removed from this portal. Add {name} again to give access.',
    mend: 'add-again',
  },
  blocked: {
    title: 'Blocked',
    text: '{name} cannot sign in to this portal. Unblock {name} to give access.',
    mend: 'unblock',
  },
  role_missing: {
    title: 'Not a learner',
    text: '{name} does not have the Learner role, without which no course opens.',
    mend: 'give-role',
  },
  no_grant: {
    title: 'Nothing gives access any more',
    text: 'The order, credit or subscription behind this enrollment was taken back.',
    mend: 'enroll-again',
  },
  ended: {
    title: 'Unenrolled',
    text: 'This enrollment was ended. What {name} reached stays in the records.',
    mend: 'enroll-again',
  },
  not_started: {
    title: 'Not started yet',
    text: 'Access begins on the first day of the enrollment.',
    mend: 'start-now',
  },
  expired: {
    title: 'Access has expired',
    text: 'The time of this enrollment is over. Enroll {name} again for a new term.',
    mend: 'enroll-again',
  },
  completed: {
    title: 'Course completed',
    text: '{name} completed the course, so it can be read but not taken again. Enroll {name} again for recertification.',
    mend: 'enroll-again',
  },
}

/** What a reason means for somebody, and what would change it. */
export const accessWords = (code: AccessCode, name: string): Words => {
  const { title, text, mend } = WORDS[code]
  return { title, text: text.replaceAll('{name}', name), mend }
}

/** The reasons with what mends each; what the same action mends is offered once, at the first of them. */
export const mendsOf = <Reason extends { code: AccessCode }>(reasons: readonly Reason[], name: string) => {
  const offered = new Set<Mend>()
  return reasons.map((reason) => {
    const words = accessWords(reason.code, name)
    const isFirst = words.mend !== null && !offered.has(words.mend)
    offered.add(words.mend)
    return { reason, ...words, mend: isFirst ? words.mend : null }
  })
}

/** The whole answer in one sentence. */
export const verdictOf = ({ can_work, can_read }: { can_work: boolean; can_read: boolean }, name: string): string => {
  if (can_work) return `${name} can enter this course`
  return can_read ? `${name} can read this course, but not take it` : `${name} cannot enter this course`
}
