import { expect, test } from 'vitest'
import { changedFields, topicOf } from '#kernel/activity.ts'
import { shownChanges } from './changes.ts'
import { ownSentenceOf, sentenceOf } from './sentence.ts'

const NAMES = {
  actor: 'Ada Lane',
  impersonator: null,
  person: 'Ben Ross',
  course: 'Ladder Safety',
  order: '1042',
  portal: 'Granite',
}

test.each([
  ['credits.give', { amount: 5 }, 'Ada Lane gave 5 credits to Ben Ross for Ladder Safety'],
  ['invitation.create', { emails: ['a@example.com'] }, 'Ada Lane invited a@example.com to Ladder Safety'],
  ['invitation.create', { emails: ['a@example.com', 'b@example.com'] }, 'Ada Lane invited 2 people to Ladder Safety'],
  [
    'invitation.close',
    { email: 'a@example.com', status: 3 },
    'Ada Lane canceled the invitation of a@example.com to Ladder Safety',
  ],
  ['credits.take', { amount: 1 }, 'Ada Lane took 1 credit back from Ben Ross for Ladder Safety'],
  ['order.refund', { amount: 25 }, 'Ada Lane requested a refund of $25.00 for order 1042'],
  ['assignment.grade', { assignment: 'Site plan', score: 80 }, 'Ada Lane graded Site plan of Ben Ross with 80'],
  ['impersonation.start', {}, 'Ada Lane started working as Ben Ross'],
  ['enrollment.create', { role_id: 'learner' }, 'Ada Lane enrolled Ben Ross in Ladder Safety'],
  ['portal.update-settings', {}, 'Ada Lane changed the portal settings'],
  ['session.failed', { email: 'x@example.com' }, 'Sign-in failed for x@example.com'],
  ['session.failed', { badge: 'W-17' }, 'Sign-in failed for badge W-17'],
  ['session.start', { is_by_badge: true }, 'Ada Lane signed in with a badge'],
  ['badge.give', { number: 'W-17' }, 'Ada Lane gave Ben Ross the badge W-17'],
  ['badge.replace', { number: 'W-18' }, 'Ada Lane replaced the badge of Ben Ross by W-18'],
  ['badge.withdraw', { number: 'W-18' }, 'Ada Lane withdrew the badge W-18 of Ben Ross'],
  ['badge.print', { count: 2 }, 'Ada Lane printed 2 badges'],
  ['badge.start-code', {}, 'Ada Lane gave Ben Ross a start code'],
  ['badge.start', { is_pin: true }, 'Ada Lane set a PIN with a start code'],
  ['badge.start', { is_pin: true, is_by_text: true }, 'Ada Lane set a PIN with a link by text'],
  ['badge.text-link', { number: '••• 0147' }, 'Ada Lane sent Ben Ross a link by text to ••• 0147'],
  ['badge.text-sign-in', {}, 'Ada Lane texted Ben Ross a link to sign in, as requested with the badge number'],
  [
    'mobile-number.enter',
    { number: '••• 0147' },
    'Ada Lane entered the mobile number ••• 0147 of Ben Ross, who agreed to texts',
  ],
  ['mobile-number.remove', {}, 'Ada Lane removed the mobile number of Ben Ross'],
  ['user.role_given', { role: 'portal_admin' }, 'Ada Lane gave Ben Ross the role Portal Admin'],
  [
    'permissions.switch',
    { role: 'manager', permission: 'users.view', is_allowed: false },
    'Ada Lane no longer allows the role Manager to open “Users”',
  ],
  ['user.restore', { fields: ['city', 'roles'] }, 'Ada Lane restored 2 fields of Ben Ross'],
  ['course.restore', { fields: ['title', 'course_pricings'] }, 'Ada Lane restored 2 fields of Ladder Safety'],
  ['portal.restore-settings', { fields: ['has_blog'] }, 'Ada Lane restored 1 portal setting'],
  [
    'portal.restore-permissions',
    { fields: ['editor users.view', 'editor reports.view'] },
    'Ada Lane restored 2 permissions of roles',
  ],
  ['article.delete', {}, 'Ada Lane deleted an article'],
  ['page.update', { title: 'About us' }, 'Ada Lane changed the page About us'],
  ['page.copy', { title: 'About us (copy)' }, 'Ada Lane copied a page as About us (copy)'],
  ['page.upload-picture', { title: 'About us' }, 'Ada Lane changed the share picture of the page About us'],
  ['question-pool.add-question', {}, 'Ada Lane added a question to a question pool'],
  ['course-question.close', {}, 'Ada Lane closed a course question'],
  ['enrollment.dates', { due_at: null }, 'Ada Lane changed the dates of Ben Ross in Ladder Safety'],
  ['bulk-change.run', { action: 'unenroll', rows: 12 }, 'Ada Lane ran a bulk change: unenroll 12 learners'],
  ['bulk-change.run', { action: 'remind', rows: 2 }, 'Ada Lane ran a bulk change: remind 2 learners'],
  ['enrollment.remind', {}, 'Ada Lane reminded Ben Ross of Ladder Safety'],
  ['bulk-change.undo', { action: 'extend', rows: 1 }, 'Ada Lane undid a bulk change: extend access of 1 learner'],
])('%s reads as a sentence (REP-014, BLK-016)', (action, changes, sentence) => {
  expect(sentenceOf(action, NAMES, changes, false)).toBe(sentence)
})

test('deleted names, the program itself and impersonation have their own wording (REP-014)', () => {
  const nobody = { actor: null, impersonator: null, person: null, course: null, order: null, portal: null }
  expect(sentenceOf('credits.give', nobody, { amount: 2 }, false)).toBe('Portico gave 2 credits to a course')
  expect(sentenceOf('user.update', { ...NAMES, impersonator: 'Sue Perr' }, {}, true)).toBe(
    'Sue Perr, working as Ada Lane, changed their own profile',
  )
})

test('a change shows the value before and after, without ids or what the sentence already says (REP-014)', () => {
  const changes = {
    amount: 5,
    course_id: 9,
    is_paused: { from: false, to: true },
    total: 49,
    terms: { from: '<p>Old</p>', to: null },
    min_credit_price_cents: { from: 500, to: 1250 },
  }
  expect(shownChanges('portal.update', changes)).toEqual([
    { field: 'Paused', from: 'no', to: 'yes' },
    { field: 'Total', from: null, to: '$49.00' },
    { field: 'Terms', from: 'Old', to: null },
    { field: 'Min credit price', from: '$5.00', to: '$12.50' },
  ])
  expect(shownChanges('user.roles', { from: ['learner'], to: ['portal_admin', 'manager'] })).toEqual([
    { field: 'Roles', from: 'Learner', to: 'Portal Admin, Manager' },
  ])
  expect(shownChanges('course.publish', { from: 1, to: 2 })).toEqual([])
  expect(shownChanges('course.update-prices', { before: [[1, 1000]], after: [[1, 900]] })).toEqual([
    { field: 'Prices', from: 'from 1: $10.00', to: 'from 1: $9.00' },
  ])
})

test.each([
  ['title', { from: 'Ladders', to: 'Ladder Safety' }, { field: 'Title', from: 'Ladders', to: 'Ladder Safety' }],
  [
    'categories',
    { from: ['Roofs'], to: ['Roofs', 'Falls'] },
    { field: 'Categories', from: 'Roofs', to: 'Roofs, Falls' },
  ],
  ['tags', { from: ['Old'], to: [] }, { field: 'Tags', from: 'Old', to: null }],
  ['description', { from: 'x'.repeat(201), to: 'Short' }, { field: 'Description', from: null, to: 'Text changed' }],
  ['description', { from: null, to: 'x'.repeat(201) }, { field: 'Description', from: null, to: 'Text changed' }],
  [
    'description',
    { from: '<p>A</p>', to: '<p><b>A</b></p>' },
    { field: 'Description', from: null, to: 'Text changed' },
  ],
])('%s of a course shows both values, a long text that it changed (REP-030)', (field, change, shown) => {
  expect(shownChanges('course.update', { [field]: change })).toEqual([shown])
})

test.each([
  [{ is_everywhere: false, returned: { seats: 0, credits: 0, invitations: 0 } }, []],
  [
    { is_everywhere: true, returned: { seats: 2, credits: 1, invitations: 0 } },
    [
      { field: 'On all portals', from: null, to: 'yes' },
      { field: 'Given back', from: null, to: '2 seats, 1 credit' },
    ],
  ],
  [{ is_anonymised: true }, [{ field: 'Personal data erased', from: null, to: 'yes' }]],
  [{ address: { city: 'Akron', is_main: true } }, [{ field: 'Address', from: null, to: 'City: Akron, Main: yes' }]],
])('%j of an entry reads as words, not as data (REP-014)', (changes, rows) => {
  expect(shownChanges('user.delete', changes)).toEqual(rows)
})

test('only fields that differ are kept, with both values (REP-013)', () => {
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  expect(
    changedFields(
      { name: 'Old', same: 1, at: at('2026-01-01'), list: [1, 2] },
      { name: 'New', same: 1, at: at('2026-01-01'), list: [1, 2], added: true, left: undefined },
    ),
  ).toEqual({ name: { from: 'Old', to: 'New' }, added: { from: null, to: true } })
})

test.each([
  ['impersonation.start', 'impersonation'],
  ['portal.enter', 'impersonation'],
  ['portal.update-settings', 'settings'],
  ['credits.give', 'money'],
  ['course.update-prices', 'money'],
  ['course.publish', 'courses'],
  ['assignment.grade', 'grades'],
  ['session.start', 'sign-ins'],
  ['unheard.of', 'other'],
])('%s is about %s (REP-014)', (action, topic) => {
  expect(topicOf(action)).toBe(topic)
})

test.each([
  ['session.start', {}, 'Signed in'],
  ['password.change', {}, 'Changed your password'],
  ['order.refund', { amount: 25 }, 'Requested a refund of $25.00 for order 1042'],
  ['course.add-instructor', {}, 'Added an instructor to a course'],
])('%s reads as what one did oneself (REP-007)', (action, changes, sentence) => {
  expect(ownSentenceOf(action, NAMES, changes, false)).toBe(sentence)
})
