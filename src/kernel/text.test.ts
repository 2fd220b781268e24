import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayName, excerpt, likePattern, numberedSlug, plainText, slugify } from './text.ts'

describe('slugs', () => {
  test.each([
    ['Fall Protection', 'fall-protection'],
    ['  OSHA 10: Health & Safety!  ', 'osha-10-health-and-safety'],
    ['Élan vital – Über Straße', 'elan-vital-uber-strasse'],
    ["The Worker's Guide", 'the-workers-guide'],
    ['Łódź Ærø', 'lodz-aero'],
    ['講座', ''],
    ['', ''],
  ])('%s becomes %s (BLD-004)', (title, slug) => {
    expect(slugify(title)).toBe(slug)
  })

  test('a long title is cut between words (BLD-004)', () => {
    expect(slugify('one two three', 9)).toBe('one-two')
    expect(slugify('one two three', 7)).toBe('one-two')
    expect(slugify('abcdefgh', 5)).toBe('abcde')
  })

  test('a slug is well formed, and is its own slug (BLD-004)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (title, length) => {
        const slug = slugify(title, length)
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
        expect(slug.length).toBeLessThanOrEqual(length)
        expect(slugify(slug, length)).toBe(slug)
      }),
    )
  })

  test('a taken slug gets the first free number (CNT-023)', () => {
    expect(numberedSlug('safety', [])).toBe('safety')
    expect(numberedSlug('safety', ['safety'])).toBe('safety-2')
    expect(numberedSlug('safety', ['safety', 'safety-2', 'safety-4'])).toBe('safety-3')
    expect(numberedSlug('', ['2'])).toBe('3')
  })

  test('the numbered slug is free and not too long (CNT-023)', () => {
    const slugs = fc.stringMatching(/^[a-c]{1,3}$/)
    fc.assert(
      fc.property(slugs, fc.array(fc.tuple(slugs, fc.integer({ min: 2, max: 5 }))), (slug, others) => {
        const taken = others.flatMap(([name, number]) => [name, `${name}-${number}`])
        const free = numberedSlug(slug, taken, 6)
        expect(taken).not.toContain(free)
        expect(free.length).toBeLessThanOrEqual(6)
        if (!taken.includes(slug)) expect(free).toBe(slug)
      }),
    )
  })
})

describe('displayName', () => {
  test.each([
    [{ first_name: 'Ada', middle_name: 'King', last_name: 'Byron' }, 'Ada King Byron'],
    [{ first_name: 'Ada', last_name: 'Byron', username: 'ada' }, 'Ada Byron'],
    [{ firstName: 'Ada', middleName: 'King', lastName: 'Byron' }, 'Ada King Byron'],
    [{ first_name: '', firstName: 'Ada' }, 'Ada'],
    [{ first_name: ' ', last_name: null, username: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ username: '', email: 'ada@example.com' }, 'ada@example.com'],
    [{}, ''],
  ])('%j is shown as %s (USR-003, USR-004)', (person, name) => {
    expect(displayName(person)).toBe(name)
  })
})

describe('excerpts', () => {
  test('the text of HTML is on one line, without styles, scripts and comments', () => {
    expect(plainText('<p>Lift <b>safely</b></p>\n<ul><li>1 &lt; 2</li></ul>')).toBe('Lift safely 1 < 2')
    expect(plainText('<style>p{}</style>a<script>x()</script >b<!-- c -->d')).toBe('a b d')
    expect(plainText('2 < 3 and 4 > 1')).toBe('2 < 3 and 4 > 1')
  })

  test('a long text is cut between words and marked', () => {
    expect(excerpt('<p>one two three</p>', 8)).toBe('one two…')
    expect(excerpt('one, two three', 6)).toBe('one…')
    expect(excerpt('one two', 7)).toBe('one two')
  })

  test('an excerpt is never longer than requested', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, length) => {
        expect([...excerpt(text, length)].length).toBeLessThanOrEqual(length)
      }),
    )
  })
})

test('a search text matches as typed, including pattern characters (API-014)', () => {
  expect(likePattern('fire')).toBe('%fire%')
  expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%')
})
