import { PROGRESS } from '#kernel/product/statuses.ts'

/** How a learner stands at the service. */
export type Reported = {
  completion: 'COMPLETED' | 'INCOMPLETE' | 'UNKNOWN'
  success: 'PASSED' | 'FAILED' | 'UNKNOWN'
}

/**
 * The progress status that a report asks for, as a native package's would (SCO-011): passed, or completed without a
 * result, is success; failed is failed; everything else leaves the item in progress. What was reached before is not
 * lowered by it (SCO-020).
 */
export const statusOfReport = ({ completion, success }: Reported): 1 | 2 | 3 => {
  if (success === 'FAILED') return PROGRESS.failed
  return success === 'PASSED' || completion === 'COMPLETED' ? PROGRESS.success : PROGRESS.in_progress
}

/**
 * The status the item gets. A report without a result never reopens a failed one, since the service sends such reports
 * during every further visit.
 */
export const nextStatus = (current: 1 | 2 | 3 | 4 | 5, reported: Reported): 1 | 2 | 3 | 4 | 5 => {
  const next = statusOfReport(reported)
  return next === PROGRESS.in_progress && current !== 4 ? current : next
}

/** Whether a message counts: one that is not newer than what is known came twice, or too late. */
export const isNewer = (known: Date | null, reported: Date): boolean =>
  known === null || reported.getTime() > known.getTime()

/** The service gives a score in percent; some packages a share of one. Null outside of 0 to 100. */
export const percentOf = (scaled: number | null | undefined): number | null => {
  if (scaled === null || scaled === undefined || !Number.isFinite(scaled)) return null
  return scaled >= 0 && scaled <= 100 ? scaled : null
}
