import { expect, test } from 'vitest'
import { decide, type Facts, type KnownPerson } from './decide.ts'
import type { ReadRow } from './read-row.ts'

const ANA: KnownPerson = {
  id: 7,
  first_name: 'Ana',
  middle_name: null,
  last_name: 'Ames',
  direct_number: null,
  mobile_number: null,
  username: null,
  external_id: null,
  badge_number: '10442',
  roles: ['learner'],
  tag_ids: [],
  is_changeable: true,
  is_number_open: true,
}

const FACTS: Facts = {
  person: null,
  is_further: false,
  course: null,
  is_learner: false,
  credits: 0,
  is_subscribed: true,
  tags: new Map(),
  is_username_taken: false,
  is_external_id_taken: false,
  is_badge_taken: false,
  has_badges: true,
  roles: ['learner'],
  time_zone: 'America/New_York',
  now: new Date('2026-11-27T20:00:00Z'),
}

const rowOf = (email: string | null, person: ReadRow['person']): ReadRow => ({
  email,
  person,
  roles: [],
  tags: [],
  course: null,
  due_on: null,
  access_until: null,
})
const NAMES = { first_name: 'Ana', last_name: 'Ames' }
const WITH_BADGE = { ...NAMES, badge_number: '10442' }
const OFF = 'Badges are switched off in this portal.'
const TAKEN = 'The badge number 10442 belongs to another person.'

const MOBILE = { badge_number: '10442', mobile_number: '+12125550147' }
const CLOSED = 'You cannot enter a mobile number for this person. Leave the cell empty to import the rest of the row.'

const cases: readonly (readonly [string, ReadRow, Partial<Facts>, string, string | null])[] = [
  ['a new person with a badge alone', rowOf(null, WITH_BADGE), {}, 'new', null],
  ['a new person with both', rowOf('ana@example.com', WITH_BADGE), {}, 'new', null],
  [
    'a new person with a badge and no last name',
    rowOf(null, { first_name: 'Ana', badge_number: '10442' }),
    {},
    'refused',
    'A person without an e-mail needs a first and a last name.',
  ],
  ['a known badge', rowOf(null, WITH_BADGE), { person: ANA }, 'unchanged', null],
  ['a known badge without names', rowOf(null, { badge_number: '10442' }), { person: ANA }, 'unchanged', null],
  ['a first badge', rowOf('ana@example.com', WITH_BADGE), { person: { ...ANA, badge_number: null } }, 'changed', null],
  ['a first badge with badges off', rowOf(null, WITH_BADGE), { has_badges: false }, 'refused', OFF],
  ['a known badge with badges off', rowOf(null, WITH_BADGE), { has_badges: false, person: ANA }, 'unchanged', null],
  ['a badge that somebody had', rowOf(null, WITH_BADGE), { is_badge_taken: true }, 'refused', TAKEN],
  [
    'an e-mail with the badge of another',
    rowOf('b@example.com', WITH_BADGE),
    { is_badge_taken: true },
    'refused',
    TAKEN,
  ],
  ['a first number', rowOf(null, MOBILE), { person: ANA }, 'changed', null],
  ['the same number', rowOf(null, MOBILE), { person: { ...ANA, mobile_number: '+12125550147' } }, 'unchanged', null],
  ['a closed number', rowOf(null, MOBILE), { person: { ...ANA, is_number_open: false } }, 'refused', CLOSED],
  [
    'a closed number that was guessed right',
    rowOf(null, MOBILE),
    { person: { ...ANA, mobile_number: '+12125550147', is_number_open: false } },
    'refused',
    CLOSED,
  ],
  [
    'a person without a number',
    rowOf(null, WITH_BADGE),
    { person: { ...ANA, is_number_open: false } },
    'unchanged',
    null,
  ],
  ['a further row of the same badge', rowOf(null, { badge_number: '10442' }), { is_further: true }, 'unchanged', null],
]

test.each(cases)('%s (BDG-003, BDG-037, TXT-021)', (_name, row, facts, outcome, reason) => {
  expect(decide(row, { ...FACTS, ...facts }, (title) => title)).toMatchObject({ outcome, reason })
})

test('a first badge is what changes of somebody who is known (BDG-003)', () => {
  const plan = decide(
    rowOf('ana@example.com', WITH_BADGE),
    { ...FACTS, person: { ...ANA, badge_number: null } },
    (title) => title,
  )
  expect(plan.person).toEqual({ badge_number: '10442' })
})
