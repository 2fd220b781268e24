import { describe, expect, test } from 'vitest'
import { MOST_TRIES, type Place, seatDue } from './seats.ts'

const AUTOMATIC = { is_automatic: true, days_before: 30 }

describe('whether the next enrollment is made (CMP-036)', () => {
  test.each<[string, number, Place, number, ReturnType<typeof seatDue>]>([
    ['too early', 31, 'none', 0, 'none'],
    ['on the day', 30, 'none', 0, 'enroll'],
    ['after the end', -100, 'none', 0, 'enroll'],
    ['a person who is in the course, no matter who enrolled them', 10, 'running', 0, 'none'],
    ['after a failure', 10, 'failed', 1, 'enroll'],
    ['after a failed enrollment that somebody else made', 10, 'failed', 0, 'enroll'],
    ['after it was taken away', 10, 'none', 1, 'enroll'],
    ['the last try', 10, 'failed', MOST_TRIES - 1, 'enroll'],
    ['after the last try', 10, 'failed', MOST_TRIES, 'out_of_tries'],
    ['while the last try runs', 10, 'running', MOST_TRIES, 'none'],
  ])('%s (CMP-036)', (_, days_left, place, tries, due) => {
    expect(seatDue(AUTOMATIC, { days_left, place, tries })).toBe(due)
    expect(seatDue({ ...AUTOMATIC, is_automatic: false }, { days_left, place, tries })).toBe('none')
  })
})
