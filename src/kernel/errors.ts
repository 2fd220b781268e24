import { BADGE_ERRORS } from './faults/badge-errors.ts'
import { BULK_ERRORS } from './faults/bulk-errors.ts'
import { CREW_ERRORS } from './faults/crew-errors.ts'
import { HISTORY_ERRORS } from './faults/history-errors.ts'
import { JOB_ERRORS } from './faults/job-errors.ts'
import { OFFLINE_ERRORS } from './faults/offline-errors.ts'
import { PROVISIONING_ERRORS } from './faults/provisioning-errors.ts'
import { REFRESHER_ERRORS } from './faults/refresher-errors.ts'
import { SEAT_TIME_ERRORS } from './faults/seat-time-errors.ts'
import { SIGN_IN_ERRORS } from './faults/second-factor-errors.ts'
import { SIGN_ON_ERRORS } from './faults/sign-on-errors.ts'
import { TEXT_ERRORS } from './faults/text-errors.ts'
import { TOKEN_ERRORS } from './faults/token-errors.ts'
import { CREDIT_ERRORS } from './product/credit-errors.ts'
import { FILE_ERRORS } from './uploads/file-errors.ts'

/** One row of the error catalog: requirement id, HTTP status and the text that people read. */
export interface ErrorRow {
  id: string
  status: number
  text: string
  /** The form field the text belongs to when the caller names none. */
  field?: string
  /** Set on failures of ours that must reach the error reporting (ERR-012). */
  is_reported?: true
}

export const GENERIC_ERROR = 'Something went wrong. Please try again later.'

/** Every error the product answers or shows, by stable code (ERR-004). Statuses without an own text carry ERR-017. */
export const ERRORS = {
  invalid: { id: 'ERR-010', status: 422, text: GENERIC_ERROR },
  conflict: { id: 'ERR-010', status: 409, text: GENERIC_ERROR },
  too_large: { id: 'ERR-010', status: 413, text: GENERIC_ERROR },
  unsupported_media_type: { id: 'ERR-010', status: 415, text: GENERIC_ERROR },
  csrf_mismatch: { id: 'ERR-010', status: 419, text: GENERIC_ERROR },
  locked: { id: 'ERR-010', status: 423, text: GENERIC_ERROR },
  too_many_requests: { id: 'ERR-010', status: 429, text: GENERIC_ERROR },
  maintenance: { id: 'ERR-010', status: 503, text: GENERIC_ERROR },

  record_changed: {
    id: 'ERR-138',
    status: 409,
    text: '{name} changed this after you opened it. Nothing was overwritten, and what you typed is still here. Compare both versions, then take theirs or save yours over it.',
  },
  release_in_the_way: {
    id: 'ERR-145',
    status: 409,
    text: 'Nothing was changed, because {things} changed in the meantime. Look at what is marked in the release, then decide.',
  },

  unauthorized: { id: 'ERR-023', status: 401, text: 'Unauthorized' },
  not_found: { id: 'ERR-024', status: 404, text: 'Resource not found!' },
  page_not_found: { id: 'ERR-025', status: 404, text: 'Page not found!' },
  portal_not_found: { id: 'ERR-026', status: 404, text: 'Portal not found!' },
  not_your_portal: { id: 'ERR-027', status: 403, text: 'Not your portal!' },
  portal_blocked: {
    id: 'ERR-029',
    status: 403,
    text: 'The portal is blocked, please contact the site administrator for more information.',
  },
  portal_paused: { id: 'ERR-030', status: 403, text: 'This portal is paused. Come back later, please' },
  not_enough_permissions: {
    id: 'ERR-032',
    status: 403,
    text: 'You do not have enough permissions for this action',
  },
  operation_not_permitted: {
    id: 'ERR-033',
    status: 403,
    text: 'You do not have permissions for this operation',
  },
  role_not_allowed: { id: 'ERR-035', status: 403, text: 'This action is not allowed for your role' },
  portal_not_selected: { id: 'ERR-036', status: 422, text: 'Please select a portal' },
  unexpected: {
    id: 'ERR-037',
    status: 500,
    text: 'Please refresh your screen. Need further assistance? Call us immediately at {phone} for support.',
    is_reported: true,
  },
  portal_incomplete: {
    id: 'ERR-039',
    status: 422,
    text: 'Upload a logo and enter a company name to get started.',
  },
  portal_would_close: {
    id: 'ERR-120',
    status: 422,
    text: 'Your portal is open and cannot be without a {what}. Nothing was changed. Save another {what} to replace it.',
  },
  shop_would_close: {
    id: 'ERR-121',
    status: 422,
    text: 'This portal has a shop, and an in-house portal has none. Nothing was changed. Turn the shop off first.',
    field: 'type',
  },

  ...SIGN_ON_ERRORS,
  ...BADGE_ERRORS,
  ...PROVISIONING_ERRORS,

  session_ended: {
    id: 'ERR-040',
    status: 401,
    text: 'You have been logged out due to inactivity or an alternate login.',
  },
  reset_link_invalid: { id: 'ERR-041', status: 422, text: 'Link reset password is invalid' },
  token_missing: { id: 'ERR-042', status: 422, text: 'Token is undefined!' },
  authorization_failed: { id: 'ERR-043', status: 403, text: 'Authorization failed!' },
  link_expired: { id: 'ERR-044', status: 422, text: 'The link has expired' },
  token_invalid: { id: 'ERR-045', status: 422, text: 'Token is invalid' },
  reset_link_expired: {
    id: 'ERR-046',
    status: 422,
    text: 'Your link is expired. Create a new password on the Reset password page please.',
  },
  credentials_do_not_match: {
    id: 'ERR-047',
    status: 422,
    text: 'These credentials do not match our records',
    field: 'email',
  },
  old_password_incorrect: {
    id: 'ERR-048',
    status: 422,
    text: 'The old password is incorrect',
    field: 'old_password',
  },
  user_token_invalid: { id: 'ERR-049', status: 401, text: 'The user token is invalid or expired' },
  account_blocked: {
    id: 'ERR-050',
    status: 403,
    text: 'Your account is blocked, please contact the site administrator for more information.',
  },
  ...SIGN_IN_ERRORS,
  ...JOB_ERRORS,
  role_not_held: { id: 'ERR-051', status: 422, text: 'The user does not have this role', field: 'role' },
  email_already_verified: { id: 'ERR-052', status: 422, text: 'The email is already verified' },

  ...SEAT_TIME_ERRORS,
  exam_already_finished: { id: 'ERR-053', status: 422, text: 'The exam is already finished' },
  exam_time_over: { id: 'ERR-111', status: 422, text: 'The time for this exam is over' },
  item_locked: { id: 'ERR-122', status: 403, text: 'This item is locked. Finish “{title}” first.' },
  no_attempts_left: { id: 'ERR-054', status: 422, text: 'There are no attempts left' },
  already_reviewed: { id: 'ERR-055', status: 422, text: 'You have already reviewed this course' },
  no_certificate_template: { id: 'ERR-056', status: 422, text: 'The course has no certificate template' },
  no_certificate_logo: {
    id: 'ERR-057',
    status: 422,
    text: 'The certificate has no logo. Please upload a certificate logo in the Portal Settings',
  },
  learner_only: { id: 'ERR-058', status: 403, text: 'You can take this course only as a learner' },
  version_not_implemented: { id: 'ERR-059', status: 422, text: 'Version {x} is not implemented' },
  published_course_not_deletable: { id: 'ERR-060', status: 422, text: 'Unable to delete a published course' },

  ...CREDIT_ERRORS,
  ...TOKEN_ERRORS,
  plan_not_enough: {
    id: 'ERR-067',
    status: 403,
    text: 'Your affiliate subscription does not include this action. Please change your plan.',
  },
  no_payment_yet: { id: 'ERR-068', status: 422, text: 'There is no payment yet' },

  shipping_key_missing: {
    id: 'ERR-069',
    status: 422,
    text: 'Please enter the Secret key to EasyShip in the Portal Settings',
  },
  cloud_scorm_key_missing: {
    id: 'ERR-070',
    status: 422,
    text: 'Please add your Cloud Scorm API key in Integrations (Portal Settings)',
  },
  maps_unavailable: {
    id: 'ERR-071',
    status: 422,
    text: 'The address could not be checked by the maps service. Please try again later.',
  },

  ...FILE_ERRORS,
  ...BULK_ERRORS,
  ...CREW_ERRORS,
  ...TEXT_ERRORS,
  ...REFRESHER_ERRORS,
  ...OFFLINE_ERRORS,
  ...HISTORY_ERRORS,
  sheet_unreadable: { id: 'ERR-128', status: 422, text: '{problem} Nothing was imported.', field: 'file' },
  import_moved_on: {
    id: 'ERR-129',
    status: 409,
    text: 'This import has moved on: it is {state} now. Nothing was changed by this click. Check the page before you go on.',
  },
  domain_taken: {
    id: 'ERR-132',
    status: 409,
    text: '{domain} is in use by another portal. Nothing was added. Delete it there first, then add it here.',
    field: 'host',
  },
  domain_unusable: {
    id: 'ERR-133',
    status: 422,
    text: '{domain} cannot be used: {reason} Nothing was added. Enter a domain of your own, such as learn.example.com.',
    field: 'host',
  },
  too_many_addresses: {
    id: 'ERR-134',
    status: 422,
    text: 'A portal has at most {max} {things}. Nothing was added. Delete one you no longer use first.',
  },
  no_report_right: { id: 'ERR-137', status: 422, text: 'Nothing was saved. Remove those who cannot open this report.' },
  storage_quota_reached: { id: 'ERR-124', status: 422, text: 'The portal has no storage left for this file.' },
  storage_full: {
    id: 'ERR-123',
    status: 507,
    text: 'The server is out of disk space, so this was not saved. What was saved before is safe. Please try again later.',
  },
  storage_unavailable: {
    id: 'ERR-173',
    status: 503,
    text: 'Files cannot be opened or saved right now. What was saved before is safe. Please try again in a few minutes.',
  },
  upload_locked: { id: 'ERR-076', status: 423, text: 'The upload is locked. Please try again later.' },
  required: { id: 'ERR-077', status: 422, text: 'This field is required.' },
  email_invalid: { id: 'ERR-078', status: 422, text: 'Please enter a valid email address.' },
  password_mismatch: {
    id: 'ERR-079',
    status: 422,
    text: 'This password does not match the password set above.',
  },
  password_weak: {
    id: 'ERR-080',
    status: 422,
    text: 'Please enter at least 8 characters with a letter, a digit and a special character.',
  },
  min_characters: { id: 'ERR-081', status: 422, text: 'Please enter at least {length} characters.' },
  max_characters: { id: 'ERR-082', status: 422, text: 'Please enter at no more than {length} characters' },
  field_limit: { id: 'ERR-083', status: 422, text: 'Limit {fieldName} entry to maximum {size} characters' },
  min_value: { id: 'ERR-084', status: 422, text: 'Please enter a value of at least {min}.' },
  max_value: { id: 'ERR-085', status: 422, text: 'Please enter a value of no more than {max}.' },
  max_emails: { id: 'ERR-086', status: 422, text: "You can't send more than {max} emails" },
  url_invalid: { id: 'ERR-087', status: 422, text: 'Please enter a valid URL.' },
  file_type: { id: 'ERR-088', status: 422, text: 'Please choose a file of the type {types}.' },
  file_size: { id: 'ERR-089', status: 422, text: 'Please choose a file of no more than {size}.' },
  image_dimensions: {
    id: 'ERR-090',
    status: 422,
    text: 'Please choose an image of {width}x{height} pixels.',
  },
  quiz_no_correct_answer: { id: 'ERR-091', status: 422, text: 'Select at least one correct answer' },
  phone_invalid: { id: 'ERR-092', status: 422, text: 'Please enter a valid phone number.' },
  not_integer: { id: 'ERR-093', status: 422, text: 'Please enter a whole number.' },
  not_decimal: { id: 'ERR-093', status: 422, text: 'Please enter a number.' },
  not_alpha: { id: 'ERR-093', status: 422, text: 'Please enter letters only.' },
  not_alpha_dash: {
    id: 'ERR-093',
    status: 422,
    text: 'Please enter letters, digits, hyphens and underscores only.',
  },
  not_fqdn: { id: 'ERR-094', status: 422, text: 'Please enter a valid domain.' },
  not_ip_or_fqdn: { id: 'ERR-094', status: 422, text: 'Please enter a valid IP address or domain.' },
  not_in_options: { id: 'ERR-095', status: 422, text: 'Selected value is not valid' },
  max_entries: { id: 'ERR-096', status: 422, text: 'Please enter no more than {max} entries.' },
  color_invalid: { id: 'ERR-097', status: 422, text: 'Please enter a valid color.' },
  text_not_storable: {
    id: 'ERR-117',
    status: 422,
    text: 'This text contains a character that cannot be saved. Remove that character and try again.',
  },
  nested_too_deeply: { id: 'ERR-118', status: 422, text: 'Please nest no more than {max} levels.' },
  multipart_unreadable: {
    id: 'ERR-119',
    status: 422,
    text: 'The form could not be read because it is incomplete or names no boundary. Nothing was saved. Please send it again.',
  },
  video_link_invalid: { id: 'ERR-097', status: 422, text: 'Please enter a link to a supported video host.' },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS
export type Params = Record<string, string | number>
export type FieldErrors = Record<string, string[]>

/** The body of every error answer (API-006). */
export interface ErrorBody {
  message: string
  code: ErrorCode
  errors?: FieldErrors
  /** What else a program needs to go on from here. */
  details?: Record<string, unknown>
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type ParamsOf<Code extends ErrorCode> = Record<Placeholder<(typeof ERRORS)[Code]['text']>, string | number>

interface FailExtras {
  /** The field whose list of messages gets the text. */
  field?: string
  fields?: FieldErrors
  /** Replaces the text; meant for the codes without an own text (`invalid`, `conflict`). */
  message?: string
  /** Seconds after which the same call may be made again; the answer carries them as Retry-After. */
  retry_after?: number
  details?: Record<string, unknown>
}
interface FailOptions extends FailExtras {
  params?: Params
}
/** Codes whose text has placeholders must be given them; a code known only at run time may bring any. */
type FailArguments<Code extends ErrorCode> = ErrorCode extends Code
  ? [options?: FailOptions]
  : [Placeholder<(typeof ERRORS)[Code]['text']>] extends [never]
    ? [options?: FailOptions]
    : [options: FailExtras & { params: ParamsOf<Code> }]

/** A failure with a catalog row; the only error that a caller's fault is thrown as. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly params: Params
  readonly fields: FieldErrors | undefined
  retry_after: number | undefined
  details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, params: Params, fields: FieldErrors | undefined) {
    super(message)
    this.code = code
    this.status = ERRORS[code].status
    this.params = params
    this.fields = fields
  }
}

/** True for the codes of the catalog, whatever came from outside. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}

/** Replaces each `{name}` by the parameter of that name; a placeholder without a parameter stays as it is. */
export function fillText(text: string, params: Params = {}): string {
  return text.replace(/\{([\w ]+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  )
}

/** The catalog text of a code with its placeholders filled. */
export function errorText(code: ErrorCode, params?: Params): string {
  return fillText(ERRORS[code].text, params)
}

/** Makes the error to throw. A `field` (or the row's own field) gets the text; `invalid` takes its first field's text as message. */
export function fail<Code extends ErrorCode>(code: Code, ...[options]: FailArguments<Code>): AppError {
  const { params = {}, field, fields, message, retry_after, details } = (options ?? {}) as FailOptions
  const row: ErrorRow = ERRORS[code]
  const first = code === 'invalid' && fields ? Object.values(fields)[0]?.[0] : undefined
  const text = message ?? first ?? errorText(code, params)
  const name = field ?? row.field
  const all = name === undefined ? fields : { ...fields, [name]: [...(fields?.[name] ?? []), text] }
  const error = new AppError(code, text, params, all)
  error.retry_after = retry_after
  error.details = details
  return error
}

/** The answer for any thrown value: an `AppError` as its row says, everything else as `unexpected` without details. */
export function toBody(error: unknown, params?: Params): ErrorBody {
  if (!(error instanceof AppError)) return { message: errorText('unexpected', params), code: 'unexpected' }
  const message = params ? fillText(error.message, params) : error.message
  const body: ErrorBody = { message, code: error.code }
  if (error.status === 422 && error.fields) body.errors = error.fields
  if (error.details) body.details = error.details
  return body
}

export interface MessageOptions {
  /** A toast falls back to ERR-017, the error page to ERR-037 (ERR-003). */
  place?: 'toast' | 'page'
  isSignedIn?: boolean
  /** `phone` for ERR-037. */
  params?: Params
}

/** The text a person reads for a failed call: product text of the code, else server message, else the fallback (ERR-001 to ERR-005). */
export function messageOf(status: number, body: unknown, options: MessageOptions = {}): string {
  const { place = 'toast', isSignedIn = false, params } = options
  if (status === 401) return errorText(isSignedIn ? 'session_ended' : 'unauthorized')
  const answer: { code?: unknown; message?: unknown } = typeof body === 'object' && body !== null ? body : {}
  const message = typeof answer.message === 'string' ? answer.message.trim() : ''
  if (isErrorCode(answer.code)) {
    const text = errorText(answer.code, params)
    const isComplete = ERRORS[answer.code].id !== 'ERR-010' && !/\{[\w ]+\}/.test(text)
    if (isComplete) return text
    if (message) return message
  }
  if (status === 404) return errorText('not_found')
  if (message) return message
  return place === 'page' ? errorText('unexpected', params) : GENERIC_ERROR
}
