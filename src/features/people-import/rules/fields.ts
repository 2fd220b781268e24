import type { ColumnNames } from '#kernel/format/sheet-columns.ts'

/** What a column of a sheet can hold (USR-061). */
export const FIELDS = [
  'email',
  'first_name',
  'middle_name',
  'last_name',
  'direct_number',
  'mobile_number',
  'username',
  'external_id',
  'badge_number',
  'roles',
  'tags',
  'course',
  'due_at',
  'expires_at',
] as const
export type Field = (typeof FIELDS)[number]

/** The titles by which the columns are known; the first stands in the template, in texts and on the screen. */
export const TITLES: ColumnNames<Field> = {
  email: [
    'E-mail',
    'Email address',
    'E-mail address',
    'Mail',
    'Work email',
    'Email 1 value',
    'Primary email',
    'Login email',
  ],
  first_name: ['First name', 'Given name', 'Forename', 'First'],
  middle_name: ['Middle name', 'Additional name', 'Middle', 'Middle initial'],
  last_name: ['Last name', 'Family name', 'Surname', 'Last'],
  direct_number: [
    'Phone',
    'Phone number',
    'Telephone',
    'Mobile',
    'Cell',
    'Cell phone',
    'Mobile phone',
    'Phone 1 value',
    'Direct number',
  ],
  // What only says “mobile” or “cell” may have been given as a contact alone, so it is no number for texts by itself.
  mobile_number: ['Mobile number', 'Mobile no', 'Number for texts', 'Text number', 'SMS number', 'SMS'],
  username: ['Username', 'User name', 'User ID', 'Login', 'Login name'],
  external_id: [
    'External ID',
    'Employee ID',
    'Employee number',
    'Employee no',
    'Personnel number',
    'HR ID',
    'Worker ID',
  ],
  badge_number: ['Badge number', 'Badge', 'Badge ID', 'Badge no'],
  roles: ['Roles', 'Role', 'User role', 'Portal role'],
  tags: ['Tags', 'Tag', 'Labels', 'Label', 'Groups', 'Group'],
  course: ['Course', 'Course title', 'Course name', 'Course ID', 'Course slug', 'Training', 'Class'],
  due_at: ['Due date', 'Due', 'Due by', 'Due on', 'Complete by', 'Deadline'],
  expires_at: [
    'Access until',
    'Expires',
    'Expiration date',
    'Expiry date',
    'Expires on',
    'Access ends',
    'End date',
    'Valid until',
  ],
}

/** What the outcomes are called on the screen and in the report. */
export const OUTCOMES = ['new', 'enrolled', 'changed', 'unchanged', 'repeated', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const OUTCOME_NAMES: Record<Outcome, string> = {
  new: 'New person',
  enrolled: 'Enrolled',
  changed: 'Changed',
  unchanged: 'Unchanged',
  repeated: 'Twice in the sheet',
  refused: 'Refused',
}

/** The same over a number of rows. */
export const OUTCOME_SUMS: Record<Outcome, string> = {
  ...OUTCOME_NAMES,
  new: 'New people',
  enrolled: 'Enrollments',
  changed: 'Changes',
}

/** Outcomes that write something, so that the run tries them. */
export const WRITING: readonly Outcome[] = ['new', 'enrolled', 'changed']

export const STATUSES = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'stopped',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof STATUSES)[number]

/** From these an import can be undone, once (USR-066). */
export const UNDOABLE: readonly ImportStatus[] = ['done', 'stopped']

/** What an import is, in the middle of a sentence. */
export const STATUS_WORDS: Record<ImportStatus, string> = {
  uploaded: 'uploaded',
  checking: 'being checked',
  checked: 'checked',
  running: 'running',
  stopped: 'stopped',
  done: 'done',
  undoing: 'being undone',
  undone: 'undone',
  failed: 'stopped',
}

/** What an import is, beside its name. */
export const STATUS_NAMES: Record<ImportStatus, string> = {
  uploaded: 'Uploaded',
  checking: 'Checking',
  checked: 'Checked',
  running: 'Importing',
  stopped: 'Stopped',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Stopped',
}

/** While these last, the screen looks again. */
export const isMoving = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing'

/** The largest sheet (API-036). */
export const MOST_ROWS = 50_000
