import { expect, test } from 'vitest'
import { dueOf } from './due-dates.ts'

const zone = 'America/New_York'
const start = new Date('2031-03-01T15:00:00Z')
const never = { due_days: null, due_at: null }

test.each([
  ['no date', never, null],
  ['ten days, over the change of the clock', { ...never, due_days: 10 }, '2031-03-12T03:59:59.999Z'],
  ['a later date', { ...never, due_at: new Date('2031-05-01T03:59:59Z') }, '2031-05-01T03:59:59.000Z'],
  ['a date that is over', { ...never, due_at: new Date('2031-02-01T03:59:59Z') }, null],
])('an enrollment in a course with %s is due then (BLD-062)', (_, course, due) => {
  expect(dueOf(course, start, zone)?.toISOString() ?? null).toBe(due)
})
