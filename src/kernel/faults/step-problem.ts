import { isOutage } from './outage.ts'

type Stopped = {
  /** What the step is called, such as `import` or `undo`. */
  step: string
  /** The row at which it stopped, such as `row 3 (ada@example.com)`, where it is known. */
  row: string | null
  failure: unknown
  /** What was kept, and what to do now. */
  next: string
}

/** Why a step that works row by row stopped for good, for people. A row is left out only where the row was at fault. */
export const stepProblem = ({ step, row, failure, next }: Stopped): string => {
  const at = row ? ` at ${row}` : ''
  const why = isOutage(failure)
    ? 'the database did not answer or had no room left'
    : `of an unexpected error${row ? ', so that row is left out' : ''}`
  return `The ${step} stopped${at} because ${why}. ${next}`
}
