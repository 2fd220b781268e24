import { expect, test } from 'vitest'
import { matchColumns } from '#kernel/format/sheet-columns.ts'
import { FIELDS, type Field, TITLES } from './fields.ts'
import { keyOfPerson, type ReadRow, readRow } from './read-row.ts'

const row = (values: Partial<Record<Field, string>>) =>
  readRow({ ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Field, string>), ...values })

test('a full row is read with every value (USR-061, TXT-021)', () => {
  expect(
    row({
      email: ' Ada@Example.COM ',
      first_name: 'Ada',
      middle_name: 'B.',
      last_name: 'Lovelace',
      direct_number: '(614) 555-0142',
      mobile_number: '212 555 0147',
      username: 'ada-l',
      badge_number: ' w-17 ',
      roles: 'Portal admin; learner',
      tags: 'Night crew, Ohio|Night crew',
      course: '0042',
      due_at: '12/31/2026',
      expires_at: '2027-06-30',
    }),
  ).toEqual({
    email: 'ada@example.com',
    person: {
      first_name: 'Ada',
      middle_name: 'B.',
      last_name: 'Lovelace',
      direct_number: '(614) 555-0142',
      mobile_number: '+12125550147',
      username: 'ada-l',
      badge_number: 'W-17',
    },
    roles: ['portal_admin', 'learner'],
    tags: ['Night crew', 'Ohio'],
    course: '0042',
    due_on: '2026-12-31',
    access_until: '2027-06-30',
  })
})

test('an empty cell means nothing (USR-062)', () => {
  expect(row({ email: 'a@example.com' })).toEqual({
    email: 'a@example.com',
    person: {},
    roles: [],
    tags: [],
    course: null,
    due_on: null,
    access_until: null,
  })
})

test('somebody without an e-mail is known by the badge number (BDG-003)', () => {
  const read = row({ badge_number: '10 442', first_name: 'Ana', last_name: 'Ames' }) as ReadRow
  expect(read).toMatchObject({ email: null, person: { badge_number: '10442', first_name: 'Ana', last_name: 'Ames' } })
  expect(keyOfPerson(read)).toBe('10442')
  expect(keyOfPerson(row({ email: 'a@example.com', badge_number: '10442' }) as ReadRow)).toBe('a@example.com')
})

test.each<[Partial<Record<Field, string>>, string]>([
  [{}, 'The e-mail or the badge number is missing.'],
  [{ badge_number: '1' }, 'Badge number: Use 3 to 20 letters, digits or hyphens, as on the badge.'],
  [{ email: 'ada', badge_number: '10442' }, 'Please enter a valid email address.'],
  [{ email: 'ada' }, 'Please enter a valid email address.'],
  [{ email: 'a@example.com', direct_number: '12' }, 'Phone: Please enter a valid phone number.'],
  ...['12', '(212) 555-0147 ext. 3', '1 800 555 0199', 'no'].map(
    (mobile_number): [Partial<Record<Field, string>>, string] => [
      { badge_number: '10442', mobile_number },
      'Mobile number: Please enter a mobile number, such as (212) 555-0147 or +44 7700 900123.',
    ],
  ),
  [{ email: 'a@example.com', username: '12345' }, 'Username: Please enter at least one letter.'],
  [
    { email: 'a@example.com', username: 'ada lovelace' },
    'Username: Please enter letters, digits, hyphens and underscores only.',
  ],
  [{ email: 'a@example.com', first_name: 'x'.repeat(101) }, 'First name: Please enter at no more than 100 characters'],
  [{ email: 'a@example.com', roles: 'Boss' }, 'There is no role “Boss”.'],
  [
    { email: 'a@example.com', course: 'x', due_at: '25/11/2026' },
    'Due date: “25/11/2026” is not a date. Write it as 11/25/2026 or 2026-11-25.',
  ],
  [{ email: 'a@example.com', due_at: '11/25/2026' }, 'There is a date, but no course that it belongs to.'],
  [{ email: 'a@example.com', first_name: 'a\0b' }, 'A cell contains a character that cannot be saved.'],
])('%j is refused: %s (USR-062, TXT-021)', (values, refused) => {
  expect(row(values)).toEqual({ refused })
})

test.each([
  [['E-Mail', 'Given Name', 'Surname'], { email: 0, first_name: 1, last_name: 2 }],
  [['First Name [Required]', 'Email Address [Required]'], {}],
  [['EMAIL ADDRESS', 'Mobile phone', 'User name'], { email: 0, direct_number: 1, username: 2 }],
  [['Badge', 'Mobile', 'Mobile number'], { badge_number: 0, direct_number: 1, mobile_number: 2 }],
  [['Course title', 'Due by', 'Valid until', 'Label'], { course: 0, due_at: 1, expires_at: 2, tags: 3 }],
])('the titles %j are recognized (USR-061)', (header, expected) => {
  expect(matchColumns(header, TITLES).columns).toEqual(expected)
})

test('every column title names exactly one field (USR-061)', () => {
  const titles = Object.values(TITLES).flat()
  expect(matchColumns(titles, TITLES).unknown).toEqual([])
  for (const field of FIELDS) expect(matchColumns([...TITLES[field]], TITLES).columns).toEqual({ [field]: 0 })
})
