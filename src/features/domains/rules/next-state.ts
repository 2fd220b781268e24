import type { DnsRecord } from './record.ts'
import { hasProof, isRight } from './record.ts'

export type CheckedStatus = 'initializing' | 'pending' | 'pending_validation' | 'processing' | 'active'

export type CheckState = {
  status: CheckedStatus
  checks: number
  failing_since: Date | null
}

export type NextState = CheckState & {
  /** Null when nothing is checked any more until somebody asks for it. */
  next_check_at: Date | null
  event: 'activated' | 'warned' | 'recovered' | 'failed' | null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How long an active one may have wrong records (PRT-094). */
export const GRACE_DAYS = 7
const FIRST_PAUSES = [1, 2, 5, 10, 15, 30, 60, 120]
const LATER_PAUSE = 4 * HOUR
/** About 30 days of checks. */
const MOST_CHECKS = FIRST_PAUSES.length + (30 * DAY) / LATER_PAUSE

const pauseAfter = (checks: number): number => {
  const minutes = FIRST_PAUSES[checks - 1]
  return minutes === undefined ? LATER_PAUSE : minutes * MINUTE
}

/** What a check of the records makes of a domain or a sender (PRT-093, PRT-094); `proof` names the record that proves ownership. */
export const nextState = (
  before: CheckState,
  records: readonly DnsRecord[],
  proof: 'ownership' | 'dkim',
  now: Date,
): NextState => {
  const after = (pause: number) => new Date(now.getTime() + pause)
  const wasActive = before.status === 'active'
  if (isRight(records)) {
    const event = !wasActive ? 'activated' : before.failing_since ? 'recovered' : null
    return { status: 'active', checks: 0, failing_since: null, next_check_at: after(DAY), event }
  }
  if (wasActive) {
    const since = before.failing_since ?? now
    if (now.getTime() - since.getTime() < GRACE_DAYS * DAY)
      return {
        status: 'active',
        checks: 0,
        failing_since: since,
        next_check_at: after(HOUR),
        event: before.failing_since ? null : 'warned',
      }
    // What was proved before counts no more: the domain may have another owner by now.
    return { status: 'pending', checks: 0, failing_since: null, next_check_at: after(pauseAfter(1)), event: 'failed' }
  }
  const checks = before.checks + 1
  const waiting = isRight(records.filter(({ purpose }) => purpose !== 'https')) ? 'processing' : 'pending_validation'
  return {
    status: hasProof(records, proof) ? waiting : 'pending',
    checks,
    failing_since: null,
    next_check_at: checks > MOST_CHECKS ? null : after(pauseAfter(checks)),
    event: null,
  }
}
