import { expect, test } from 'vitest'
import { daysUntil, NOTIFICATION_KINDS, type NotificationData, type NotificationKind, wordsOf } from './words.ts'

const link = '/somewhere'
const DATA: NotificationData = {
  enrolled: { course_title: 'Ladders', course_slug: 'ladders', related_id: 7 },
  invitation: { course_title: 'Ladders', inviter: 'Mara', link },
  due_date_near: { course_title: 'Ladders', course_slug: 'ladders', related_id: 7, days_left: 1 },
  assignment_answered: { assignment_title: 'Essay', course_title: 'Ladders', learner_name: 'Lena', link },
  assignment_graded: { assignment_title: 'Essay', score: 85, is_passed: true, link },
  certificate_issued: { course_title: 'Ladders', number: 'ABC-1' },
  course_question_answered: { course_title: 'Ladders', link },
  credits_received: { course_title: 'Ladders', amount: 3, link },
  order_completed: { order_id: 9, number: '1009' },
  refund_failed: { order_id: 9, number: '1009', amount_cents: 5000 },
  subscription_ends: { plan: 'Tier 2', state: 'ends', days_left: 3, link },
  export_ready: { title: 'Users', link },
  shared_course: { course_title: 'Ladders', portal_name: 'Harbor Safety', news: 'arrived', link },
  callback: { name: 'HR system', news: 'failing', link },
  token_ends: { name: 'Entra ID', ends_at: new Date('2026-12-11T12:00:00Z'), time_zone: 'UTC', days_left: 14, link },
  recertification: { title: 'Ladder Safety', until: '2027-03-01', days_left: 30, link },
  recertification_team: { title: 'Ladder Safety', news: 'expiring', count: 3, link },
  document: { title: 'Crane license', news: 'rejected', reason: 'It cannot be read.', until: null, link },
  text_limit: { percent: 80, sent: 800, limit: 1_000, link },
  proctor_asked: { exam_title: 'Final exam', learner_name: 'Lena', link },
}
const words = <K extends NotificationKind>(kind: K, more: Partial<NotificationData[K]> = {}) =>
  wordsOf(kind, { ...DATA[kind], ...more })

test.each([...NOTIFICATION_KINDS])('%s has a title, a text and a link within the portal (RTM-009, RTM-010)', (kind) => {
  const text = words(kind)
  expect(text.title).toMatch(/^[A-Z].+/)
  expect(text.text).toMatch(/\.$/)
  expect(text.link).toMatch(/^\/[a-z]/)
})

test.each([
  [0, 'Due today'],
  [1, 'Due tomorrow'],
  [3, 'Due in 3 days'],
  [-1, 'Overdue'],
  [null, 'Not finished yet'],
])('%s days before the due date it says "%s" (RTM-009, BLK-022)', (days_left, title) => {
  expect(words('due_date_near', { days_left }).title).toBe(title)
})

test.each([
  [1, 'You received 1 credit'],
  [2, 'You received 2 credits'],
])('%i received credits are counted in words (RTM-009)', (amount, title) => {
  expect(words('credits_received', { amount }).title).toBe(title)
})

test.each([
  ['ends', 3, 'Your subscription ends in 3 days'],
  ['ends', 0, 'Your subscription ends today'],
  ['ended', 0, 'Your subscription has ended'],
  ['unpaid', 0, 'Your subscription is not paid'],
] as const)('a subscription that %s, with %i days left, says "%s" (RTM-009, ORD-047)', (state, days_left, title) => {
  expect(words('subscription_ends', { state, days_left }).title).toBe(title)
})

test.each([
  [30, 'Ladder Safety expires in 30 days', 'Renew it by March 1 2027.'],
  [0, 'Ladder Safety expires today', 'Renew it by March 1 2027.'],
  [-1, 'Ladder Safety has expired', 'It was valid until March 1 2027. Renew it now.'],
])('%i days before the last day of a training it says "%s" (RTM-009, CMP-032)', (days_left, title, text) => {
  expect(words('recertification', { days_left })).toMatchObject({ title, text })
})

test('a grade says whether it is a pass (RTM-009, ASG-015)', () => {
  expect(words('assignment_graded').title).toBe('Assignment passed')
  expect(words('assignment_graded', { is_passed: false }).title).toBe('Assignment not passed')
})

test.each([
  ['2031-05-01T23:59:00Z', '2031-05-01T00:01:00Z', 'UTC', 0],
  ['2031-05-02T00:00:00Z', '2031-05-01T23:59:00Z', 'UTC', 1],
  ['2031-05-08T12:00:00Z', '2031-05-01T18:00:00Z', 'UTC', 7],
  ['2031-04-30T12:00:00Z', '2031-05-01T18:00:00Z', 'UTC', -1],
  ['2031-05-03T03:59:59Z', '2031-05-02T01:30:00Z', 'America/New_York', 1],
  ['2031-05-03T03:59:59Z', '2031-05-03T03:59:00Z', 'America/New_York', 0],
  ['2031-03-10T03:59:59Z', '2031-03-09T04:30:00Z', 'America/New_York', 1],
])('due %s and seen at %s in %s it is %i days (RTM-009, PRT-078)', (due, now, zone, days) => {
  expect(daysUntil(new Date(due), new Date(now), zone)).toBe(days)
})

test('a shared course says who shares it, and what there is to do (RTM-009, SHR-036)', () => {
  expect(words('shared_course').text).toBe(
    'Harbor Safety shares Ladders with you. Set a price and publish it to sell it.',
  )
  expect(words('shared_course', { news: 'update' })).toMatchObject({
    title: 'An update of a shared course',
    text: 'Harbor Safety offers an update of Ladders. Look at what it changes, then take or decline it.',
  })
})
