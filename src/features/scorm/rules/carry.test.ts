import { describe, expect, test } from 'vitest'
import { carriedState, samePartsOf } from './carry.ts'
import type { ScormItem } from './manifest.ts'
import { type AttemptState, type ScoState, startData } from './player/cmi.ts'

const item = (identifier: string, href: string | null, kind: ScormItem['kind'] = href === null ? null : 'sco') => ({
  identifier,
  parent: null,
  title: identifier,
  href,
  file: href,
  kind,
  is_visible: true,
  prerequisites: '',
  mastery_score: null,
  max_time_allowed: null,
  time_limit_action: null,
  data_from_lms: null,
})

describe('the parts that two packages have in common (VER-022)', () => {
  test.each([
    ['the same identifiers', [item('a', 'a.html')], [item('a', 'a.html')], [['a', 'a']]],
    ['the same identifier with another file', [item('a', 'a.html')], [item('a', 'index.html')], [['a', 'a']]],
    ['a renamed part with the same start file', [item('a', 'a.html')], [item('b', 'a.html')], [['a', 'b']]],
    ['another part altogether', [item('a', 'a.html')], [item('b', 'b.html')], []],
    ['a start file with other parameters', [item('a', 'a.html?p=1')], [item('b', 'a.html?p=2')], []],
    [
      'files that changed places under the same identifiers',
      [item('a', '1.html'), item('b', '2.html')],
      [item('a', '2.html'), item('b', '1.html')],
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
    ],
    ['two parts with one start file', [item('a', 'p.html'), item('b', 'p.html')], [item('c', 'p.html')], []],
    ['one part that became two with one file', [item('a', 'p.html')], [item('c', 'p.html'), item('d', 'p.html')], []],
    ['a part that only shows something now', [item('a', 'a.html')], [item('a', 'a.html', 'asset')], []],
    ['a heading', [item('h', null)], [item('h', null)], []],
    [
      'a renamed part whose old name another part has now',
      [item('a', 'a.html'), item('b', 'b.html')],
      [item('b', 'a.html')],
      [['b', 'b']],
    ],
  ])('%s', (_, before, after, expected) => {
    expect([...samePartsOf(before, after)]).toEqual(expected)
  })
})

const sco = (more: Partial<ScoState> = {}): ScoState => ({
  cmi: {},
  status: 'incomplete',
  result: 'unknown',
  total_time: 0,
  is_open: false,
  ...more,
})
const former = (scos: AttemptState['scos'], current: string | null = null): AttemptState => ({
  launch: 4,
  seq: 9,
  current,
  scos,
})
const LEARNER = { student_id: '1', student_name: 'Doe, Jane' }
const KEPT = { credit: 'credit', lesson_mode: 'normal' } as const

describe('what a new package starts from (VER-022)', () => {
  const kept = {
    'cmi.suspend_data': 'page=3',
    'cmi.core.lesson_location': '3',
    'cmi.core.score.raw': '40',
    'cmi.objectives.0.id': 'lift',
    'cmi.interactions.0.id': 'q1',
    'cmi.student_preference.audio': '50',
  }

  test('everything the next start of the former package would have found', () => {
    const state = former({ a: sco({ cmi: { ...kept, 'cmi.core.session_time': '00:01:00' }, is_open: true }) }, 'a')
    const [from, to] = [item('a', 'a.html'), item('b', 'a.html')]
    const carried = carriedState(state, [from], [to])
    expect(carried).toMatchObject({ launch: 0, seq: 0, current: 'b' })
    expect(startData(carried, to, LEARNER, KEPT)).toEqual(startData(state, from, LEARNER, KEPT))
    expect(startData(carried, to, LEARNER, KEPT)).toMatchObject({
      ...kept,
      'cmi.core.entry': 'resume',
      'cmi.core.total_time': '00:01:00',
    })
  })

  test.each([
    ['passed', sco({ status: 'passed', result: 'passed' })],
    ['failed', sco({ status: 'failed', result: 'failed' })],
    ['left and passed before', sco({ status: 'incomplete', result: 'passed' })],
  ])('a part that is %s stays so', (_, state) => {
    const carried = carriedState(former({ a: state }), [item('a', 'a.html')], [item('a', 'a.html')])
    expect(carried.scos['a']).toMatchObject({ status: state.status, result: state.result })
  })

  test('a part that is gone, and the place in it, are left behind', () => {
    const before = [item('a', 'a.html'), item('b', 'b.html')]
    const carried = carriedState(former({ a: sco(), b: sco() }, 'b'), before, [
      item('a', 'a.html'),
      item('c', 'c.html'),
    ])
    expect(Object.keys(carried.scos)).toEqual(['a'])
    expect(carried.current).toBeNull()
  })

  test('a part named like a property of every object is only taken when it was kept', () => {
    const items = [item('constructor', 'a.html')]
    expect(carriedState(former({}), items, items).scos).toEqual({})
  })
})
