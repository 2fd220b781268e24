import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LiveChange, liveBefore, liveTimes } from './live-times.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
const change = (hour: number, from: number | null, to: number | null): LiveChange => ({ at: at(hour), from, to })
const time = (version: number, from: number | null, until: number | null) => ({
  version,
  from: from === null ? null : at(from),
  until: until === null ? null : at(until),
})

test.each([
  ['never published', [], null, []],
  ['published before changes were kept', [], 4, [time(4, null, null)]],
  ['published once', [change(1, null, 1)], 1, [time(1, 1, null)]],
  ['replaced', [change(1, null, 1), change(5, 1, 3)], 3, [time(1, 1, 5), time(3, 5, null)]],
  ['taken offline', [change(1, null, 1), change(5, 1, null)], null, [time(1, 1, 5)]],
  [
    'an earlier one again',
    [change(1, null, 1), change(2, 1, 2), change(3, 2, 1)],
    1,
    [time(1, 1, 2), time(2, 2, 3), time(1, 3, null)],
  ],
  ['changed before and after they were kept', [change(5, 2, 3)], 3, [time(2, null, 5), time(3, 5, null)]],
  ['changed twice at the same time', [change(1, null, 1), change(1, 1, 2)], 2, [time(2, 1, null)]],
])('a page that was %s (HIS-025)', (_, changes, live, times) => {
  expect(liveTimes(changes, live)).toEqual(times)
})

test('of any changes, visitors read at each moment what the last change before it says (HIS-025)', () => {
  const version = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null })
  const steps = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 9 }), to: version }), { maxLength: 12 })
  fc.assert(
    fc.property(version, steps, fc.integer({ min: 0, max: 120 }), (first, all, hour) => {
      let [passed, before] = [0, first]
      const changes = all.map(({ hours, to }) => {
        passed += hours
        const made = change(passed, before, to)
        before = to
        return made
      })
      const expected = changes.findLast((made) => made.at < at(hour))
      expect(liveBefore(liveTimes(changes, before), at(hour))).toBe(expected ? expected.to : first)
    }),
  )
})
