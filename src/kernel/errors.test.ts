import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STABLE_CODES } from '../../tests/api/stable-codes.ts'
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

describe('the catalog of texts', () => {
  test('every line of it is read once', () => {
    const ids = catalog.map((row) => row.id).toSorted()
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toHaveLength(readFileSync(CATALOG, 'utf8').split('- **ERR-').length - 1)
    expect(ids.length).toBeGreaterThan(110)
    expect(quoting.length).toBeGreaterThan(80)
  })

  test.each(quoting)(
    'every quoted text of $id stands verbatim under its id (ERR-226, ERR-145, ERR-153, ERR-154, ERR-155, ERR-156, ERR-157, ERR-158, ERR-159, ERR-146, ERR-147, ERR-148, ERR-149, ERR-150, ERR-151, ERR-152, ERR-014, ERR-016, ERR-017, ERR-018, ERR-019, ERR-020, ERR-021, ERR-022, ERR-023, ERR-024, ERR-025, ERR-026, ERR-027, ERR-028, ERR-029, ERR-030, ERR-032, ERR-033, ERR-035, ERR-036, ERR-037, ERR-039, ERR-040, ERR-041, ERR-042, ERR-043, ERR-044, ERR-045, ERR-046, ERR-110, ERR-047, ERR-048, ERR-049, ERR-050, ERR-051, ERR-052, ERR-053, ERR-111, ERR-054, ERR-055, ERR-056, ERR-057, ERR-058, ERR-059, ERR-060, ERR-061, ERR-062, ERR-063, ERR-064, ERR-065, ERR-066, ERR-067, ERR-068, ERR-069, ERR-070, ERR-071, ERR-072, ERR-073, ERR-074, ERR-075, ERR-076, ERR-112, ERR-113, ERR-114, ERR-115, ERR-116, ERR-077, ERR-078, ERR-079, ERR-080, ERR-081, ERR-082, ERR-083, ERR-084, ERR-085, ERR-086, ERR-087, ERR-088, ERR-089, ERR-090, ERR-091, ERR-092, ERR-093, ERR-094, ERR-095, ERR-096, ERR-097, ERR-098, ERR-099, ERR-100, ERR-101, ERR-167, ERR-102, ERR-103, ERR-104, ERR-105, ERR-106, ERR-107, ERR-108, ERR-109)',
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
