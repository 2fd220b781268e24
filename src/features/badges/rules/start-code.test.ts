import { expect, test } from 'vitest'
import { canonicalStartCode, drawStartCode, startCodeEnds, startCodeWords } from './start-code.ts'

test('a start code has 8 signs, none of which looks like another (BDG-012)', () => {
  const seen = new Set<string>()
  for (let first = 0; first < 30; first += 1) {
    let at = first
    const code = drawStartCode((below) => at++ % below)
    expect(code).toHaveLength(8)
    for (const sign of code) seen.add(sign)
  }
  expect([...seen].sort().join('')).toBe('23456789ABCDEFGHJKMNPQRSTVWXYZ')
})

test.each([
  ['7KQM2XVD', '7KQM2XVD'],
  ['7kqm-2xvd', '7KQM2XVD'],
  [' 7kqm 2xvd ', '7KQM2XVD'],
  ['7KQM2XV', null],
  ['7KQM2XVDD', null],
  ['7KQM2XV0', null],
  ['7KQM2XVI', null],
  ['', null],
  ['-'.repeat(200), null],
])('the start code %j is read as %j (BDG-012)', (typed, read) => {
  expect(canonicalStartCode(typed)).toBe(read)
})

test('a start code is shown in two halves, and read back', () => {
  expect(startCodeWords('7KQM2XVD')).toBe('7KQM-2XVD')
  expect(canonicalStartCode(startCodeWords('7KQM2XVD'))).toBe('7KQM2XVD')
})

test('a start code works for 14 days (BDG-012)', () => {
  expect(startCodeEnds(new Date('2026-11-27T20:00:00Z'))).toEqual(new Date('2026-12-11T20:00:00Z'))
})
