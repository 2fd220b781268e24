import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorText, fail } from '#kernel/errors.ts'
import { endOfDay, lastDayBefore } from '#kernel/format/day.ts'
import { decideGenerate, decideOnFinish, lacksRequiredTemplate, mayAskForCertificate } from './generate.ts'
import { certificateNumber, NUMBER_BYTES, readCertificateNumber } from './number.ts'
import { certificateEnd, certificateValidity } from './validity.ts'
import { fillWords } from './words.ts'

const course = { is_certificate_required: false, certificate_template: { id: 4, logo: null } }
const request = {
  course,
  default_certificate_logo: 'portal.png',
  is_finished: true,
  email: 'ada@example.com',
  existing: null,
}

describe('who gets a certificate', () => {
  test('a finished course with a template and a logo issues one (CER-004)', () => {
    expect(decideGenerate(request)).toEqual({ kind: 'issue', template_id: 4, logo: 'portal.png' })
  })

  test('an unfinished course is refused with the student named (CER-004)', () => {
    const decision = decideGenerate({ ...request, is_finished: false })
    expect(decision).toEqual({
      kind: 'refused',
      code: 'course_not_completed',
      params: { email: 'ada@example.com' },
    })
    if (decision.kind !== 'refused') throw new Error('not refused')
    expect(fail(decision.code, { params: decision.params ?? {} }).message).toBe(
      'The ada@example.com student has not yet completed the course',
    )
  })

  test('without a template the text is ERR-056, without any logo ERR-057 (CER-005)', () => {
    const bare = decideGenerate({ ...request, course: { ...course, certificate_template: null } })
    expect(bare).toEqual({ kind: 'refused', code: 'no_certificate_template' })
    expect(errorText('no_certificate_template')).toBe('The course has no certificate template')
    expect(decideGenerate({ ...request, default_certificate_logo: null })).toEqual({
      kind: 'refused',
      code: 'no_certificate_logo',
    })
    expect(decideGenerate({ ...request, default_certificate_logo: '' })).toMatchObject({ kind: 'refused' })
  })

  test("the template's logo overrides the portal's (CER-005)", () => {
    const own = { ...course, certificate_template: { id: 4, logo: 'course.png' } }
    expect(decideGenerate({ ...request, course: own })).toMatchObject({ logo: 'course.png' })
    expect(decideGenerate({ ...request, course: own, default_certificate_logo: null })).toMatchObject({
      logo: 'course.png',
    })
  })

  test('a repeated request returns the existing certificate, even if none could be issued now (CER-006)', () => {
    const existing = { id: 9 }
    expect(decideGenerate({ ...request, existing })).toEqual({ kind: 'existing', certificate: existing })
    const gone = { ...course, certificate_template: null }
    expect(decideGenerate({ ...request, existing, course: gone, is_finished: false })).toEqual({
      kind: 'existing',
      certificate: existing,
    })
  })

  test('finishing issues it at once only if the course requires it (CER-008)', () => {
    expect(decideOnFinish(request)).toEqual({ kind: 'on_request' })
    const required = { ...course, is_certificate_required: true }
    expect(decideOnFinish({ ...request, course: required })).toMatchObject({ kind: 'issue' })
    expect(decideOnFinish({ ...request, course: required, default_certificate_logo: null })).toEqual({
      kind: 'refused',
      code: 'no_certificate_logo',
    })
  })

  test('only the learner and people who edit enrollments may request it (CER-008)', () => {
    const enrollment = { user_id: 7 }
    expect(mayAskForCertificate({ user_id: 7, may_edit_enrollments: false }, enrollment)).toBe(true)
    expect(mayAskForCertificate({ user_id: 8, may_edit_enrollments: true }, enrollment)).toBe(true)
    expect(mayAskForCertificate({ user_id: 8, may_edit_enrollments: false }, enrollment)).toBe(false)
  })

  test('a required certificate without a template stops publishing (CER-003)', () => {
    expect(lacksRequiredTemplate({ is_certificate_required: true, certificate_template: null })).toBe(true)
    expect(lacksRequiredTemplate({ ...course, is_certificate_required: true })).toBe(false)
    expect(lacksRequiredTemplate({ is_certificate_required: false, certificate_template: null })).toBe(false)
  })
})

describe('validity', () => {
  const issued = { revoked_at: null, expires_at: new Date('2031-05-01T00:00:00Z') }

  test('valid until its end, expired from then on, and valid forever without one (CER-025)', () => {
    expect(certificateValidity(issued, new Date('2031-04-30T23:59:59.999Z'))).toBe('valid')
    expect(certificateValidity(issued, new Date('2031-05-01T00:00:00Z'))).toBe('expired')
    expect(certificateValidity({ ...issued, expires_at: null }, new Date('2999-01-01T00:00:00Z'))).toBe('valid')
  })

  test('revoked overrides expired (CER-024, CER-025)', () => {
    const revoked = { ...issued, revoked_at: new Date('2030-01-01T00:00:00Z') }
    expect(certificateValidity(revoked, new Date('2030-06-01T00:00:00Z'))).toBe('revoked')
    expect(certificateValidity(revoked, new Date('2040-06-01T00:00:00Z'))).toBe('revoked')
  })
})

test.each([
  ['2031-05-01T10:00:00Z', 'UTC', 36, '2034-05-01'],
  ['2031-01-31T23:59:59Z', 'UTC', 1, '2031-02-28'],
  ['2032-02-29T00:00:00Z', 'UTC', 12, '2033-02-28'],
  ['2031-11-30T08:00:00Z', 'UTC', 3, '2032-02-29'],
  // An American evening is the next day in UTC, and at the end of a month the next month.
  ['2031-05-02T01:30:00Z', 'America/New_York', 36, '2034-05-01'],
  ['2031-02-01T04:30:00Z', 'America/New_York', 1, '2031-02-28'],
  ['2032-03-01T03:00:00Z', 'America/Chicago', 12, '2033-02-28'],
  ['2031-04-30T11:00:00Z', 'Pacific/Auckland', 1, '2031-05-30'],
])(
  'issued %s in %s for %i months it counts through %s and not longer (CER-025, CER-032)',
  (issued, zone, months, day) => {
    const end = certificateEnd(new Date(issued), months, zone)
    expect(end).toEqual(endOfDay(day, zone))
    expect(end && lastDayBefore(end, zone)).toBe(day)
    const certificate = { revoked_at: null, expires_at: end }
    expect(certificateValidity(certificate, new Date((end as Date).getTime() - 1))).toBe('valid')
    expect(certificateValidity(certificate, end as Date)).toBe('expired')
  },
)

test('without a number of months a certificate has no end (CER-025)', () => {
  expect(certificateEnd(new Date('2031-05-01T10:00:00Z'), null, 'UTC')).toBeNull()
})

const bytes = fc.uint8Array({ minLength: NUMBER_BYTES, maxLength: NUMBER_BYTES })
const SIGNS = '23456789ACEFHJKMNPRTWXY'

describe('certificate number', () => {
  test('four groups of four unambiguous characters, accepted as people type them (CER-007)', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const number = certificateNumber(random)
        expect(number).toMatch(/^[2-9ACEFHJKMNPRTWXY]{4}(-[2-9ACEFHJKMNPRTWXY]{4}){3}$/)
        expect(readCertificateNumber(number)).toBe(number)
        expect(readCertificateNumber(` ${number.toLowerCase().replaceAll('-', ' ')} `)).toBe(number)
        expect(readCertificateNumber(number.replaceAll('-', '–'))).toBe(number)
      }),
    )
  })

  test('different random bytes give different numbers (CER-007)', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, two) => {
        fc.pre(one.some((byte, index) => byte !== two[index]))
        expect(certificateNumber(one)).not.toBe(certificateNumber(two))
      }),
    )
    expect(() => certificateNumber(new Uint8Array(8))).toThrow(RangeError)
  })

  test('every single wrong character and every swap of two is detected (CER-025)', () => {
    const signs = certificateNumber(Uint8Array.from({ length: NUMBER_BYTES }, (_, index) => index * 37 + 11))
      .replaceAll('-', '')
      .split('')
    for (const [place, right] of signs.entries()) {
      for (const wrong of SIGNS) {
        if (wrong !== right) expect(readCertificateNumber(signs.with(place, wrong).join(''))).toBeNull()
      }
      for (let other = place + 1; other < signs.length; other += 1) {
        const swapped = signs.with(place, signs[other] ?? '').with(other, right)
        if (signs[other] !== right) expect(readCertificateNumber(swapped.join(''))).toBeNull()
      }
    }
  })

  test.each(['', 'K7M4', '0000-0000-0000-0000', 'ÄÖÜ4-9XAT-2HRN-3CEF', '2222-2222-2222-22222'])(
    '%j is no certificate number (CER-025)',
    (typed) => {
      expect(readCertificateNumber(typed)).toBeNull()
    },
  )
})

describe('dynamic words', () => {
  const words = { user_name: 'Ada Byron', course_title: 'Site Safety {date}', portal_name: 'Acme', date: 'May 1 2031' }

  test('known words are replaced everywhere they stand (PGB-032)', () => {
    expect(fillWords('{user_name} of {portal_name}: {user_name}', words)).toBe('Ada Byron of Acme: Ada Byron')
  })

  test('an unknown word, or a word without a value, stays as it is (PGB-032)', () => {
    expect(fillWords('{nickname} {constructor} {state_name} { date } {DATE}', words)).toBe(
      '{nickname} {constructor} {state_name} { date } {DATE}',
    )
    expect(fillWords('{state_name}!', { state_name: '' })).toBe('!')
  })

  test('a value is text: its braces and dollar signs are not interpreted (PGB-032)', () => {
    expect(fillWords('{course_title}', words)).toBe('Site Safety {date}')
    expect(fillWords('{user_name}', { user_name: "$& $1 $'" })).toBe("$& $1 $'")
  })
})
