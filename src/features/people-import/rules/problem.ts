import { isOutage } from '#kernel/faults/outage.ts'
import type { ImportStatus } from './fields.ts'

/** What the report says of a row at which a run stopped for good. */
export const ROW_FAILED = 'This row could not be imported because of an unexpected error.'

const STEPS: Partial<Record<ImportStatus, string>> = { checking: 'check', running: 'import', undoing: 'undo' }
const NEXT: Partial<Record<ImportStatus, string>> = {
  checking: 'Nothing has been imported. Check the sheet again.',
  running: 'What was done before is kept: continue the import, or undo it.',
  undoing: 'What was taken back before stays so: undo the import again to go on.',
}

/** Why a step stopped for good, and what to do now. */
export const problemOf = (
  step: ImportStatus,
  failure: unknown,
  row: { line: number; data: { email: string } | null } | null,
): string => {
  const at = row ? ` at row ${row.line}${row.data?.email ? ` (${row.data.email})` : ''}` : ''
  const why = isOutage(failure)
    ? 'the database did not answer or had no room left'
    : `of an unexpected error${row ? ', so that row is left out' : ''}`
  return `The ${STEPS[step]} stopped${at} because ${why}. ${NEXT[step]}`
}
