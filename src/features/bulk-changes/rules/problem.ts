import { stepProblem } from '#kernel/faults/step-problem.ts'
import { type Action, NO_UNDO } from './actions.ts'

/** What a row says at which a run stopped for good. */
export const ROW_FAILED = 'This row could not be changed because of an unexpected error.'

export const RIGHTS_GONE =
  'The person who started this step may no longer make such changes here, so it stopped. What was done before is kept.'

const STEPS = {
  running: { name: 'run', next: 'What was done before is kept: continue it, or undo it.' },
  undoing: { name: 'undo', next: 'What was restored before stays so: undo it again to go on.' },
} as const

/** Why a step stopped for good, and what to do now. */
export const problemOf = (
  action: Action,
  step: keyof typeof STEPS,
  failure: unknown,
  row: { number: number } | null,
): string => {
  const { name, next: usual } = STEPS[step]
  const next = NO_UNDO[action] === null ? usual : 'What was sent before stays sent: continue it to send the rest.'
  return stepProblem({ step: name, row: row && `row ${row.number}`, failure, next })
}
