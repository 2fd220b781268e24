import { describe, expect, test } from 'vitest'
import { type Copied, withOwnLinks } from './own-links.ts'

const copied: Copied = {
  from: ['cranes', 'hoists and cranes'],
  to: 'cranes-copy',
  origins: ['https://crew.example.com'],
  modules: new Map([[1, 101]]),
  module_items: new Map([[2, 102]]),
  exams: new Map([[3, 103]]),
  assignments: new Map([[4, 104]]),
  scorm: new Map([[5, 105]]),
  cloud: new Map([[6, 106]]),
}
const linked = (href: string) => `<p>See <a href="${href}">this</a>.</p>`
const AT = '/courses/learner/cranes/0/outline'
const TO = '/courses/learner/cranes-copy/0/outline'

describe('links to what is in the course lead to its copy (BLD-069)', () => {
  test.each([
    ['/course/cranes', '/course/cranes-copy'],
    ['/course/cranes?from=mail#price', '/course/cranes-copy?from=mail#price'],
    ['https://crew.example.com/course/cranes', 'https://crew.example.com/course/cranes-copy'],
    ['/courses/learner/cranes', '/courses/learner/cranes-copy'],
    [`${AT}/exams/3`, `${TO}/exams/103`],
    [`${AT}/assignments/4`, `${TO}/assignments/104`],
    [`${AT}/ScormModule/5`, `${TO}/ScormModule/105`],
    [`${AT}/CloudScormModule/6`, `${TO}/CloudScormModule/106`],
    [`${AT}/modules/1`, `${TO}/modules/101`],
    [`${AT}/modules/1/Text/2?x=1`, `${TO}/modules/101/Text/102?x=1`],
    // Former addresses lead there as well.
    ['/course/hoists%20and%20cranes#price', '/course/cranes-copy#price'],
    ['/courses/learner/hoists%20and%20cranes/0/outline/exams/3', `${TO}/exams/103`],
    // What is not in the course keeps its id.
    [`${AT}/exams/77`, `${TO}/exams/77`],
  ])('%s', (before, after) => {
    expect(withOwnLinks(linked(before), copied)).toBe(linked(after))
  })
})

describe('every other link stays as it is (BLD-069)', () => {
  test.each([
    '/course/cranes-for-two',
    '/course/cranes-copy',
    '/courses/learner/other/0/outline/exams/3',
    'https://elsewhere.example.com/course/cranes',
    'https://crew.example.com.evil.example/course/cranes',
    'mailto:cranes@example.com',
    '',
  ])('%s', (href) => {
    expect(withOwnLinks(linked(href), copied)).toBe(linked(href))
  })

  test('an address that is no link stays', () => {
    const text = '<p>Type /course/cranes into your browser.</p>'
    expect(withOwnLinks(text, copied)).toBe(text)
  })

  test('all links of a text are written again, each once', () => {
    const text = linked('/course/cranes') + linked(`${AT}/exams/3`)
    const once = withOwnLinks(text, copied)
    expect(once).toBe(linked('/course/cranes-copy') + linked(`${TO}/exams/103`))
    expect(withOwnLinks(once, copied)).toBe(once)
  })
})
