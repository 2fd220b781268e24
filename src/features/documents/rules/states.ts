export const DOCUMENT_STATES = ['waiting', 'accepted', 'rejected', 'replaced', 'revoked'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

const AFTER: Readonly<Record<string, DocumentState>> = {
  document_submitted: 'waiting',
  document_replaced: 'replaced',
  document_accepted: 'accepted',
  document_rejected: 'rejected',
  document_revoked: 'revoked',
}

/** The fact that says how a document stands: the last one that was not taken back; `facts` are in the order of their ids. */
export const decidingFact = <Fact extends { kind: string }>(facts: readonly Fact[]): Fact | undefined =>
  facts.findLast(({ kind }) => kind in AFTER)

export const stateAfter = (fact: { kind: string } | undefined): DocumentState => (fact && AFTER[fact.kind]) ?? 'waiting'

/** What people call the states. */
export const DOCUMENT_WORDS: Record<DocumentState, string> = {
  waiting: 'Waiting for review',
  accepted: 'Accepted',
  rejected: 'Not accepted',
  replaced: 'Replaced',
  revoked: 'Revoked',
}
