import { expect, test } from 'vitest'
import { newerOf, type Waiting, withQueue } from './queue.ts'

const AT = '2026-11-28T10:00:00Z'
const LATER = '2026-11-28T11:00:00Z'
const nobody = { related_id: 1, arrived_at: null, proof: null, typed_name: null, left_at: null, tasks: [] }
const here = { ...nobody, arrived_at: AT, proof: 'badge' as const }
const signed = { ...here, tasks: [{ task: 1, at: AT, by: 'Curt' }] }

const entry = (kind: Waiting['kind'], values: Partial<Waiting> = {}): Waiting => ({
  related_id: 1,
  kind,
  task: kind === 'task' ? 0 : null,
  is_so: true,
  proof: kind === 'arrived' ? 'signature' : null,
  typed_name: null,
  at: LATER,
  ...values,
})
const back = (kind: Waiting['kind'], values: Partial<Waiting> = {}) =>
  entry(kind, { is_so: false, proof: null, ...values })

test.each([
  ['nothing that waits changes nothing', signed, [], signed],
  ['an arrival', nobody, [entry('arrived')], { arrived_at: LATER, proof: 'signature' }],
  ['an arrival that the server has already', here, [entry('arrived')], here],
  ['an arrival by name', nobody, [entry('arrived', { proof: 'name', typed_name: 'Ana' })], { typed_name: 'Ana' }],
  [
    'a task after an arrival that waits too',
    nobody,
    [entry('arrived'), entry('task')],
    { tasks: [{ task: 0, by: 'Me' }] },
  ],
  ['a task of somebody who did not arrive', nobody, [entry('task')], nobody],
  ['a task that is signed off already', signed, [entry('task', { task: 1 })], signed],
  [
    'tasks in their order',
    signed,
    [entry('task')],
    {
      tasks: [
        { task: 0, at: LATER },
        { task: 1, at: AT },
      ],
    },
  ],
  ['a departure', here, [entry('left')], { left_at: LATER }],
  ['a departure before any arrival', nobody, [entry('left')], nobody],
  ['a task that is taken back', signed, [back('task', { task: 1 })], { tasks: [] }],
  [
    'a task that is taken back and signed off again',
    signed,
    [back('task', { task: 1 }), entry('task', { task: 1 })],
    { tasks: [{ task: 1, at: LATER }] },
  ],
  ['an arrival that is taken back', here, [back('arrived')], { arrived_at: null, proof: null }],
  ['what is taken back without having been', nobody, [back('left'), back('arrived'), back('task')], nobody],
  ['what waits of somebody else', nobody, [entry('arrived', { related_id: 2 })], nobody],
])('%s stands on top of what the server says (CRW-018)', (_, member, queue, expected) => {
  const shown = withQueue({ roster: [member], arrived: 9 }, queue as Waiting[], 'Me')
  expect(shown.roster).toMatchObject([expected])
  expect(shown.arrived).toBe(shown.roster[0]?.arrived_at ? 1 : 0)
  expect([...shown.waiting.values()].reduce((sum, count) => sum + count, 0)).toBe(queue.length)
})

test.each([
  [3, 2, 3],
  [2, 3, 3],
  [null, 3, 3],
  [3, null, 3],
  [null, null, null],
])('of states with %s and %s entries the one with more holds (CRW-017)', (one, other, expected) => {
  const state = (revision: number | null) => (revision === null ? null : { revision })
  expect(newerOf(state(one), state(other))?.revision ?? null).toBe(expected)
})
