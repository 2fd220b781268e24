import { expect, test } from 'vitest'
import { type Admission, type Arrival, admit } from './admission.ts'

const member = { is_of_platform: false, is_blocked: false, is_member: true, lives_elsewhere: false }
const arrival: Arrival = {
  is_linked: false,
  account: null,
  has_email: true,
  is_email_verified: null,
  is_domain_proved: false,
  makes_people: false,
}
const shown = (admission: Admission) => ('way' in admission ? admission.way : admission.refusal)

test.each<[string, Partial<Arrival>, string]>([
  ['a stranger, where nobody is made', {}, 'sign_on_unknown_person'],
  ['a stranger, where people are made', { makes_people: true }, 'create'],
  ['a stranger without an e-mail', { makes_people: true, has_email: false }, 'sign_on_no_email'],
  [
    'a stranger whose e-mail is not verified',
    { makes_people: true, is_email_verified: false },
    'sign_on_unproved_email',
  ],
  ['a member of this portal alone', { account: member }, 'enter'],
  ['the same, unverified', { account: member, is_email_verified: false }, 'sign_on_unproved_email'],
  ['the same, unverified, by a link', { account: member, is_linked: true, is_email_verified: false }, 'enter'],
  ['a member here and elsewhere', { account: { ...member, lives_elsewhere: true } }, 'sign_on_unproved_email'],
  ['the same, by a link', { account: { ...member, lives_elsewhere: true }, is_linked: true }, 'sign_on_unproved_email'],
  ['the same, by a proved domain', { account: { ...member, lives_elsewhere: true }, is_domain_proved: true }, 'enter'],
  [
    'the same, by a proved domain, unverified',
    { account: { ...member, lives_elsewhere: true }, is_domain_proved: true, is_email_verified: false },
    'sign_on_unproved_email',
  ],
  [
    'somebody of another portal',
    { account: { ...member, is_member: false, lives_elsewhere: true }, makes_people: true },
    'sign_on_unproved_email',
  ],
  [
    'the same, by a proved domain',
    { account: { ...member, is_member: false, lives_elsewhere: true }, makes_people: true, is_domain_proved: true },
    'join',
  ],
  [
    'the same, where nobody is made',
    { account: { ...member, is_member: false, lives_elsewhere: true }, is_domain_proved: true },
    'sign_on_unknown_person',
  ],
  [
    'somebody who was removed, by a link',
    { account: { ...member, is_member: false }, is_linked: true, makes_people: true },
    'join',
  ],
  ['somebody blocked', { account: { ...member, is_blocked: true }, is_linked: true }, 'account_blocked'],
  [
    'somebody of the platform, whatever is proved',
    { account: { ...member, is_of_platform: true }, is_linked: true, is_domain_proved: true },
    'not_your_portal',
  ],
])('%s: %j gives %s (SSO-007, SSO-009)', (_who, change, expected) => {
  expect(shown(admit({ ...arrival, ...change }))).toBe(expected)
})
