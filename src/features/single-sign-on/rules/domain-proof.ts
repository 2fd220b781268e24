/** Days in which a proved domain whose record is gone still counts, so that a slip in the DNS shuts nobody out. */
export const GRACE_DAYS = 7

export type Proof = { proved_at: Date | null; missing_since: Date | null }
/** What people are notified of: the record went missing, is there again, or the proof is lost. */
export type ProofEvent = 'miss' | 'recover' | 'lose'

/** The proof of a proved domain after its record was looked up; `isProved` is null if nobody answered, which changes nothing. */
export const proofAfter = (
  before: Proof & { proved_at: Date },
  isProved: boolean | null,
  now: Date,
): Proof & { event: ProofEvent | null } => {
  if (isProved === null) return { ...before, event: null }
  if (isProved) return { ...before, missing_since: null, event: before.missing_since ? 'recover' : null }
  if (!before.missing_since) return { ...before, missing_since: now, event: 'miss' }
  const isOver = now.getTime() - before.missing_since.getTime() >= GRACE_DAYS * 86_400_000
  return isOver ? { proved_at: null, missing_since: null, event: 'lose' } : { ...before, event: null }
}
