import { stepProblem } from '#kernel/faults/step-problem.ts'
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
  row: { line: number; data: { email: string | null } | null } | null,
): string =>
  stepProblem({
    step: STEPS[step] ?? 'step',
    row: row && `row ${row.line}${row.data?.email ? ` (${row.data.email})` : ''}`,
    failure,
    next: NEXT[step] ?? '',
  })
