import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, fileNameOf, nameInDisposition } from './file-name.ts'

test.each([
  ['a/b\\c:d', 'a b c d'],
  ['../../etc', '.. .. etc'],
  ['Jane: "Doe"/x\n', 'Jane Doe x'],
  ['  \t ', 'file'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['in\u00advoice\u200b.pdf\u2060', 'invoice.pdf'],
  ['\ufeffa\u2066b\u2069.csv', 'ab.csv'],
  ['tag\u{e0041}ged.pdf', 'tagged.pdf'],
  ['one\u2028two\u2029three.txt', 'one two three.txt'],
  ['Zoe\u0308.pdf', 'Zoë.pdf'],
  ['half\ud800.pdf', 'half\ufffd.pdf'],
  ['..', 'file'],
  ['report.pdf. .', 'report.pdf'],
  ["O'Brien 🎓.pdf", "O'Brien 🎓.pdf"],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  [`${'x'.repeat(115)}🎓🎓.pdf`, `${'x'.repeat(115)}.pdf`],
])('a file is saved as %j under the name %j (UPL-031)', (name, expected) => {
  expect(fileNameOf(name)).toBe(expected)
})

test('any name is clean after one pass (UPL-031)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = fileNameOf(text)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/u)
      expect(name.length).toBeGreaterThan(0)
      expect(fileNameOf(name)).toBe(name)
    }),
  )
})

test.each([
  ['Rules.pdf', `attachment; filename="Rules.pdf"; filename*=UTF-8''Rules.pdf`],
  ["O'Brien (1)!*.pdf", `attachment; filename="O_Brien (1)_ .pdf"; filename*=UTF-8''O%27Brien%20%281%29%21%20.pdf`],
  ['Zoë.pdf', `attachment; filename="Zoe.pdf"; filename*=UTF-8''Zo%C3%AB.pdf`],
  [
    'a"; x=1\r\nset-cookie: b',
    `attachment; filename="a _ x_1 set-cookie b"; filename*=UTF-8''a%20%3B%20x%3D1%20set-cookie%20b`,
  ],
  ['\u2de0', `attachment; filename="file"; filename*=UTF-8''%E2%B7%A0`],
  ['exe\u202efdp.exe', `attachment; filename="exefdp.exe"; filename*=UTF-8''exefdp.exe`],
])('the header for %j is %j (API-026)', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(expected)
})

test('a header has only what RFC 8187 allows, and the browser reads back the whole name (API-026)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const header = contentDisposition('inline', text)
      expect(header).toMatch(/^inline; filename="[\w.\- ()]+"; filename\*=UTF-8''(?:[\w.~-]|%[\dA-F]{2})+$/)
      expect(nameInDisposition(header)).toBe(fileNameOf(text, 255))
    }),
  )
})
