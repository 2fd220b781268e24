import { describe, expect, test } from 'vitest'
import {
  type Move,
  moveBlocks,
  moveFileKey,
  moveId,
  moveIds,
  moveJson,
  moveLedgerKey,
  moveLink,
  moveMessageKey,
  moveOutline,
  namedBy,
} from './references.ts'

const move: Move = {
  portal: { from: 3, to: 40 },
  offset: 1000,
  userOf: (id) => (id < 100 ? id + 500 : null),
  planOf: (id) => (id === 1 ? 9 : null),
}

describe('an id moves (OPS-072)', () => {
  test.each([
    ['7', '1007'],
    // Nothing and what is no record stay.
    ['0', '0'],
    ['-5', '-5'],
  ])('%s to %s', (id, moved) => expect(moveId(id, move)).toBe(moved))
  test('in lists, outlines and blocks', () => {
    expect(moveIds('{1,22,0}', move)).toBe('{1001,1022,0}')
    expect(moveOutline('Module 4,Text 5,Video 6;Exam 7', move)).toBe('Module 1004,Text 1005,Video 1006;Exam 1007')
    const packed = moveBlocks('eJyLjgUAARUAuQ==', move)
    expect(moveBlocks(packed, { ...move, offset: 0 })).toBe(packed)
  })
})

test.each([
  ['user_id', 'user'],
  ['manager_id', 'user'],
  ['instructor_ids', 'user'],
  ['portal_id', 'portal'],
  ['plan_id', 'plan'],
  ['id', 'id'],
  ['question_ids', 'id'],
  ['widget_id', 'id'],
  ['video_id', null],
  ['external_id', null],
  ['score', null],
  ['paid', null],
])('a number under %s names %s (OPS-070)', (key, named) => expect(namedBy(key)).toBe(named))

test.each([
  ['what names a record', { course_id: 7, title: '7', score: 7 }, { course_id: 1007, title: '7', score: 7 }],
  [
    'people, and none for one who is not there',
    { user_id: 5, user_ids: [6, 200] },
    { user_id: 505, user_ids: [506, null] },
  ],
  ['the portal alone', { portal_ids: [3, 4] }, { portal_ids: [40, null] }],
  ['plans by their short names', { plan_id: 1, next: { plan_id: 2 } }, { plan_id: 9, next: { plan_id: null } }],
  [
    'a change of an id',
    { manager_id: { from: 5, to: null }, score: { from: 5, to: 6 } },
    { manager_id: { from: 505, to: null }, score: { from: 5, to: 6 } },
  ],
  ['whatever depth', [{ answers: [{ id: 1, text: 'id 1' }] }], [{ answers: [{ id: 1001, text: 'id 1' }] }]],
  ['numbers, not words', { scorm_id: '12' }, { scorm_id: '12' }],
])('JSON moves %s (OPS-072)', (_, before, after) =>
  expect(JSON.parse(moveJson(JSON.stringify(before), move))).toEqual(after),
)

test('filters of lists are words, which move where they name a record (OPS-072)', () => {
  const query = { course_id: '12', manager_id: '5', state: '5', search: '12', portal_id: 'all' }
  expect(JSON.parse(moveJson(JSON.stringify(query), move, { hasWords: true }))).toEqual({
    ...query,
    course_id: '1012',
    manager_id: '505',
  })
})

test.each([
  ['materials/3/0192-a.pdf', 'materials/40/0192-a.pdf'],
  // Of a course that came from another portal.
  ['materials/8/0192-b.pdf', 'materials/40/0192-b.pdf'],
  ['imports/3/12.sheet', 'imports/40/1012.sheet'],
  ['certificates/3/AB-12.pdf', 'certificates/40/AB-12.pdf'],
  ['scorm/0192-c/index.html', 'scorm/0192-c/index.html'],
])('the file %s moves to %s (OPS-072)', (key, moved) => expect(moveFileKey(key, move)).toBe(moved))

test.each([
  ['enrolled:7', 'enrolled:1007'],
  ['invitation:7:2:accepted', 'invitation:1007:2:accepted'],
  ['subscription-end:7:30 days:5', 'subscription-end:1007:30 days:505'],
  ['report:7:2026-11-27T07:00:00.000Z:5', 'report:1007:2026-11-27T07:00:00.000Z:505'],
  ['refund-failed:7', 'refund-failed:1007'],
  ['refund-failed:7:5', 'refund-failed:1007:505'],
  ['another:7', null],
])('the message %s is known as %s (OPS-072)', (key, moved) => expect(moveMessageKey(key, move)).toBe(moved))

test.each([
  ['purchase:7:portal:::', 'purchase:1007:portal:::'],
  ['purchase:7:order:8::', 'purchase:1007:order:1008::'],
  ['purchase:7:manager:8:5::refund-9', 'purchase:1007:manager:1008:505::refund-1009'],
  ['purchase:7:manager:8:5:', 'purchase:1007:manager:1008:505:'],
  ['purchase:7:order:8:::refund-9', 'purchase:1007:order:1008:::refund-1009'],
  ['plan:7:order-8', 'plan:1007:order-1008'],
  ['plan:7:trial-1795000000000', 'plan:1007:trial-1795000000000'],
  ['plan:order-7:refund-8', 'plan:order-1007:refund-1008'],
  ['0192f2c4-key-of-a-caller', null],
])('the movement %s is known as %s (OPS-072)', (key, moved) => expect(moveLedgerKey(key, move)).toBe(moved))

test.each([
  ['/courses/learner/101/7/outline/assignments/8', '/courses/learner/101/1007/outline/assignments/1008'],
  ['/courses/builder/a/assignment-progress/5/7/8', '/courses/builder/a/assignment-progress/505/1007/1008'],
  ['/orders/7', '/orders/1007'],
  ['/courses/managers/101', null],
])('the link %s leads to %s (OPS-072)', (link, moved) => expect(moveLink(link, move)).toBe(moved))
