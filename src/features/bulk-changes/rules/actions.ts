import type { Permission } from '#kernel/access/permissions.ts'

export const ACTIONS = ['enroll', 'unenroll', 'extend', 'remind', 'move', 'grade'] as const
export type Action = (typeof ACTIONS)[number]

export const isAction = (value: string): value is Action => (ACTIONS as readonly string[]).includes(value)

/** The right that making, running and undoing one needs (BLK-015). */
export const PERMISSION_OF: Record<Action, Permission> = {
  enroll: 'users.create',
  unenroll: 'users.delete',
  extend: 'enrollments.update',
  remind: 'users.update',
  move: 'courses.update',
  grade: 'grading.update',
}

/** The right that seeing one needs, with which its lists of people are seen as well (BLK-015). */
export const SEEN_WITH: Record<Action, Permission> = {
  enroll: 'users.view',
  unenroll: 'users.view',
  extend: 'users.view',
  remind: 'users.view',
  move: 'courses.view',
  grade: 'grading.view',
}

/** What a bulk change is called in lists and headings. */
export const ACTION_NAMES: Record<Action, string> = {
  enroll: 'Enroll people',
  unenroll: 'Unenroll people',
  extend: 'Extend enrollments',
  remind: 'Remind learners',
  move: 'Move learners to a version',
  grade: 'Grade responses',
}

/** What an entry of the list is called. */
export const LISTED_NAMES: Record<ListedAction, string> = { ...ACTION_NAMES, import: 'Import people' }

/** Actions that change whether and until when people are enrolled, and can be undone. */
export type DatesAction = 'enroll' | 'unenroll' | 'extend'

/** Why a bulk change of an action has no undo; null where it has one (BLK-025). */
export const NO_UNDO: Record<Action, string | null> = {
  enroll: null,
  unenroll: null,
  extend: null,
  remind: 'E-mails that were sent cannot be taken back, so this change cannot be undone.',
  move: null,
  grade: null,
}

/** What the list shows beside bulk changes of this kind: imports of people, which have screens of their own (BLK-032). */
export const LISTED_ACTIONS = [...ACTIONS, 'import'] as const
export type ListedAction = (typeof LISTED_ACTIONS)[number]

/** The right with which imports are seen, by those alone for whom it reaches over the portal (USR-060). */
export const IMPORTS_SEEN_WITH: Permission = 'users.create'

export const STATUSES = ['previewed', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type Status = (typeof STATUSES)[number]

/** The statuses of imports that bulk changes do not have. */
const OF_IMPORTS = ['uploaded', 'checking', 'checked', 'failed'] as const
export const LISTED_STATUSES = [...STATUSES, ...OF_IMPORTS] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** What may follow each status. A run that stopped goes on; an undo that failed leaves the change done. */
export const MOVES: Record<Status, readonly Status[]> = {
  previewed: ['running'],
  running: ['stopped', 'done'],
  stopped: ['running', 'undoing'],
  done: ['undoing'],
  undoing: ['undone', 'done'],
  undone: [],
}

/** From which statuses a status can be reached. */
export const comesFrom = (status: Status): Status[] => STATUSES.filter((from) => MOVES[from].includes(status))

/** Whether a change of this action has an undo to offer in this status. */
export const isUndoable = (action: Action, status: Status): boolean =>
  NO_UNDO[action] === null && MOVES[status].includes('undoing')

/** While these last, the screen looks again. */
export const isMoving = (status: Status): status is 'running' | 'undoing' =>
  status === 'running' || status === 'undoing'

/** What a bulk change is, beside its name. */
export const STATUS_NAMES: Record<Status, string> = {
  previewed: 'Preview',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
}

/** The same for the list, imports included. */
export const LISTED_STATUS_NAMES: Record<ListedStatus, string> = {
  ...STATUS_NAMES,
  uploaded: 'Uploaded',
  checking: 'Checking',
  checked: 'Checked',
  failed: 'Stopped',
}

/** While these last, the list looks again. */
export const isListedMoving = (status: ListedStatus): boolean =>
  status === 'running' || status === 'undoing' || status === 'checking'

/** The same in the middle of a sentence. */
export const STATUS_WORDS: Record<Status, string> = {
  previewed: 'ready to run',
  running: 'running',
  stopped: 'stopped',
  done: 'done',
  undoing: 'being undone',
  undone: 'undone',
}

export const OUTCOMES = ['changed', 'unchanged', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the outcomes are called before the run, and after it. */
const PLANNED_NAMES: Record<Outcome, string> = {
  changed: 'Will change',
  unchanged: 'Stays as it is',
  refused: 'Cannot change',
}
const RESULT_NAMES: Record<Outcome, string> = {
  changed: 'Changed',
  unchanged: 'Stays as it is',
  refused: 'Left out',
}

/** The names of the outcomes of an action, before the run or after it. */
export const outcomeNames = (action: Action, when: 'planned' | 'result'): Record<Outcome, string> => {
  if (action === 'grade')
    return when === 'planned'
      ? { ...PLANNED_NAMES, changed: 'Will be graded', refused: 'Not graded' }
      : { ...RESULT_NAMES, changed: 'Graded', refused: 'Not graded' }
  if (action !== 'remind') return when === 'planned' ? PLANNED_NAMES : RESULT_NAMES
  return when === 'planned'
    ? { ...PLANNED_NAMES, changed: 'Will be reminded', refused: 'Not reminded' }
    : { ...RESULT_NAMES, changed: 'Reminded', refused: 'Not reminded' }
}

export const UNDOS = ['restored', 'kept'] as const
export type Undo = (typeof UNDOS)[number]

/** The most rows of one bulk change (BLK-001). */
export const MOST_ROWS = 1000

/** How long a preview that nobody runs, and a run with its undo, are kept (BLK-014). */
export const PREVIEW_DAYS = 7
export const UNDO_DAYS = 30
