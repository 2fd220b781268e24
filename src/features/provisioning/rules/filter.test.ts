import { describe, expect, test } from 'vitest'
import { equalitiesOf, lookupsOf, matches, readElementFilter, readFilter } from './filter.ts'

const lena = {
  id: '7',
  externalId: 'E-1',
  userName: 'Lena@Example.com',
  name: { givenName: 'Lena', familyName: 'O"Brien' },
  active: true,
  emails: [
    { type: 'work', value: 'lena@example.com' },
    { type: 'home', value: 'l@home.example.com' },
  ],
  meta: { lastModified: '2026-03-01T10:00:00.000Z' },
}

describe('filters of RFC 7644 (PRV-007)', () => {
  test.each([
    ['userName eq "lena@example.com"', true],
    ['USERNAME EQ "LENA@EXAMPLE.COM"', true],
    ['userName ne "lena@example.com"', false],
    ['externalId eq "e-1"', false],
    ['externalId eq "E-1"', true],
    ['name.familyName eq "O\\"Brien"', true],
    ['name.givenName sw "le" and name.givenName ew "NA"', true],
    ['name.givenName co "x" or active eq true', true],
    ['not (active eq true)', false],
    ['title pr', false],
    ['emails pr', true],
    ['emails[type eq "work" and value co "home"]', false],
    ['emails[type eq "home"].value eq "l@home.example.com"', true],
    ['emails eq "l@home.example.com"', true],
    ['meta.lastModified gt "2026-02-28T23:59:59Z"', true],
    ['meta.lastModified le "2026-02-28T23:59:59Z"', false],
    ['meta.created gt "2026-02-28T23:59:59Z"', false],
    ['active eq true and (id eq "1" or id eq "7")', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "lena@example.com"', true],
  ])('%s is %s', (text, isMatch) => {
    expect(matches(readFilter(text, 'User'), lena)).toBe(isMatch)
  })

  test.each(['', '   ', 'userName eq', 'userName', 'userName like "x"', '(userName eq "x"', 'shoeSize eq 4', 'and'])(
    'a filter that cannot be read is refused: "%s" (PRV-007)',
    (text) => {
      expect(() => readFilter(text, 'User')).toThrow(
        expect.objectContaining({ status: 400, scim_type: 'invalidFilter' }),
      )
    },
  )

  test.each([
    ['userName eq "A@b.c"', [{ by: 'userName', value: 'A@b.c' }]],
    ['externalId eq "x" and active eq true', [{ by: 'externalId', value: 'x' }]],
    [
      'id eq "1" or userName eq "b"',
      [
        { by: 'id', value: '1' },
        { by: 'userName', value: 'b' },
      ],
    ],
    ['emails[type eq "work"].value eq "a@b.c"', [{ by: 'email', value: 'a@b.c' }]],
    ['emails.value eq "a@b.c"', [{ by: 'email', value: 'a@b.c' }]],
    ['active eq true', null],
    ['id eq "1" or active eq true', null],
    ['userName sw "a"', null],
    ['not (userName eq "a")', null],
  ])('what an index can look up of %s (PRV-007)', (text, lookups) => {
    expect(lookupsOf(readFilter(text, 'User'))).toEqual(lookups)
  })

  test('the equalities of an element are what a new one is made of (PRV-006)', () => {
    expect(equalitiesOf(readElementFilter('type eq "work"'))).toEqual({ type: 'work' })
    expect(equalitiesOf(readElementFilter('type eq "work" and primary eq true'))).toEqual({
      type: 'work',
      primary: true,
    })
    expect(equalitiesOf(readElementFilter('type eq "work" or type eq "home"'))).toBeNull()
    expect(equalitiesOf(readElementFilter('type sw "w"'))).toBeNull()
  })
})
