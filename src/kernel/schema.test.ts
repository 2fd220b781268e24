import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenId } from './endpoint.ts'
import { ERRORS, errorText, type FieldErrors } from './errors.ts'
import { fieldErrors, isDirty, rule, stripEmpty, z } from './schema.ts'

type Schema = z.core.$ZodType
const errorsOf = (schema: Schema, value: unknown): FieldErrors => {
  const result = z.safeParse(schema, value)
  return result.success ? {} : fieldErrors(result.error.issues)
}
/** The messages for one value under the field `x`. */
const messagesFor = (schema: Schema, value: unknown) => errorsOf(z.object({ x: schema }), { x: value })['x'] ?? []
const REQUIRED = 'This field is required.'

describe('rules use the texts in the catalog', () => {
  const answers = z.array(z.object({ is_correct: z.boolean() })).check(rule.quiz())
  test.each<[string, Schema, unknown, unknown, string]>([
    ['VAL-008, ERR-077', z.string().check(rule.required()), 'a', '', REQUIRED],
    ['VAL-008, ERR-077', z.string().check(rule.required()), 'a', '  ', REQUIRED],
    ['VAL-008, ERR-077', z.array(z.string()).check(rule.required()), ['a'], [], REQUIRED],
    ['VAL-010, ERR-078', rule.email(), ' ada@example.com ', 'ada', 'Please enter a valid email address.'],
    ['VAL-012, ERR-080', rule.password(), 'abcdef1!', 'abc', errorText('password_weak')],
    ['VAL-013, ERR-081', z.string().check(rule.minCharacters(3)), 'abc', 'ab', 'Please enter at least 3 characters.'],
    [
      'VAL-013, ERR-082',
      z.string().check(rule.maxCharacters(3)),
      'abc',
      'abcd',
      'Please enter at no more than 3 characters',
    ],
    [
      'VAL-014, ERR-083',
      z.string().check(rule.fieldLimit('Title', 3)),
      'abc',
      'abcd',
      'Limit Title entry to maximum 3 characters',
    ],
    ['VAL-015, ERR-084', z.number().check(rule.minValue(2)), 2, 1, 'Please enter a value of at least 2.'],
    ['VAL-015, ERR-085', z.number().check(rule.maxValue(2)), 2, 3, 'Please enter a value of no more than 2.'],
    [
      'VAL-016, ERR-086',
      z.array(z.string()).check(rule.maxEmails(1)),
      ['a'],
      ['a', 'b'],
      "You can't send more than 1 emails",
    ],
    ['VAL-017, ERR-087', rule.url(), 'https://example.com', 'example', 'Please enter a valid URL.'],
    ['VAL-029, ERR-087', rule.website(), 'example.com', 'not a site', 'Please enter a valid URL.'],
    [
      'VAL-018, ERR-088',
      rule.file({ types: ['pdf'] }),
      { name: 'a.pdf', size: 1 },
      { name: 'a.exe', size: 1 },
      'Please choose a file of the type pdf.',
    ],
    [
      'VAL-019, ERR-089',
      rule.file({ max_size: 1024 }),
      { name: 'a', size: 1024 },
      { name: 'a', size: 1025 },
      'Please choose a file of no more than 1 KB.',
    ],
    [
      'VAL-020, ERR-090',
      rule.file({ width: 2, height: 1 }),
      { name: 'a.png', size: 1, width: 2, height: 1 },
      { name: 'a.png', size: 1, width: 1, height: 1 },
      'Please choose an image of 2x1 pixels.',
    ],
    [
      'VAL-021, ERR-091',
      answers,
      [{ is_correct: true }],
      [{ is_correct: false }],
      'Select at least one correct answer',
    ],
    ['VAL-022, ERR-092', rule.phone(), '212-555-0123', '123', 'Please enter a valid phone number.'],
    ['VAL-023, ERR-093', rule.integer(), 2, 2.5, 'Please enter a whole number.'],
    ['VAL-023, ERR-093', rule.decimal(), 2.5, 'two', 'Please enter a number.'],
    ['VAL-023, ERR-093', rule.alpha(), 'abc', 'a1', 'Please enter letters only.'],
    ['VAL-023, ERR-093', rule.alphaDash(), 'a_1-', 'a b', errorText('not_alpha_dash')],
    ['VAL-024, ERR-094', rule.fqdn(), 'example.com', '192.0.2.1', 'Please enter a valid domain.'],
    ['VAL-024, ERR-094', rule.ipOrFqdn(), '192.0.2.1', 'host', 'Please enter a valid IP address or domain.'],
    ['VAL-025, ERR-095', rule.inOptions(['a', 'b']), 'a', 'c', 'Selected value is not valid'],
    ['VAL-025, ERR-095', rule.inOptions([1, 2]), 2, 3, 'Selected value is not valid'],
    ['VAL-026, ERR-077', rule.tagList({ is_required: true }), ['a'], [], REQUIRED],
    ['VAL-026, ERR-096', rule.tagList({ max: 1 }), ['a'], ['a', 'b'], 'Please enter no more than 1 entries.'],
    ['VAL-026, ERR-095', rule.tagList(), [], 'a', 'Selected value is not valid'],
    ['VAL-027, ERR-097', rule.color(), '#fff', 'red', 'Please enter a valid color.'],
    [
      'VAL-028, ERR-097',
      rule.videoLink(),
      'https://vimeo.com/5',
      'https://example.com/5',
      'Please enter a link to a supported video host.',
    ],
  ])(
    '%s: good values pass, a wrong one gets its text (VAL-007) (ERR-077, ERR-078, ERR-080, ERR-081, ERR-082, ERR-083, ERR-084, ERR-085, ERR-086, ERR-087, ERR-088, ERR-089, ERR-090, ERR-091, ERR-092, ERR-093, ERR-094, ERR-095, ERR-096, ERR-097, VAL-008, VAL-010, VAL-012, VAL-013, VAL-014, VAL-015, VAL-016, VAL-017, VAL-018, VAL-019, VAL-020, VAL-021, VAL-022, VAL-023, VAL-024, VAL-025, VAL-026, VAL-027, VAL-028, VAL-029)',
    (_ids, schema, good, bad, text) => {
      expect(messagesFor(schema, good)).toEqual([])
      expect(messagesFor(schema, bad)).toEqual([text])
      expect(messagesFor(schema, undefined)).toEqual([REQUIRED])
    },
  )

  test('a tag list of e-mails names the wrong ones (VAL-026, ERR-096)', () => {
    const schema = z.object({ emails: rule.tagList({ are_emails: true }) })
    expect(errorsOf(schema, { emails: ['ada@example.com', 'bob', 'eve@'] })).toEqual({
      'emails.1': ['Please enter a valid email address.'],
      'emails.2': ['Please enter a valid email address.'],
    })
  })

  test('the result has trimmed and normalized values (PRT-020)', () => {
    expect(z.parse(rule.website(), ' example.com ')).toBe('https://example.com')
    expect(z.parse(rule.email(), ' ada@example.com ')).toBe('ada@example.com')
  })
})

describe('rules over several fields', () => {
  const form = z
    .object({ email: rule.email(), password: rule.password(), password_confirmation: z.string() })
    .check(rule.passwordConfirmation())

  test('the confirmation equals the password (VAL-011, ERR-079)', () => {
    const good = { email: 'ada@example.com', password: 'abcdef1!', password_confirmation: 'abcdef1!' }
    expect(errorsOf(form, good)).toEqual({})
    expect(errorsOf(form, { ...good, password_confirmation: 'other' })).toEqual({
      password_confirmation: ['This password does not match the password set above.'],
    })
  })

  test('it appears together with the messages of other fields (VAL-011)', () => {
    const all = errorsOf(form, { password: 'abcdef1!', password_confirmation: 'other' })
    expect(Object.keys(all).sort()).toEqual(['email', 'password_confirmation'])
    expect(errorsOf(form, null)).toEqual({ '': [REQUIRED] })
  })

  test('a field is required if another has one of the values (VAL-009, ERR-077)', () => {
    const schema = z
      .object({ kind: z.string(), reason: z.optional(z.string()) })
      .check(rule.requiredIf('reason', 'kind', 'other', 'refund'))
    expect(errorsOf(schema, { kind: 'none' })).toEqual({})
    expect(errorsOf(schema, { kind: 'other', reason: 'Broken' })).toEqual({})
    expect(errorsOf(schema, { kind: 'other' })).toEqual({ reason: [REQUIRED] })
    expect(errorsOf(schema, { kind: 'refund', reason: ' ' })).toEqual({ reason: [REQUIRED] })
  })
})

describe('fieldErrors', () => {
  const wrong = 'Selected value is not valid'
  test.each<[string, Schema, unknown, string]>([
    ['a missing text', z.string(), undefined, REQUIRED],
    ['a null text', z.string(), null, REQUIRED],
    ['a missing option', z.enum(['a']), undefined, REQUIRED],
    ['an empty option', z.enum(['a']), '', REQUIRED],
    ['an unknown option', z.enum(['a']), 'b', wrong],
    ['a number for a text', z.string(), 5, wrong],
    ['a text for a number', z.number(), 'x', 'Please enter a number.'],
    ['a nonsense number', z.coerce.number(), 'x', 'Please enter a number.'],
    ['a fraction', z.int(), 1.5, 'Please enter a whole number.'],
    ['a wrong step', z.number().check(z.multipleOf(1)), 1.5, 'Please enter a whole number.'],
    ['too many places', z.number().check(z.multipleOf(0.01)), 0.001, 'Please enter a number.'],
    ['a text for a switch', z.boolean(), 'x', wrong],
    ['a text for a list', z.array(z.string()), 'x', wrong],
    ['a text for an object', z.object({}), 'x', wrong],
    ['a text for a date', z.date(), 'x', wrong],
    ['a short text', z.string().check(z.minLength(4)), 'x', 'Please enter at least 4 characters.'],
    ['an empty text', z.string().check(z.minLength(1)), '', REQUIRED],
    ['a long text', z.string().check(z.maxLength(1)), 'xy', 'Please enter at no more than 1 characters'],
    ['a wrong length', z.string().check(z.length(2)), 'x', 'Please enter at least 2 characters.'],
    ['a small number', z.number().check(z.minimum(0)), -1, 'Please enter a value of at least 0.'],
    ['a number that is not positive', z.int().check(z.positive()), 0, 'Please enter a value of at least 1.'],
    ['a big number', z.number().check(z.maximum(9)), 10, 'Please enter a value of no more than 9.'],
    ['an excluded bound', z.int().check(z.lt(10)), 10, 'Please enter a value of no more than 9.'],
    ['a short list', z.array(z.string()).check(z.minLength(1)), [], REQUIRED],
    ['a long list', z.array(z.string()).check(z.maxLength(0)), ['x'], 'Please enter no more than 0 entries.'],
    [
      'an early date',
      z.date().check(z.minimum(new Date('2025-01-02'))),
      new Date(0),
      'Please enter a value of at least 01/02/2025.',
    ],
    ['an e-mail', z.email(), 'x', 'Please enter a valid email address.'],
    ['an address', z.url(), 'x', 'Please enter a valid URL.'],
    ['an IP address', z.ipv4(), 'x', 'Please enter a valid IP address or domain.'],
    ['a time', z.iso.datetime(), 'x', wrong],
    ['a pattern', z.string().check(z.regex(/^a$/)), 'x', wrong],
    ['an id', z.uuid(), 'x', wrong],
    ['an unnamed refinement', z.string().check(z.refine(() => false)), 'x', wrong],
    ['a named refinement', z.string().check(z.refine(() => false, 'Own text.')), 'x', 'Own text.'],
    ['never', z.never(), 'x', wrong],
    ['a union', z.union([z.string(), z.boolean()]), 5, wrong],
    ['a missing union', z.union([z.string(), z.boolean()]), undefined, REQUIRED],
    ['a union of numbers', z.union([z.number(), z.number().check(z.minimum(2))]), 'x', 'Please enter a number.'],
  ])('%s has a catalog text without rules of its own (VAL-007)', (_name, schema, value, text) => {
    expect(messagesFor(schema, value)).toEqual([text])
  })

  test('paths are dotted, and one field lists each message once (API-006)', () => {
    const schema = z.object({ items: z.array(z.object({ price: z.number().check(rule.minValue(1), z.minimum(1)) })) })
    expect(errorsOf(schema, { items: [{ price: 1 }, { price: 0 }, {}] })).toEqual({
      'items.1.price': ['Please enter a value of at least 1.'],
      'items.2.price': [REQUIRED],
    })
  })

  test('unknown fields are named one by one (API-015)', () => {
    expect(errorsOf(z.strictObject({ a: z.optional(z.string()) }), { b: 1, c: 2 })).toEqual({ b: [wrong], c: [wrong] })
    const inner = z.object({ filter: z.strictObject({}) })
    expect(errorsOf(inner, { filter: { nope: 1 } })).toEqual({ 'filter.nope': [wrong] })
  })

  test('a union whose kind matches reports the field inside (VAL-007)', () => {
    const byShape = z.object({ x: z.union([z.literal('none'), z.object({ name: z.string() })]) })
    expect(errorsOf(byShape, { x: {} })).toEqual({ 'x.name': [REQUIRED] })
    const byKind = z.object({
      x: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), n: z.int() }),
        z.object({ kind: z.literal('b') }),
      ]),
    })
    expect(errorsOf(byKind, { x: { kind: 'a', n: 1.5 } })).toEqual({ 'x.n': ['Please enter a whole number.'] })
    expect(Object.values(errorsOf(byKind, { x: { kind: 'c' } }))).toEqual([[wrong]])
    expect(Object.values(errorsOf(byKind, { x: {} }))).toEqual([[REQUIRED]])
  })

  test('issues without a message or an input are read as well (VAL-007)', () => {
    expect(
      fieldErrors([
        {
          code: 'invalid_type',
          expected: 'string',
          path: ['a'],
          message: 'Invalid input: expected string, received undefined',
        },
        { code: 'invalid_type', expected: 'number', path: ['b'], message: 'Invalid input' },
        { code: 'too_big', origin: 'string', maximum: 2, path: ['c'] },
        { code: 'something_new', path: ['__proto__'] },
      ]),
    ).toEqual(
      Object.fromEntries([
        ['a', [REQUIRED]],
        ['b', ['Please enter a number.']],
        ['c', ['Please enter at no more than 2 characters']],
        ['__proto__', [wrong]],
      ]),
    )
    expect(fieldErrors([])).toEqual({})
  })

  test('every message is a text in the catalog, whatever is sent (VAL-007)', () => {
    const schema = z.strictObject({
      email: rule.email(),
      count: rule.integer(),
      price: z.number().check(rule.minValue(0), rule.maxValue(99)),
      kind: z.enum(['a', 'b']),
      tags: rule.tagList({ max: 2 }),
      nested: z.object({ at: z.iso.datetime(), is_on: z.boolean() }),
      choice: z.union([z.string().check(z.minLength(3)), z.array(z.int())]),
    })
    const patterns = Object.values(ERRORS).map(
      ({ text }) => new RegExp(`^${text.replace(/[.?()$+*]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`),
    )
    const value = fc.oneof(
      fc.anything(),
      fc.constantFrom('', 'a', 1, -1, 1.5, null, true, ['x', 'y', 'z'], { at: 'x' }),
    )
    const body = fc.record(
      { email: value, count: value, price: value, kind: value, tags: value, nested: value, choice: value, more: value },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(body, fc.anything()), (sent) => {
        for (const text of Object.values(errorsOf(schema, sent)).flat()) {
          expect(patterns.some((pattern) => pattern.test(text)) ? '' : text).toBe('')
        }
      }),
    )
  })
})

describe('stripEmpty', () => {
  test('on create, empty values are left out (VAL-001, VAL-002)', () => {
    const values = { a: '', b: null, c: undefined, d: 0, e: false, f: [], g: 'x' }
    expect(stripEmpty(values)).toEqual({ d: 0, e: false, f: [], g: 'x' })
    expect(Object.keys(stripEmpty(values))).not.toContain('c')
  })

  test('on update, a field that had a value is cleared with null, and any other empty one is left out (VAL-002)', () => {
    const previous = { a: 'old', b: '', d: 0 }
    expect(stripEmpty({ a: '', b: '', c: null, d: undefined }, { previous })).toEqual({ a: null, d: null })
  })

  test('nested objects follow the same rule, and lists are kept whole (VAL-002)', () => {
    const previous = { setting: { logo: 'x', terms: null } }
    expect(stripEmpty({ setting: { logo: '', terms: '', name: 'n' }, list: ['', null] }, { previous })).toEqual({
      setting: { logo: null, name: 'n' },
      list: ['', null],
    })
  })

  test('a sent value is never empty, except null for a field that had a value (VAL-002)', () => {
    const value = fc.constantFrom('', null, undefined, 0, 'x', false)
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value)
    fc.assert(
      fc.property(record, record, (values, previous) => {
        const sent: Record<string, unknown> = stripEmpty(values, { previous })
        for (const name of ['a', 'b', 'c']) {
          const isFilled = ![undefined, null, ''].includes(values[name] as string)
          const wasFilled = ![undefined, null, ''].includes(previous[name] as string)
          const expected = isFilled ? values[name] : wasFilled && name in values ? null : undefined
          expect(sent[name]).toBe(expected)
        }
      }),
    )
  })
})

describe('isDirty', () => {
  test.each<[object, object, boolean]>([
    [{ a: 1 }, { a: 1 }, false],
    [{ a: 1 }, { a: 2 }, true],
    [{ a: '' }, { a: null }, false],
    [{ a: undefined }, {}, false],
    [{}, { a: 'x' }, true],
    [{ a: 0 }, { a: '' }, true],
    [{ a: false }, { a: null }, true],
    [{ a: [1, { b: '' }] }, { a: [1, {}] }, false],
    [{ a: [1, 2] }, { a: [2, 1] }, true],
    [{ a: [1] }, { a: [1, 2] }, true],
    [{ a: { b: 1 } }, { a: { b: 2 } }, true],
    [{ a: new Date(5) }, { a: new Date(5) }, false],
    [{ a: new Date(5) }, { a: new Date(6) }, true],
    [{ a: Number.NaN }, { a: Number.NaN }, false],
  ])('%j against the defaults %j: %s (VAL-001, VAL-003)', (values, defaults, isChanged) => {
    expect(isDirty(values, defaults)).toBe(isChanged)
    expect(isDirty(defaults, values)).toBe(isChanged)
  })

  test('values are never dirty compared with themselves (VAL-003)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        expect(isDirty(values, structuredClone(values))).toBe(false)
      }),
    )
  })
})

const choice = z.object({ course_id: chosenId('a course') })

test.each([undefined, null, '', 'x', 0, -3, 1.5])('a choice that is %s asks to choose (VAL-036)', (course_id) => {
  const { error } = z.safeParse(choice, { course_id })
  expect(fieldErrors(error?.issues ?? [])).toEqual({ course_id: ['Please choose a course.'] })
})

test('the id of a choice is taken as a number or a text (VAL-036)', () => {
  expect(z.parse(choice, { course_id: '12' })).toEqual({ course_id: 12 })
  expect(z.parse(choice, { course_id: 12 })).toEqual({ course_id: 12 })
})
