import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DETAIL_KEYS, detailsOf, restoreCmi, storeCmi } from '#features/scorm/rules/cmi-keys.ts'

test('the keys of the details are those of the list (SCO-002, SCO-003)', () => {
  expect(DETAIL_KEYS).toEqual([
    'cmi.core.score.raw',
    'cmi.core.score.max',
    'cmi.core.score.min',
    'cmi.core.lesson_location',
    'cmi.suspend_data',
    'cmi.core.lesson_status',
  ])
  const cmi = { 'cmi.core.score.raw': '5', 'cmi.suspend_data': 'a\0b\ud800', 'cmi.comments': 'x' }
  expect(detailsOf(cmi)).toEqual({ 'cmi.core.score.raw': '5', 'cmi.suspend_data': 'a\uFFFDb\uFFFD' })
})

test('data is stored without loss and without characters that jsonb refuses (SCO-014)', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('\0', '\ud800', '\udc00', 'a', '"', '\\')).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('cmi.suspend_data', 'cmi.comments', 'cmi.core.lesson_location'), value),
      (cmi) => {
        const stored = storeCmi(cmi)
        const text = JSON.stringify(stored)
        expect(restoreCmi(JSON.parse(text))).toEqual({ ...cmi })
        expect(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(text)).toBe(false)
        expect(text.isWellFormed()).toBe(true)
      },
    ),
  )
})
