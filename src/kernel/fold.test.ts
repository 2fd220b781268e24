import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'

test.each([
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['O’Brien', 'obrien'],
  ["O'Brien", 'obrien'],
  ['O´Brien', 'obrien'],
  ['Oʼbrien', 'obrien'],
  ['Protección Eléctrica', 'proteccion electrica'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Œuvre, Æon', 'oeuvre, aeon'],
  ['ＳＡＦＥＴＹ １０', 'safety 10'],
  ['Łódź, Đorđe, Øre', 'lodz, dorde, ore'],
  ['İstanbul Isparta ısı', 'istanbul isparta isi'],
  ['“Safety” «first»', 'safety first'],
  ['COVID‑19 – 2020', 'covid-19 - 2020'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['сварка Ёлка', 'сварка елка'],
  ['か\u3099', 'が'],
  ['soft\u00adhyphen\u200b', 'softhyphen'],
])('%s is compared as %s (CAT-044, API-029)', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('a folded text stays as it is, and both Unicode compositions fold to the same text (CAT-044, API-029)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
    }),
  )
})
