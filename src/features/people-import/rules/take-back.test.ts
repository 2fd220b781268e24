import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideTakeBack, effectsOf, type TakeBackFacts, type WrittenRow } from './take-back.ts'

const row = (values: Partial<WrittenRow> = {}): WrittenRow => ({
  is_new: false,
  before: {},
  after: {},
  roles: [],
  tag_ids: [],
  enrollment_id: null,
  course: null,
  ...values,
})
const facts = (values: Partial<TakeBackFacts> = {}): TakeBackFacts => ({
  is_member: true,
  has_joined_by_import: false,
  has_signed_in: false,
  has_orders: false,
  is_changeable: true,
  enrollment: 'none',
  other_enrollments: 0,
  values: {},
  has_badges: true,
  has_proved_number: false,
  ...values,
})
const NEW = row({ is_new: true, enrollment_id: 4, course: 'Ladder Safety' })
const JOINED = { has_joined_by_import: true, enrollment: 'unused' as const }

describe('what the undo of a row does (USR-066, BLK-041)', () => {
  test.each<[string, WrittenRow, Partial<TakeBackFacts>, string | null, string[]]>([
    ['a new person goes', NEW, JOINED, null, ['Removed from this portal.']],
    ['one who left stays away', NEW, { ...JOINED, is_member: false }, 'Is no longer in this portal.', []],
    ['one who signed in stays', NEW, { ...JOINED, has_signed_in: true }, 'Has signed in, so everything stays.', []],
    [
      'one above the person who undoes stays',
      NEW,
      { ...JOINED, is_changeable: false },
      'You cannot change this person, because their role is not below yours.',
      [],
    ],
    [
      'one who started stays enrolled',
      NEW,
      { ...JOINED, enrollment: 'started' },
      'Has started Ladder Safety, so the enrollment stays.',
      [],
    ],
    [
      'one with an order stays, without the unused enrollment',
      NEW,
      { ...JOINED, has_orders: true },
      'Has an order, so the person stays.',
      ['Unenrolled from Ladder Safety.'],
    ],
    [
      'one whom others have enrolled stays, even when the enrollment of the import has ended',
      NEW,
      { ...JOINED, enrollment: 'ended', other_enrollments: 1 },
      'Is enrolled in a course that this import did not add, so the person stays.',
      [],
    ],
    [
      'values, roles and tags of somebody who was there before go back',
      row({
        before: { first_name: 'Old', direct_number: null },
        after: { first_name: 'New', direct_number: '614' },
        roles: ['instructor'],
        tag_ids: [1, 2],
      }),
      { values: { first_name: 'New', direct_number: '614' } },
      null,
      ['First name is Old again.', 'Emptied: Phone.', 'Loses the role Instructor.', 'Loses 2 tags.'],
    ],
    [
      'a value that was changed again stays, the others go back',
      row({ before: { first_name: 'Old', last_name: 'A' }, after: { first_name: 'New', last_name: 'B' } }),
      { values: { first_name: 'Third', last_name: 'B' } },
      'Changed again since, so it stays: First name.',
      ['Last name is A again.'],
    ],
    [
      'a former badge stays away while badges are off',
      row({ before: { badge_number: '17' }, after: { badge_number: '18' } }),
      { values: { badge_number: '18' }, has_badges: false },
      'Badges are switched off, so the badge number stays.',
      [],
    ],
    [
      'a former mobile number comes back with four digits of it shown (TXT-021)',
      row({ before: { mobile_number: '+12125550147' }, after: { mobile_number: '+12125550148' } }),
      { values: { mobile_number: '+12125550148' } },
      null,
      ['Mobile number is ••• 0147 again, not confirmed yet.'],
    ],
    [
      'a mobile number that the person has confirmed stays (TXT-021)',
      row({ before: { mobile_number: null }, after: { mobile_number: '+12125550148' } }),
      { values: { mobile_number: '+12125550148' }, has_proved_number: true },
      'The person has confirmed the mobile number, so it stays.',
      [],
    ],
    [
      'a mobile number that was changed and confirmed stays (TXT-021)',
      row({ before: { mobile_number: null }, after: { mobile_number: '+12125550148' } }),
      { values: { mobile_number: '+12125550149' }, has_proved_number: true },
      'Changed again since, so it stays: Mobile number.',
      [],
    ],
  ])('%s', (_, written, values, reason, effects) => {
    const plan = decideTakeBack(written, facts(values))
    expect([plan.undo, plan.reason]).toEqual([reason === null ? 'taken_back' : 'kept', reason])
    const names = written.roles.map(() => 'Instructor')
    expect(effectsOf(written, plan, names)).toEqual(effects)
  })

  test('without anybody having touched them since, all values go back to what they were', () => {
    const value = fc.string({ minLength: 1, maxLength: 5 })
    const values = fc.record({ first_name: value, last_name: value, username: value }, { requiredKeys: [] })
    fc.assert(
      fc.property(
        values,
        fc.record({ first_name: fc.option(value), last_name: fc.option(value), username: fc.option(value) }),
        (after, former) => {
          const names = Object.keys(after) as (keyof typeof after)[]
          const before = Object.fromEntries(names.map((name) => [name, former[name]]))
          const plan = decideTakeBack(row({ before, after }), facts({ values: { ...former, ...after } }))
          expect(plan).toMatchObject({ undo: 'taken_back', reason: null, values: before })
        },
      ),
    )
  })
})
