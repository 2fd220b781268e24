import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalEmail } from './email.ts'
import { decodeLabel } from './punycode.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada@Example.COM\n', 'ada@example.com'],
  ['a\u200bda@example.com', 'ada@example.com'],
  ['ada\u200d@example.com', 'ada@example.com'],
  ['ada@\u2060example.com', 'ada@example.com'],
  ['ada@exam\u00adple.com', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
  ['\ufeffada@example.com', 'ada@example.com'],
  ['ada\ufe0f@example.com', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['mi\u212ae@example.com', 'mike@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['ada@пример.com', 'ada@xn--e1afmkfd.com'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@tokyo東京.jp', `ada@${domainToASCII('tokyo東京.jp')}`],
  ['ada@seoul서울.kr', `ada@${domainToASCII('seoul서울.kr')}`],
  ["o'neil+site@example.co.uk", "o'neil+site@example.co.uk"],
])('%j is %j (VAL-010, VAL-034)', (typed, expected) => {
  expect(canonicalEmail(typed)).toBe(expected)
})

describe('anything that is not an address, or looks like another one, is refused (VAL-010, VAL-034)', () => {
  test.each([
    ['a mailbox with a Cyrillic letter', 'аda@example.com'],
    ['a mailbox with an accent', 'adé@example.com'],
    ['a long s', 'bo\u017fs@example.com'],
    ['a ligature', 'o\ufb03ce@example.com'],
    ['Cyrillic among Latin letters', 'ada@pаypal.com'],
    ['the same in ASCII form', `ada@${domainToASCII('pаypal.com')}`],
    ['Greek among Latin letters', 'ada@gοοgle.com'],
    ['Cyrillic among Greek letters', 'ada@αб.com'],
    ['Cyrillic in a part of the domain', 'ada@mail.exаmple.com'],
    ['Japanese and Korean in one label', 'ada@あ한.com'],
    ['a script that is hardly in use', 'ada@ꭰꭱꭲ.com'],
    ['a false ASCII form', 'ada@xn--a.com'],
    ['an escape', 'ada@ex%61mple.com'],
    ['a port', 'ada@example.com:25'],
    ['a path', 'ada@example.com/x'],
    ['a path that appears by folding', 'ada@example.com\u2100x'],
    ['a number as the domain', 'ada@0x7f.1'],
    ['a blank inside', 'ada@exam ple.com'],
    ['a tab inside', 'ada@exam\tple.com'],
    ['two signs', 'ada@x@example.com'],
    ['half a character', 'ada@\ud800example.com'],
    ['no name', '@example.com'],
    ['only what nobody sees', '\u200b@\u200b'],
    ['a name', 'ada'],
    ['nothing', ''],
  ])('%s', (_, typed) => {
    expect(canonicalEmail(typed)).toBeNull()
  })
})

const mailbox = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}(\.[a-z0-9]{1,8})?$/)
const domain = fc
  .tuple(
    fc.constantFrom('example', 'bücher', 'straße', 'пример', '例え', 'ελλάδα', 'sub.école'),
    fc.constantFrom('com', 'org', 'рф'),
  )
  .map((labels) => labels.join('.'))
const invisible = fc.constantFrom(
  ...['\u200b', '\u200d', '\u2060', '\u00ad', '\u202c', '\u202e', '\ufeff', '\u034f', '\u180e', '\ufe0f', '\u{e0061}'],
)

/** One way to write a character, chosen by a number. */
const written = (char: string, way: number): string => {
  if (way % 3 === 1) return char.toUpperCase().length === 1 && char !== 'ß' ? char.toUpperCase() : char
  if (way % 3 === 2 && /[!-~]/.test(char)) return String.fromCharCode(char.charCodeAt(0) + 0xfee0)
  return char
}

test('an address stays the same however it is decorated (VAL-034)', () => {
  const decoration = fc.array(fc.tuple(fc.nat(5), fc.option(invisible)), { minLength: 1, maxLength: 40 })
  const form = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.normalize('NFD'),
    domainToASCII,
    (name: string) => domainToUnicode(domainToASCII(name)),
  )
  const around = fc.constantFrom('', ' ', '\n', '\u00a0', '\u3000')
  fc.assert(
    fc.property(mailbox, domain, form, decoration, around, (name, host, inForm, ways, blank) => {
      const canonical = canonicalEmail(`${name}@${host}`)
      expect(canonical).toBe(`${name}@${domainToASCII(host)}`)
      const decorated = [...`${name}@${inForm(host)}`]
        .map((char, at) => {
          const [way, unseen] = ways[at % ways.length] ?? [0, null]
          return written(char, way) + (unseen ?? '')
        })
        .join('')
      expect(canonicalEmail(blank + decorated + blank)).toBe(canonical)
    }),
    { numRuns: 500 },
  )
})

test('the canonical form is stable, in ASCII and lower case, for any input (VAL-034)', () => {
  const anything = fc
    .tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    .map(([a, b]) => `${a}@${b}.com`)
  const address = fc.tuple(mailbox, fc.string({ unit: 'grapheme', minLength: 1 })).map(([a, b]) => `${a}@${b}.com`)
  fc.assert(
    fc.property(fc.oneof(anything, address), (text) => {
      const canonical = canonicalEmail(text)
      if (canonical === null) return
      expect(canonical).toMatch(/^[!-@[-~]+@[a-z0-9.-]+$/)
      expect(canonicalEmail(canonical)).toBe(canonical)
    }),
    { numRuns: 1000 },
  )
})

test('a label in ASCII form is converted back to its letters (VAL-034)', () => {
  const label = fc.string({
    unit: fc.constantFrom(...'abcxyz09äéñøłпримерελ例東京서울한עבר'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(label, (letters) => {
      const ascii = domainToASCII(letters)
      fc.pre(ascii !== '')
      expect(decodeLabel(ascii)).toBe(domainToUnicode(ascii))
    }),
    { numRuns: 500 },
  )
  expect(decodeLabel('xn--a-ä')).toBe('')
  expect(decodeLabel('xn--bcher-kv')).toBeNull()
})
