/** How a received course stands to its source: nothing open, an update waits, it was declined, or sharing has stopped. */
export const STATES = ['current', 'update', 'declined', 'revoked'] as const
export type SharedState = (typeof STATES)[number]

/** What a received course was offered and what was decided about it, as numbers of releases. */
export type Received = { offered: number; taken: number; declined: number; is_revoked: boolean }

export const stateOf = ({ offered, taken, declined, is_revoked }: Received): SharedState => {
  if (is_revoked) return 'revoked'
  if (offered <= taken) return 'current'
  return declined >= offered ? 'declined' : 'update'
}

/** Offers a release; releases may arrive in any order, and an older one changes nothing. */
export const offer = (received: Received, release: number): Received => ({
  ...received,
  offered: Math.max(received.offered, release),
})

export type Decision =
  | { kind: 'done'; received: Received }
  | { kind: 'refuse'; why: 'revoked' | 'moved_on' | 'nothing_new' }

/** Takes or declines the release that somebody looked at; a newer one that has arrived has to be looked at first (SHR-007). */
export const decide = (received: Received, verdict: 'take' | 'decline', release: number): Decision => {
  const { offered, taken, is_revoked } = received
  if (is_revoked) return { kind: 'refuse', why: 'revoked' }
  if (release !== offered) return { kind: 'refuse', why: 'moved_on' }
  if (offered <= taken) return { kind: 'refuse', why: 'nothing_new' }
  return { kind: 'done', received: { ...received, [verdict === 'take' ? 'taken' : 'declined']: release } }
}
