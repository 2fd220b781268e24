import { expect, test } from 'vitest'
import { type Clock, countReport, type Report } from './clock.ts'

const CLOCK: Clock = {
  visit: 'a',
  enrollment_id: 1,
  item_type: 'Text',
  item_id: 2,
  at: new Date('2026-03-01T12:00:00.000Z'),
}
const after = (ms: number, changed: Partial<Report> = {}): Report => ({
  ...CLOCK,
  now: new Date(CLOCK.at.getTime() + ms),
  ...changed,
})

test.each<[string, Clock | null, Report, number]>([
  ['the first report of a visit', null, after(15_000), 0],
  ['the next report', CLOCK, after(15_000), 15_000],
  ['parts of a second', CLOCK, after(15_250), 15_250],
  ['after the longest silence', CLOCK, after(60_000), 60_000],
  ['after a longer one', CLOCK, after(60_001), 0],
  ['at the same moment', CLOCK, after(0), 0],
  ['a clock of another process that is ahead', CLOCK, after(-5), 0],
  ['another visit to the same item', CLOCK, after(15_000, { visit: 'b' }), 0],
  ['another item', CLOCK, after(15_000, { item_id: 3 }), 0],
  ['an exam that has the id of the item', CLOCK, after(15_000, { item_type: 'Exam' }), 0],
  ['another course', CLOCK, after(15_000, { enrollment_id: 4 }), 0],
])('%s counts what the server saw, and nothing else (TRD-007, TRD-008)', (_, clock, report, counted) => {
  expect(countReport(clock, report)).toBe(counted)
})

test('two windows that report in turn count nothing twice (TRD-008)', () => {
  let clock: Clock | null = null
  let sum = 0
  for (let turn = 0; turn < 100; turn += 1) {
    const report = after(turn * 1000, { visit: turn % 2 === 0 ? 'a' : 'b' })
    sum += countReport(clock, report)
    clock = { ...report, at: report.now }
  }
  expect(sum).toBe(0)
})
