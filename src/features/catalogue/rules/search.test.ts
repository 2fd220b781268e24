import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchPattern, searchWords } from './search.ts'

test('every word must match and the last one may be unfinished (CAT-012)', () => {
  expect(searchWords('First aid')).toBe("'First' & 'aid':*")
  expect(searchWords('  "ladders" | !fire ')).toBe("'ladders' & 'fire':*")
  expect(searchWords(' !&|()<-> ')).toBeNull()
})

test('whatever is typed becomes quoted words and nothing else (CAT-012)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
      const words = searchWords(typed)
      if (words !== null) expect(words).toMatch(/^('[\p{L}\p{N}]+' & )*'[\p{L}\p{N}]+':\*$/u)
    }),
  )
})

test('signs with a meaning in patterns are searched for as they are (CAT-012)', () => {
  expect(searchPattern(' 100% _new_ \\ ')).toBe('%100\\% \\_new\\_ \\\\%')
})
