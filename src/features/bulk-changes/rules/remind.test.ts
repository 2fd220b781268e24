import { describe, expect, test } from 'vitest'
import { differenceOf, type Plan } from './plan.ts'
import { decideRemind, type RemindFacts } from './remind.ts'
import { COURSE, dates, NOW, ZONE } from './testing.ts'

const EMAIL = 'ann@example.com'
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const HOUR = 3_600_000
const facts = (values: Partial<RemindFacts> = {}): RemindFacts => ({
  dates: dates(),
  course: COURSE,
  is_ended: false,
  is_completed: false,
  is_member: true,
  is_blocked: false,
  is_learner: true,
  email: EMAIL,
  is_mail_on: true,
  reminded_at: null,
  days_left: 4,
  time_zone: ZONE,
  now: NOW,
  ...values,
})
const LAST = ago(30 * HOUR)

describe('remind', () => {
  test.each<[string, Partial<RemindFacts>, string]>([
    ['before the due date', {}, 'Ladder Safety is due in 4 days'],
    ['on the day before', { days_left: 1 }, 'Ladder Safety is due tomorrow'],
    ['on the day', { days_left: 0 }, 'Ladder Safety is due today'],
    ['after it', { days_left: -3 }, 'Ladder Safety is overdue'],
    ['without one', { days_left: null, dates: dates({ due_at: null }) }, 'Reminder to finish Ladder Safety'],
  ])('%s, the row names the mail and its address, and changes no date (BLK-022)', (_, values, subject) => {
    const plan = decideRemind(facts(values))
    expect(plan).toMatchObject({ outcome: 'changed', reason: null, credits: 0 })
    expect(plan.mail).toEqual({ to: EMAIL, subject, last_at: null })
    expect(plan.after).toEqual(plan.before)
  })

  test('the row says when the last reminder was, and 24 hours are enough (BLK-022, BLK-023)', () => {
    expect(decideRemind(facts({ reminded_at: LAST })).mail?.last_at).toBe(LAST.toISOString())
    expect(decideRemind(facts({ reminded_at: ago(24 * HOUR) })).outcome).toBe('changed')
    expect(decideRemind(facts({ reminded_at: ago(24 * HOUR - 1) })).outcome).toBe('refused')
  })

  test.each<[string, Partial<RemindFacts>, string]>([
    ['an ended enrollment', { is_ended: true }, 'Is no longer enrolled in Ladder Safety.'],
    ['somebody who left', { is_member: false, email: null }, 'Has left this portal.'],
    ['a completed course', { is_completed: true }, 'Has completed Ladder Safety.'],
    [
      'access that is over',
      { dates: dates({ expires_at: '2026-11-26T05:00:00.000Z' }) },
      'Access to Ladder Safety ended on Nov 25 2026.',
    ],
    [
      'access that ends now',
      { dates: dates({ expires_at: NOW.toISOString() }) },
      'Access to Ladder Safety ended on Nov 27 2026.',
    ],
    [
      'a start that lies ahead',
      { dates: dates({ starts_at: '2026-12-01T05:00:00.000Z' }) },
      'Access to Ladder Safety starts on Dec 1 2026.',
    ],
    ['somebody who is blocked', { is_blocked: true }, 'Is blocked, so they cannot enter Ladder Safety.'],
    [
      'somebody without the role',
      { is_learner: false },
      'Does not have the Learner role, so they cannot enter Ladder Safety.',
    ],
    ['somebody without an e-mail', { email: null }, 'Has no e-mail.'],
    ['a course that sends none', { is_mail_on: false }, 'E-mails about due dates are turned off for Ladder Safety.'],
    [
      'a reminder of today',
      { reminded_at: ago(2 * HOUR) },
      'Was reminded less than 24 hours ago, on November 27 2026 8:00 AM.',
    ],
  ])('%s: no mail is sent, and the row says why (BLK-023)', (_, values, reason) => {
    const plan = decideRemind(facts(values))
    expect(plan).toMatchObject({ outcome: 'refused', reason, credits: 0 })
    expect(plan.mail).toBeUndefined()
  })
})

describe('a learner who has changed since the preview', () => {
  const LEFT_OUT =
    'Left out, because the enrollment or the e-mail address has changed since the preview. Make a new bulk change for it.'
  const previewed = decideRemind(facts())
  test.each<[string, Plan, string | null]>([
    ['is mailed where nothing else is true', decideRemind(facts()), null],
    ['is mailed on a later day, with the days of that day', decideRemind(facts({ days_left: 2 })), null],
    ['is left out with another address', decideRemind(facts({ email: 'other@example.com' })), LEFT_OUT],
    ['is left out with another due date', decideRemind(facts({ dates: dates({ due_at: null }) })), LEFT_OUT],
    ['says why where nobody can be reminded by now', decideRemind(facts({ is_completed: true })), null],
  ])('%s (BLK-024)', (_, now, reason) => {
    expect(differenceOf('remind', previewed, now)).toBe(reason)
  })

  test('is not mailed where the preview refused, even if it would be possible by now (BLK-024)', () => {
    expect(differenceOf('remind', decideRemind(facts({ email: null })), previewed)).toBe(LEFT_OUT)
  })
})
