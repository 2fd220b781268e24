import { INVITATION, type InvitationStatus, OPEN_INVITATIONS } from '#kernel/product/statuses.ts'

export { INVITATION, type InvitationStatus, OPEN_INVITATIONS as OPEN }

const { invited, accepted, cancelled, declined, reinvited, failed } = INVITATION

/** What an invitation can become (MGR-002). */
export const MOVES: Readonly<Record<InvitationStatus, readonly InvitationStatus[]>> = {
  [invited]: [accepted, declined, cancelled, failed],
  [accepted]: [],
  [cancelled]: [reinvited],
  [declined]: [reinvited],
  [reinvited]: [accepted, declined, cancelled, failed],
  [failed]: [reinvited],
}

export const isOpen = (status: number): boolean => status === invited || status === reinvited
export const canBecome = (from: InvitationStatus, to: InvitationStatus): boolean => MOVES[from].includes(to)

/** Why an invitation failed. */
export type Failure = 'undeliverable' | 'expired' | 'enrolled'
