import { formatNumber } from '#kernel/format.ts'
import type { Tone } from '#ui/public/parts/badge.tsx'
import type { Action, Status } from '../rules/actions.ts'

export const STATUS_TONES: Record<Status, Tone> = {
  previewed: 'neutral',
  running: 'info',
  stopped: 'danger',
  done: 'success',
  undoing: 'info',
  undone: 'warning',
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** What the rows of an action are. */
export const rowsOf = (action: Action, count: number): string =>
  action === 'enroll' ? plural(count, 'person', 'people') : plural(count, 'learner')

/** What the button says that runs it. */
export const RUN_WORDS: Record<Action, string> = { enroll: 'Enroll', unenroll: 'Unenroll', extend: 'Extend' }

/** What a run does with credits, as sentences. */
export const creditWords = (used: number, returned: number): string =>
  [used > 0 && `It uses ${plural(used, 'credit')}.`, returned > 0 && `${plural(returned, 'credit')} will be returned.`]
    .filter(Boolean)
    .join(' ')
