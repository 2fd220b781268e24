import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['a decomposed accent', 'Ame\u0301lie O\u0308zgu\u0308r', 'Amélie Özgür'],
  ['a bidirectional override', 'Ana \u202eoiraM\u202c', 'Ana oiraM'],
  ['isolates and marks of direction', '\u2067Ana\u2069 \u200eLi\u200f', 'Ana Li'],
  ['control characters', 'A\u0000n\u0007a\u007f \u0085Li', 'Ana Li'],
  ['a soft hyphen and a byte order mark', '\ufeffAn\u00ada', 'Ana'],
  ['other spaces and line ends', 'Ana\tMaria\u3000Li\u2009X\r\nY\u2028Z', 'Ana Maria Li X\nY\nZ'],
  ['what joins and parts letters', 'क्‍ष می‌خواهم ខ្ញុំ\u200bនៅ', 'क्‍ष می‌خواهم ខ្ញុំ\u200bនៅ'],
  ['an emoji of several', '👷🏽‍♀️ 🏴󠁧󠁢󠁷󠁬󠁳󠁿', '👷🏽‍♀️ 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['a no-break space', 'May,\u00a01', 'May,\u00a01'],
  ['half of a surrogate pair, a private letter', 'A\ud83d \ue000B', 'A B'],
])('%s is as it may be printed (CER-030)', (_, text, expected) => {
  expect(printable(text)).toBe(expected)
})

test('printable text stays as it is, and never contains a direction override (CER-030)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = printable(text)
      expect(printable(clean)).toBe(clean)
      expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u)
    }),
  )
})
