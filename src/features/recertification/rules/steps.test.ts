import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REMINDER_DAYS, REMINDERS, type Reminder, reminderDue, type Step } from './steps.ts'

describe('which reminder is due (CMP-031)', () => {
  test.each<[number, Step[], Reminder | null]>([
    [91, [], null],
    [90, [], 'days_90'],
    [90, ['days_90'], null],
    [61, ['days_90'], null],
    [60, ['days_90'], 'days_60'],
    [30, ['days_90', 'days_60'], 'days_30'],
    [8, ['days_30'], null],
    [7, ['days_30'], 'days_7'],
    [0, ['days_7'], null],
    [-1, ['days_7'], 'ended'],
    [-400, ['ended'], null],
    // No run for weeks: the nearest one alone.
    [20, [], 'days_30'],
    [3, ['days_90'], 'days_7'],
    [-9, [], 'ended'],
    // The clock went back a day: what was given stays given.
    [8, ['days_7'], null],
    [0, ['ended'], null],
  ])('%i days before the last day, after %j: %s (CMP-031)', (days_left, taken, due) => {
    expect(reminderDue({ days_left, taken: new Set(taken) })).toBe(due)
  })

  test('whatever days the job runs on, each reminder is given once, the nearest alone, and none is missing (CMP-031)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -40, max: 120 }), { minLength: 1, maxLength: 60 }), (runs) => {
        const days = runs.toSorted((a, b) => b - a)
        const taken = new Set<Step>()
        const reminders: { step: Reminder; at: number }[] = []
        // Each day has two runs, as where a second worker takes over.
        for (const at of days.flatMap((day) => [day, day])) {
          const step = reminderDue({ days_left: at, taken })
          if (step) reminders.push({ step, at })
          if (step) taken.add(step)
        }
        // The stretch of days in which each one is the nearest: from its own day down to the day before the next one.
        const expected = REMINDERS.flatMap((step, index) => {
          const from = REMINDER_DAYS[index] ?? -1
          const to = index === REMINDERS.length - 1 ? Number.NEGATIVE_INFINITY : (REMINDER_DAYS[index + 1] ?? -1) + 1
          const at = days.find((day) => day <= from && day >= to)
          return at === undefined ? [] : [{ step, at }]
        })
        expect(reminders).toEqual(expected)
      }),
    )
  })
})
