import { describe, expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { DEEPEST, requireStorable } from './storable.ts'

const refusal = (value: unknown) => {
  try {
    requireStorable(value)
    return null
  } catch (error) {
    return error instanceof AppError ? [error.code, error.fields] : error
  }
}
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const TEXT = 'This text contains a character that cannot be saved. Remove that character and try again.'

describe('what can be stored', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty text', ''],
    ['a whole pair', '\u{1f600}'],
    ['a replacement character', '\ufffd'],
    ['other control characters', 'a\tb\nc\u0001'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 'b' })],
    ['bytes', Buffer.from([0])],
    ['the deepest that is taken', nested(DEEPEST)],
  ])('%s is taken (API-027)', (_, value) => {
    expect(refusal(value)).toBeNull()
  })

  test.each([
    ['a first half', { title: 'a\ud800' }, 'title'],
    ['a second half', { title: '\udc00b' }, 'title'],
    ['two in the wrong order', { title: '\udc00\ud800' }, 'title'],
    ['a NUL', { items: [{ text: 'fine' }, { text: 'a\u0000b' }] }, 'items.1.text'],
    ['half a pair in a name', { cmi: { 'core.\ud800': 1 } }, 'cmi.core.\ufffd'],
    ['a NUL in a name', { ['a\u0000']: 1 }, 'a\ufffd'],
    ['a text by itself', '\u0000', ''],
  ])('%s is refused, and named by its path (API-027)', (_, value, path) => {
    expect(refusal(value)).toEqual(['invalid', { [path]: [TEXT] }])
  })

  test('texts of external content may contain anything, their names may not (API-027)', () => {
    expect(() => requireStorable({ cmi: { a: '\ud800\u0000' } }, { isAnyText: true })).not.toThrow()
    expect(() => requireStorable({ cmi: { 'a\u0000': '' } }, { isAnyText: true })).toThrow(TEXT)
  })

  test('one level too many is refused, and so are very many, without a stack overflow (API-027)', () => {
    for (const levels of [DEEPEST + 1, 400_000]) {
      const [code, fields] = refusal(nested(levels)) as [string, Record<string, string[]>]
      expect(code).toBe('invalid')
      expect(Object.values(fields)).toEqual([[`Please nest no more than ${DEEPEST} levels.`]])
    }
  })
})
