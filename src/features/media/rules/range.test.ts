import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from './range.ts'

test.each([
  [undefined, null],
  ['', null],
  ['items=0-1', null],
  ['bytes=-', null],
  ['bytes=5-2', null],
  ['bytes=0-1,4-5', null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['BYTES=99-', { start: 99, end: 99 }],
])('of 100 bytes, the header %j asks for %j (UPL-019)', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test('whatever is asked for lies within the file (UPL-019)', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.option(fc.nat(300)), fc.option(fc.nat(300)), (size, from, to) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      if (range === null || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
