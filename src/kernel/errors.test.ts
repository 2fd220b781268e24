import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AppError,
  ERRORS,
  type ErrorCode,
  type ErrorRow,
  errorText,
  fail,
  fillText,
  GENERIC_ERROR,
  isErrorCode,
  messageOf,
  toBody,
} from './errors.ts'
import { CONFIRMATIONS, PAGE_TEXTS, TOASTS, UPLOAD_TITLES } from './product/texts.ts'

const CATALOG = new URL('../../docs/requirements/28-errors-and-messages.md', import.meta.url)

/** The quoted texts in each row. A quote inside a text is part of a word or uses the other kind of quotes. */
function quotedTexts(line: string): string[] {
  const texts: string[] = []
  for (let at = 0; at < line.length; at += 1) {
    const quote = line.charAt(at)
    if (quote !== '"' && (quote !== "'" || /[a-z]/i.test(line.charAt(at - 1)))) continue
    let end = line.indexOf(quote, at + 1)
    while (quote === "'" && end !== -1 && /[a-z]/i.test(line.charAt(end + 1))) end = line.indexOf(quote, end + 1)
    if (end === -1) throw new Error(`open quote in ${line}`)
    texts.push(line.slice(at + 1, end))
    at = end
  }
  return texts
}

const catalog = readFileSync(CATALOG, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, rest = ''] = /^- \*\*(ERR-\d{3})\*\* (.*)$/.exec(line) ?? []
    return id ? [{ id, texts: quotedTexts(rest) }] : []
  })

const texts = new Map<string, Set<string>>()
function add(id: string, ...added: string[]) {
  texts.set(id, new Set([...(texts.get(id) ?? []), ...added]))
}
for (const row of Object.values(ERRORS)) add(row.id, row.text)
for (const row of Object.values(TOASTS)) add(row.id, row.text)
for (const row of Object.values(PAGE_TEXTS)) add(row.id, row.text)
for (const row of Object.values(CONFIRMATIONS)) {
  add(
    row.id,
    row.title,
    row.text,
    ...['confirm' in row && row.confirm, 'cancel' in row && row.cancel].filter((text) => text !== false),
  )
}
add('ERR-072', ...Object.values(UPLOAD_TITLES))

// Rows that quote the text of another row to say where it is used.
const QUOTES_ANOTHER: Record<string, string> = { 'ERR-028': 'ERR-027', 'ERR-105': 'ERR-104', 'ERR-110': 'ERR-043' }
const quoting = catalog.filter((row) => row.texts.length > 0)

/** The codes of each row that defines a text. */
const STABLE_CODES = {
  'ERR-010': 'invalid conflict too_large unsupported_media_type csrf_mismatch locked too_many_requests maintenance',
  'ERR-016': 'saved',
  'ERR-017': 'failed',
  'ERR-018': 'course_copied',
  'ERR-019': 'invites_sent',
  'ERR-020': 'invalid_file_import',
  'ERR-021': 'required_fields',
  'ERR-022': 'cart_items_removed',
  'ERR-023': 'unauthorized',
  'ERR-024': 'not_found',
  'ERR-025': 'page_not_found',
  'ERR-026': 'portal_not_found',
  'ERR-027': 'not_your_portal',
  'ERR-029': 'portal_blocked',
  'ERR-030': 'portal_paused',
  'ERR-032': 'not_enough_permissions',
  'ERR-033': 'operation_not_permitted',
  'ERR-035': 'role_not_allowed',
  'ERR-036': 'portal_not_selected',
  'ERR-037': 'unexpected',
  'ERR-039': 'portal_incomplete',
  'ERR-040': 'session_ended',
  'ERR-041': 'reset_link_invalid',
  'ERR-042': 'token_missing',
  'ERR-043': 'authorization_failed',
  'ERR-044': 'link_expired',
  'ERR-045': 'token_invalid',
  'ERR-046': 'reset_link_expired',
  'ERR-047': 'credentials_do_not_match',
  'ERR-048': 'old_password_incorrect',
  'ERR-049': 'user_token_invalid',
  'ERR-050': 'account_blocked',
  'ERR-160': 'second_step_required',
  'ERR-161': 'second_factor_required',
  'ERR-162': 'code_incorrect',
  'ERR-163': 'recovery_code_incorrect',
  'ERR-164': 'sign_in_expired',
  'ERR-165': 'passkey_refused',
  'ERR-166': 'proof_incorrect',
  'ERR-051': 'role_not_held',
  'ERR-052': 'email_already_verified',
  'ERR-053': 'exam_already_finished',
  'ERR-122': 'item_locked',
  'ERR-123': 'storage_full',
  'ERR-124': 'storage_quota_reached',
  'ERR-173': 'storage_unavailable',
  'ERR-128': 'sheet_unreadable',
  'ERR-129': 'import_moved_on',
  'ERR-132': 'domain_taken',
  'ERR-133': 'domain_unusable',
  'ERR-134': 'too_many_addresses',
  'ERR-135': 'invitation_for_other',
  'ERR-136': 'invitation_closed',
  'ERR-137': 'no_report_right',
  'ERR-138': 'record_changed',
  'ERR-054': 'no_attempts_left',
  'ERR-055': 'already_reviewed',
  'ERR-056': 'no_certificate_template',
  'ERR-057': 'no_certificate_logo',
  'ERR-058': 'learner_only',
  'ERR-059': 'version_not_implemented',
  'ERR-060': 'published_course_not_deletable',
  'ERR-061': 'own_credits_not_enough',
  'ERR-062': 'portal_credits_not_enough',
  'ERR-063': 'invitation_already_enrolled',
  'ERR-064': 'invitation_already_cancelled',
  'ERR-065': 'user_has_progress',
  'ERR-066': 'course_not_completed',
  'ERR-067': 'plan_not_enough',
  'ERR-068': 'no_payment_yet',
  'ERR-069': 'shipping_key_missing',
  'ERR-070': 'cloud_scorm_key_missing',
  'ERR-071': 'maps_unavailable',
  'ERR-073': 'file_wrong_format',
  'ERR-074': 'file_wrong_size',
  'ERR-075': 'file_wrong_dimensions',
  'ERR-076':
    'upload_no_file upload_no_address upload_unexpected_answer upload_no_location upload_position_invalid upload_locked',
  'ERR-077': 'required',
  'ERR-078': 'email_invalid',
  'ERR-079': 'password_mismatch',
  'ERR-080': 'password_weak',
  'ERR-081': 'min_characters',
  'ERR-082': 'max_characters',
  'ERR-083': 'field_limit',
  'ERR-084': 'min_value',
  'ERR-085': 'max_value',
  'ERR-086': 'max_emails',
  'ERR-087': 'url_invalid',
  'ERR-088': 'file_type',
  'ERR-089': 'file_size',
  'ERR-090': 'image_dimensions',
  'ERR-091': 'quiz_no_correct_answer',
  'ERR-092': 'phone_invalid',
  'ERR-093': 'not_integer not_decimal not_alpha not_alpha_dash',
  'ERR-094': 'not_fqdn not_ip_or_fqdn',
  'ERR-095': 'not_in_options',
  'ERR-096': 'max_entries',
  'ERR-097': 'color_invalid video_link_invalid',
  'ERR-098': 'start_exam',
  'ERR-099': 'complete_course',
  'ERR-100': 'generate_certificate',
  'ERR-101': 'delete',
  'ERR-167': 'delete_several',
  'ERR-168': 'provisioning_off',
  'ERR-169': 'last_admin_stays',
  'ERR-170': 'person_is_here',
  'ERR-171': 'group_is_here',
  'ERR-172': 'filter_too_wide',
  'ERR-102': 'delete_domain',
  'ERR-103': 'delete_email',
  'ERR-104': 'unenroll',
  'ERR-106': 'reset_exam',
  'ERR-107': 'delete_question_pool',
  'ERR-108': 'change_portal_type',
  'ERR-109': 'unsaved_changes',
  'ERR-111': 'exam_time_over',
  'ERR-112': 'file_heic_picture',
  'ERR-113': 'file_other_picture',
  'ERR-114': 'file_damaged_picture',
  'ERR-115': 'file_too_many_pixels',
  'ERR-116': 'pictures_busy',
  'ERR-117': 'text_not_storable',
  'ERR-118': 'nested_too_deeply',
  'ERR-119': 'multipart_unreadable',
  'ERR-120': 'portal_would_close',
  'ERR-121': 'shop_would_close',
  'ERR-145': 'release_in_the_way',
  'ERR-146': 'scope_missing',
  'ERR-147': 'not_for_portal_tokens',
  'ERR-148': 'idempotency_key_reused',
  'ERR-149': 'idempotency_key_running',
  'ERR-150': 'external_id_unknown',
  'ERR-151': 'external_id_taken',
  'ERR-152': 'course_unknown',
  'ERR-153': 'sign_on_unfinished',
  'ERR-154': 'sign_on_unreachable',
  'ERR-155': 'sign_on_no_email',
  'ERR-156': 'sign_on_unproved_email',
  'ERR-157': 'sign_on_unknown_person',
  'ERR-158': 'password_sign_in_off',
  'ERR-159': 'sign_on_untried sign_on_needed',
}

describe('the catalog of texts', () => {
  test('every line of it is read once', () => {
    const ids = catalog.map((row) => row.id).toSorted()
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toHaveLength(readFileSync(CATALOG, 'utf8').split('- **ERR-').length - 1)
    expect(ids.length).toBeGreaterThan(110)
    expect(quoting.length).toBeGreaterThan(80)
  })

  test.each(quoting)(
    'every quoted text of $id stands verbatim under its id (ERR-145, ERR-153, ERR-154, ERR-155, ERR-156, ERR-157, ERR-158, ERR-159, ERR-146, ERR-147, ERR-148, ERR-149, ERR-150, ERR-151, ERR-152, ERR-014, ERR-016, ERR-017, ERR-018, ERR-019, ERR-020, ERR-021, ERR-022, ERR-023, ERR-024, ERR-025, ERR-026, ERR-027, ERR-028, ERR-029, ERR-030, ERR-032, ERR-033, ERR-035, ERR-036, ERR-037, ERR-039, ERR-040, ERR-041, ERR-042, ERR-043, ERR-044, ERR-045, ERR-046, ERR-110, ERR-047, ERR-048, ERR-049, ERR-050, ERR-051, ERR-052, ERR-053, ERR-111, ERR-054, ERR-055, ERR-056, ERR-057, ERR-058, ERR-059, ERR-060, ERR-061, ERR-062, ERR-063, ERR-064, ERR-065, ERR-066, ERR-067, ERR-068, ERR-069, ERR-070, ERR-071, ERR-072, ERR-073, ERR-074, ERR-075, ERR-076, ERR-112, ERR-113, ERR-114, ERR-115, ERR-116, ERR-077, ERR-078, ERR-079, ERR-080, ERR-081, ERR-082, ERR-083, ERR-084, ERR-085, ERR-086, ERR-087, ERR-088, ERR-089, ERR-090, ERR-091, ERR-092, ERR-093, ERR-094, ERR-095, ERR-096, ERR-097, ERR-098, ERR-099, ERR-100, ERR-101, ERR-167, ERR-102, ERR-103, ERR-104, ERR-105, ERR-106, ERR-107, ERR-108, ERR-109)',
    ({ id, texts: quoted }) => {
      const own = texts.get(QUOTES_ANOTHER[id] ?? id) ?? new Set()
      for (const text of quoted) expect([...own]).toContain(text)
    },
  )

  test('no error text has an id that does not quote it', () => {
    const quotes = new Map(catalog.map((row) => [row.id, row.texts]))
    for (const row of Object.values(ERRORS)) {
      if (row.id !== 'ERR-010') expect(quotes.get(row.id)).toContain(row.text)
    }
  })

  test('codes are stable: the client, the documentation and other programs know them by name (ERR-004)', () => {
    const codes = new Map<string, string[]>()
    for (const table of [ERRORS, TOASTS, CONFIRMATIONS]) {
      for (const [code, { id }] of Object.entries(table)) codes.set(id, [...(codes.get(id) ?? []), code])
    }
    const joined = [...codes].map(([id, names]) => [id, names.join(' ')])
    expect(Object.fromEntries(joined)).toEqual(STABLE_CODES)
  })

  test('the statuses of ERR-010 each have a code and carry the generic text (ERR-010, ERR-017)', () => {
    const generic = Object.values(ERRORS).filter((row) => row.id === 'ERR-010')
    expect(generic.map((row) => row.status).sort()).toEqual([409, 413, 415, 419, 422, 423, 429, 503])
    for (const row of generic) expect(row.text).toBe(GENERIC_ERROR)
  })

  test('exactly the 500s are reported (ERR-012)', () => {
    for (const row of Object.values(ERRORS) as ErrorRow[]) expect(row.is_reported ?? false).toBe(row.status === 500)
  })

  test.each<[ErrorCode, number]>([
    ['unauthorized', 401],
    ['not_found', 404],
    ['page_not_found', 404],
    ['portal_not_found', 404],
    ['not_your_portal', 403],
    ['portal_blocked', 403],
    ['not_enough_permissions', 403],
    ['role_not_allowed', 403],
    ['portal_not_selected', 422],
    ['unexpected', 500],
    ['credentials_do_not_match', 422],
    ['old_password_incorrect', 422],
    ['role_not_held', 422],
    ['no_attempts_left', 422],
    ['exam_already_finished', 422],
    ['already_reviewed', 422],
    ['learner_only', 403],
    ['plan_not_enough', 403],
    ['no_payment_yet', 422],
    ['upload_position_invalid', 409],
    ['upload_locked', 423],
  ])(
    '%s answers %i (AUT-004, AUT-008, AUT-014, EXM-017, REV-004, LRN-048, ORD-026, ORD-038, UPL-029)',
    (code, status) => {
      expect(ERRORS[code].status).toBe(status)
    },
  )
})

describe('fail', () => {
  test('fills the placeholders and puts the text under the field (API-006)', () => {
    const error = fail('max_value', { params: { max: 3 }, field: 'quantity' })
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'max_value', status: 422, params: { max: 3 } })
    const text = 'Please enter a value of no more than 3.'
    expect(toBody(error)).toEqual({ message: text, code: 'max_value', errors: { quantity: [text] } })
  })

  test('uses the named field, or else the field of the row (API-006)', () => {
    expect(Object.keys(fail('old_password_incorrect').fields ?? {})).toEqual(['old_password'])
    expect(Object.keys(fail('old_password_incorrect', { field: 'other' }).fields ?? {})).toEqual(['other'])
  })

  test('adds to the messages that a field already has (API-006)', () => {
    const error = fail('required', { field: 'title', fields: { title: ['First.'], text: ['Other.'] } })
    expect(error.fields).toEqual({ title: ['First.', 'This field is required.'], text: ['Other.'] })
  })

  test('invalid takes the first field text as its message, or else the generic text', () => {
    expect(fail('invalid', { fields: { a: ['One.'], b: ['Two.'] } }).message).toBe('One.')
    expect(fail('invalid').message).toBe(GENERIC_ERROR)
    expect(fail('invalid', { message: 'Own.', fields: { a: ['One.'] } }).message).toBe('Own.')
  })

  test('a status other than 422 has no field errors (API-006)', () => {
    expect(toBody(fail('not_found', { field: 'slug' }))).toEqual({ message: 'Resource not found!', code: 'not_found' })
  })

  test('an unknown failure answers ERR-037 with the phone number and none of its details', () => {
    const body = toBody(new Error('relation "users" does not exist'), { phone: '+1-800-555-0100' })
    expect(body).toEqual({
      message:
        'Please refresh your screen. Need further assistance? Call us immediately at +1-800-555-0100 for support.',
      code: 'unexpected',
    })
    expect(toBody('text').code).toBe('unexpected')
    expect(toBody(undefined).code).toBe('unexpected')
  })

  test('an unexpected error thrown without the phone number still shows it (ERR-037, ERR-038)', () => {
    const thrown = fail('unexpected' as ErrorCode)
    expect(toBody(thrown, { phone: '5' }).message).toContain('at 5 for')
  })

  test('every placeholder is filled by the parameter of its name and by nothing else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(ERRORS) as ErrorCode[])), fc.string(), (code, value) => {
        const names = [...ERRORS[code].text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
        const filled = errorText(code, Object.fromEntries(names.map((name) => [name, value])))
        expect(filled).toBe(ERRORS[code].text.split(/\{\w+\}/).join(value))
      }),
    )
    expect(fillText('a {b} {toString}', {})).toBe('a {b} {toString}')
  })

  test('codes are snake_case and identified by name only', () => {
    for (const code of Object.keys(ERRORS)) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(isErrorCode('no_attempts_left')).toBe(true)
    for (const other of ['toString', '__proto__', '', 1, null, undefined]) expect(isErrorCode(other)).toBe(false)
  })
})

describe('messageOf', () => {
  test('a known code is mapped to its product text (ERR-001, ERR-004)', () => {
    expect(messageOf(422, { code: 'no_attempts_left', message: 'none' })).toBe('There are no attempts left')
    expect(messageOf(422, { code: 'no_attempts_left' })).toBe('There are no attempts left')
  })

  test('a text with placeholders is taken from the server, which filled them (ERR-001, ERR-002)', () => {
    const body = toBody(fail('course_not_completed', { params: { email: 'ada@example.com' } }))
    expect(messageOf(422, body)).toBe('The ada@example.com student has not yet completed the course')
  })

  test('a code without a text of its own shows the server message (ERR-001)', () => {
    expect(messageOf(422, toBody(fail('invalid', { message: 'An item is missing.' })))).toBe('An item is missing.')
    expect(messageOf(429, toBody(fail('too_many_requests')))).toBe(GENERIC_ERROR)
  })

  test('an unknown message of the server is shown (ERR-002)', () => {
    expect(messageOf(400, { message: 'Odd request.' })).toBe('Odd request.')
  })

  test('a 404 without a known code gives the resource-not-found message (ERR-001)', () => {
    expect(messageOf(404, { message: 'Not Found' })).toBe('Resource not found!')
    expect(messageOf(404, '<html>')).toBe('Resource not found!')
    expect(messageOf(404, { code: 'portal_not_found' })).toBe('Portal not found!')
  })

  test.each([null, undefined, '', '<html>', 12, [], {}, { message: ' ' }, { message: 5, code: 'toString' }])(
    'without a message the error page shows ERR-037 and a toast ERR-017 (%j) (ERR-003)',
    (body) => {
      expect(messageOf(500, body)).toBe(GENERIC_ERROR)
      expect(messageOf(502, body, { place: 'page', params: { phone: '7' } })).toBe(
        errorText('unexpected', { phone: '7' }),
      )
    },
  )

  test('a 401 says Unauthorized, and tells a signed-in person that the session has ended (ERR-005, AUT-023)', () => {
    expect(messageOf(401, { message: 'x' })).toBe('Unauthorized')
    expect(messageOf(401, { code: 'unauthorized' }, { isSignedIn: true })).toBe(
      'You have been logged out due to inactivity or an alternate login.',
    )
  })

  test('there is a text for every answer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.anything(), (status, body) => {
        expect(messageOf(status, body).trim()).not.toBe('')
      }),
    )
  })
})

test('a refusal by the server and one by the screen have separate texts (ERR-034, ROL-023)', () => {
  expect([ERRORS.not_enough_permissions.status, ERRORS.not_enough_permissions.id]).toEqual([403, 'ERR-032'])
  expect(ERRORS.operation_not_permitted.text).toBe('You do not have permissions for this operation')
})
