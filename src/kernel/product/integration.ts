/** How work at an outside service stands (INT-004). */
export const INTEGRATION_STATUSES = ['NOT_STARTED', 'PENDING', 'SUCCESS', 'FAILED', 'TEMPORARY_FAILURE'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

/** How often a temporary failure is tried again before it counts as failed (INT-005). */
export const MOST_FAILURES = 5
const SECOND = 1000

/** What follows a failure that may be over in a moment: another try after a growing pause, or the end. */
export const afterFailure = (
  failures: number,
): { status: 'TEMPORARY_FAILURE'; failures: number; pause_ms: number } | { status: 'FAILED'; failures: number } =>
  failures < MOST_FAILURES
    ? { status: 'TEMPORARY_FAILURE', failures: failures + 1, pause_ms: 5 * SECOND * 3 ** failures }
    : { status: 'FAILED', failures }

/** The pause before a service is asked again how something stands: from two seconds to a minute. */
export const pauseBeforeAsking = (attempt: number): number =>
  Math.min(60 * SECOND, 2 * SECOND * 2 ** Math.min(attempt, 10))
