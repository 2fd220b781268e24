/** How often a temporary failure is tried again before it counts as failed (INT-005). */
export const MOST_FAILURES = 5
const SECOND = 1000

/** What becomes of an import after a failure that may be over in a moment: another try after a growing pause, or its end. */
export const afterFailure = (
  failures: number,
): { status: 'TEMPORARY_FAILURE'; failures: number; pause_ms: number } | { status: 'FAILED'; failures: number } =>
  failures < MOST_FAILURES
    ? { status: 'TEMPORARY_FAILURE', failures: failures + 1, pause_ms: 5 * SECOND * 3 ** failures }
    : { status: 'FAILED', failures }

/** The pause before the service is asked again how an import stands: from two seconds to a minute. */
export const pauseBeforeAsking = (asked: number): number => Math.min(60 * SECOND, 2 * SECOND * 2 ** Math.min(asked, 10))

/** An import that is not over by then never will be: about a day. */
export const MOST_QUESTIONS = 1500

/** Whole percent, by the steps that can be told apart. */
export const percentOfImport = (status: string, isSent: boolean): number => {
  if (status === 'SUCCESS') return 100
  if (status === 'NOT_STARTED' || status === 'FAILED') return 0
  return isSent ? 60 : 20
}
