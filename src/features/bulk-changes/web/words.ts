import { formatNumber } from '#kernel/format.ts'
import type { Tone } from '#ui/public/parts/badge.tsx'
import type { Action, ListedStatus, Status } from '../rules/actions.ts'

export const STATUS_TONES: Record<Status, Tone> = {
  previewed: 'neutral',
  running: 'info',
  stopped: 'danger',
  done: 'success',
  undoing: 'info',
  undone: 'warning',
}

/** The same in the list, imports included. */
export const LISTED_TONES: Record<ListedStatus, Tone> = {
  ...STATUS_TONES,
  uploaded: 'neutral',
  checking: 'info',
  checked: 'neutral',
  failed: 'danger',
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** What the rows of an action are. */
export const rowsOf = (action: Action, count: number): string =>
  action === 'enroll' ? plural(count, 'person', 'people') : plural(count, action === 'grade' ? 'response' : 'learner')

/** What the button says that runs it. */
export const RUN_WORDS: Record<Action, string> = {
  enroll: 'Enroll',
  unenroll: 'Unenroll',
  extend: 'Extend',
  remind: 'Remind',
  move: 'Move',
  grade: 'Grade',
}

/** What a run does with credits, as sentences. */
export const creditWords = (used: number, returned: number): string =>
  [used > 0 && `It uses ${plural(used, 'credit')}.`, returned > 0 && `${plural(returned, 'credit')} will be returned.`]
    .filter(Boolean)
    .join(' ')

type Counted = Record<'changed' | 'refused', number>

/** What is said before the run: that nothing has happened yet, and what to do now. */
export const previewWords = (action: Action, { changed, refused }: Counted): { title: string; text: string } => {
  const isReminder = action === 'remind'
  const title = isReminder ? 'Nothing has been sent yet' : 'Nothing has been changed yet'
  if (changed === 0)
    return {
      title,
      text: isReminder ? 'Nobody can be reminded. The list says why.' : 'No row can be changed. The list says why.',
    }
  if (refused > 0)
    return {
      title,
      text: isReminder
        ? `${plural(refused, 'learner')} will not be reminded. You can go on with the others.`
        : `${plural(refused, 'row')} cannot be changed. You can go on with the others.`,
    }
  return {
    title,
    text: isReminder ? 'Look through the e-mails, then send them.' : 'Look through the rows, then run the change.',
  }
}

/** What a run has come to. */
export const doneWords = (action: Action, changed: number): string =>
  action === 'remind'
    ? `${plural(changed, 'learner was', 'learners were')} reminded.`
    : action === 'grade'
      ? `${plural(changed, 'response was', 'responses were')} graded${changed > 0 ? ', and each learner was notified' : ''}.`
      : `${plural(changed, 'row was', 'rows were')} changed.`
