import { describe, expect, test } from 'vitest'
import { comparable, leadsBack, readLines, readNew, readOld } from './addresses.ts'

const OWN = ['core.example.com', 'learn.granite.example']

describe('the old address (SEO-026, SEO-027)', () => {
  test.each([
    ['/old-page', '/old-page'],
    ['old-page', '/old-page'],
    ['  /Old-Page/  ', '/old-page'],
    ['//old//page', '/old/page'],
    ['https://www.old.example/Courses/OSHA.html', '/courses/osha.html'],
    ['/kurs.php?b=2&a=1', '/kurs.php?a=1&b=2'],
    ['/protecci%C3%B3n', '/protección'],
    ['/protección', '/protección'],
    ['/50%-off', '/50%-off'],
    ['/page#part', '/page'],
    ['/?p=17', '/?p=17'],
  ])('%s is %s', (text, address) => expect(readOld(text)).toEqual({ address }))

  test.each([
    ['', 'Please enter an address such as /old-page.'],
    ['   ', 'Please enter an address such as /old-page.'],
    ['/a%00b', 'Please enter an address such as /old-page.'],
    ['/a%0Ab', 'Please enter an address such as /old-page.'],
    ['/', 'The home page cannot be redirected.'],
    ['https://www.old.example', 'The home page cannot be redirected.'],
    ['/api/v1/courses', 'This address belongs to the platform. Please choose another one.'],
    ['/assets/app.js', 'This address belongs to the platform. Please choose another one.'],
  ])('%j is refused', (text, problem) => expect(readOld(text)).toEqual({ problem }))

  test('what a browser asks for is compared in the same form', () => {
    expect(comparable('/Old-Page/', '')).toBe(readOld('old-page').address)
    expect(comparable('/kurs.php', 'a=1&b=2')).toBe(readOld('/kurs.php?b=2&a=1').address)
  })
})

describe('the new address (SEO-026)', () => {
  test.each([
    ['/course/ladders', '/course/ladders'],
    ['/course/ladders?x=1#part', '/course/ladders?x=1#part'],
    ['https://Core.example.com/course/ladders', '/course/ladders'],
    ['http://learn.granite.example:8080/', '/'],
    ['https://www.other.example/page', 'https://www.other.example/page'],
  ])('%s is %s', (text, address) => expect(readNew(text, OWN)).toEqual({ address }))

  test.each([
    '',
    'course/ladders',
    'www.other.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://',
    'https://name:word@other.example/',
    'mailto:a@example.com',
  ])('%j is refused', (text) => {
    expect(readNew(text, OWN).problem).toBe(
      'Please start with / for a page of this portal, or with https:// for another website.',
    )
  })
})

test.each<[string, Record<string, string>, boolean]>([
  ['a page', { '/a': '/course/ladders' }, false],
  ['itself', { '/a': '/A/' }, true],
  ['itself with a query that it serves', { '/a': '/a?x=1' }, true],
  ['another redirect', { '/a': '/b', '/b': '/c' }, false],
  ['another redirect that leads back', { '/a': '/b', '/b': '/c', '/c': '/a' }, true],
  ['a circle that it is not in', { '/a': '/b', '/b': '/c', '/c': '/b' }, true],
  ['another website', { '/a': 'https://other.example/a' }, false],
])('a redirect to %s is judged (SEO-028)', (_, redirects, expected) =>
  expect(leadsBack('/a', new Map(Object.entries(redirects)))).toBe(expected),
)

test('lines are split where a tab, comma, semicolon or space stands first (SEO-029)', () => {
  expect(readLines('/a,/b\r\n\n /c ; /d?x=1,2 \n/e\t/f\n/g /h\n/alone')).toEqual([
    { number: 1, old: '/a', next: '/b' },
    { number: 3, old: '/c', next: '/d?x=1,2' },
    { number: 4, old: '/e', next: '/f' },
    { number: 5, old: '/g', next: '/h' },
    { number: 6, old: '/alone', next: '' },
  ])
})
