import { type Failure, INVITATION } from './status.ts'

type Standing = { status: number; failure: Failure | null }

const WORDS: Readonly<Record<number, string>> = {
  [INVITATION.invited]: 'Invited',
  [INVITATION.accepted]: 'Accepted',
  [INVITATION.cancelled]: 'Canceled',
  [INVITATION.declined]: 'Declined',
  [INVITATION.reinvited]: 'Invited again',
}

const FAILURES: Readonly<Record<Failure, string>> = {
  undeliverable: 'E-mail not delivered',
  expired: 'Expired',
  enrolled: 'Enrolled in another way',
}

/** How an invitation stands, as people read it. */
export const statusWord = ({ status, failure }: Standing): string =>
  failure === null ? (WORDS[status] ?? '') : FAILURES[failure]
