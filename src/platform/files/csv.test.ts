import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_START, csvLine } from './csv.ts'

const parseCsv = (text: string): string[][] => parse(text, { bom: true, relax_column_count: false })

test('a parser reads back any written content (API-017)', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/[=+\-@＝＋－＠﹦﹢﹣﹫]|\s/.test(text))
  const line = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(line, (cells) => {
      expect(parseCsv(CSV_START + csvLine(cells) + csvLine(cells))).toEqual([cells, cells])
    }),
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+12125550147', "'+12125550147"],
  ['-5.00', '-5.00'],
  ['-5.00+1', "'-5.00+1"],
  ['-1e3', "'-1e3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'=1"],
  ['\r=1', "'=1"],
  ['\n=1', "'=1"],
  ['\u2028=1', "'=1"],
  [' =1', "'=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u00a0@a', "'@a"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
  ['Ann;=1+1;Doe', "Ann;'=1+1;Doe"],
  ['Ann; @a;;-1', "Ann;' @a;;'-1"],
  ['Ann\t=1', "Ann\t'=1"],
  ['Ann\r\nDoe', 'Ann Doe'],
  ['Ann\n=1', 'Ann =1'],
  ['=cmd|"/c calc"!A1\n', '\'=cmd|"/c calc"!A1'],
  ['a=1', 'a=1'],
  ["'quoted'", "'quoted'"],
  ['Ohio; Utah', 'Ohio; Utah'],
])('the cell %j is %j (API-018)', (value, expected) => {
  expect(parseCsv(csvLine([value, 'next']))).toEqual([[expected, 'next']])
})

/** The cells of a line as read by a program that ignores quotes within a cell and splits at this character. */
const cellsAt = (line: string, sign: string) => line.split(/\r\n/).flatMap((row) => row.split(sign))

test('no cell is a formula in any locale, and a row stays a line (API-018)', () => {
  const sign = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    ';',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u200b',
    '"',
    ',',
    'a',
  )
  fc.assert(
    fc.property(fc.array(fc.string({ unit: sign, maxLength: 8 }), { minLength: 1, maxLength: 3 }), (cells) => {
      const line = csvLine(cells)
      expect(line.match(/[\r\n]+/g)).toEqual(['\r\n'])
      for (const cell of [...parseCsv(line).flat(), ...cellsAt(line, ';'), ...cellsAt(line, '\t')])
        expect(cell).not.toMatch(/^"?[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
    }),
  )
})

test('numbers, booleans, times and empty values have one form (API-017, API-018)', () => {
  expect(csvLine([1, -1, true, false, new Date('2031-05-01T10:00:00Z'), null, undefined, 'Zoë 🎓, "Z"'])).toBe(
    '1,-1,yes,no,2031-05-01T10:00:00.000Z,,,"Zoë 🎓, ""Z"""\r\n',
  )
  expect([...new TextEncoder().encode(CSV_START)]).toEqual([0xef, 0xbb, 0xbf])
})
