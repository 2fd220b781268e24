import { expect, test } from 'vitest'
import type { ScormItem } from '#features/scorm/rules/manifest.ts'
import { comparePackages } from './compare.ts'

const item = (identifier: string, more: Partial<ScormItem> = {}): ScormItem => ({
  identifier,
  parent: null,
  title: `Part ${identifier}`,
  href: `${identifier}.html`,
  file: `${identifier}.html`,
  kind: 'sco',
  is_visible: true,
  prerequisites: '',
  mastery_score: null,
  max_time_allowed: null,
  time_limit_action: null,
  data_from_lms: null,
  ...more,
})
const of = (...items: ScormItem[]) => ({ version: '1.2', items })
const heading = item('h', { href: null, file: null, kind: null })

test.each([
  ['the same package', of(item('a')), of(item('a')), []],
  ['a heading that is gone', of(heading, item('a')), of(item('a')), []],
  ['a part that is gone', of(item('a'), item('b')), of(item('a')), [['gone', 'Part b', 'b', null]]],
  ['a new part', of(item('a')), of(item('a'), item('b')), [['new', 'Part b', null, 'b']]],
  [
    'a renamed part',
    of(item('a')),
    of(item('b', { title: 'Part a', href: 'a.html' })),
    [['renamed', 'Part a', 'a', 'b']],
  ],
  [
    'another part in its place',
    of(item('a')),
    of(item('b')),
    [
      ['gone', 'Part a', 'a', null],
      ['new', 'Part b', null, 'b'],
    ],
  ],
  [
    'another start file',
    of(item('a')),
    of(item('a', { href: 'x.html' })),
    [['start_file', 'Part a', 'a.html', 'x.html']],
  ],
  [
    'another mastery score',
    of(item('a', { mastery_score: 80 })),
    of(item('a', { mastery_score: 70 })),
    [['mastery_score', 'Part a', '80', '70']],
  ],
  [
    'no mastery score any more',
    of(item('a', { mastery_score: 80 })),
    of(item('a')),
    [['mastery_score', 'Part a', '80', null]],
  ],
  [
    'a time limit',
    of(item('a')),
    of(item('a', { max_time_allowed: '01:00:00' })),
    [['time_limit', 'Part a', null, '01:00:00']],
  ],
  [
    'other launch data',
    of(item('a', { data_from_lms: 'x' })),
    of(item('a', { data_from_lms: 'y' })),
    [['launch_data', 'Part a', 'x', 'y']],
  ],
  [
    'a new prerequisite',
    of(item('a'), item('b')),
    of(item('a'), item('b', { prerequisites: 'a' })),
    [['prerequisites', 'Part b', null, 'a']],
  ],
  [
    'a prerequisite that names a renamed part by its new name',
    of(item('a'), item('b', { prerequisites: 'a&(a|b="completed")' })),
    of(item('c', { href: 'a.html' }), item('b', { prerequisites: 'c&(c|b="completed")' })),
    [['renamed', 'Part a', 'a', 'c']],
  ],
  ['another order', of(item('a'), item('b')), of(item('b'), item('a')), [['order', null, null, null]]],
  [
    'another version of the standard',
    { version: '1.2', items: [item('a')] },
    { version: '2004 3rd Edition', items: [item('a')] },
    [['version', null, '1.2', '2004 3rd Edition']],
  ],
])('%s (VER-026)', (_, before, after, expected) => {
  expect(comparePackages(before, after).map((one) => [one.kind, one.title, one.before, one.after])).toEqual(expected)
})
