import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_START, csvLine } from './csv.ts'

const read = (text: string): string[][] => parse(text, { bom: true, relax_column_count: false })

test('a parser reads back what was written, whatever is in it (API-017)', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r]/.test(text))
  const line = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(line, (cells) => {
      expect(read(CSV_START + csvLine(cells) + csvLine(cells))).toEqual([cells, cells])
    }),
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+12125550147', "'+12125550147"],
  ['-5.00', '-5.00'],
  ['-5.00+1', "'-5.00+1"],
  ['-1e3', "'-1e3"],
  ['-1\n', "'-1\n"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['=cmd|"/c calc"!A1\n', '\'=cmd|"/c calc"!A1\n'],
  ['a=1', 'a=1'],
  [' =1', ' =1'],
  ["'quoted'", "'quoted'"],
])('the cell %j is %j (API-018)', (given, expected) => {
  expect(read(csvLine([given, 'next']))).toEqual([[expected, 'next']])
})

test('numbers, truths, times and nothing have one form (API-017, API-018)', () => {
  expect(csvLine([1, -1, true, false, new Date('2031-05-01T10:00:00Z'), null, undefined, 'Zoë 🎓, "Z"'])).toBe(
    '1,-1,yes,no,2031-05-01T10:00:00.000Z,,,"Zoë 🎓, ""Z"""\r\n',
  )
  expect([...new TextEncoder().encode(CSV_START)]).toEqual([0xef, 0xbb, 0xbf])
})
