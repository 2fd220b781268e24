import { expect, test } from 'vitest'
import { dateWords } from './dates.ts'

test('a date is shown in the time zone of its location (CNT-014)', () => {
  const date = { starts_at: '2027-03-05T14:00:00Z', ends_at: '2027-03-05T22:30:00Z', time_zone: 'America/Chicago' }
  expect(dateWords(date)).toEqual({
    month: 'Mar',
    day: '5',
    day_text: 'Friday, March 5, 2027',
    hours: '8:00 AM to 4:30 PM CST',
  })
})

test('a date that spans several days shows the first and the last (CNT-014)', () => {
  const date = { starts_at: '2027-07-05T12:00:00Z', ends_at: '2027-07-09T20:00:00Z', time_zone: 'America/New_York' }
  expect(dateWords(date).day_text).toBe('Monday, July 5, 2027 to Friday, July 9, 2027')
  expect(dateWords(date).hours).toBe('8:00 AM to 4:00 PM EDT')
})
