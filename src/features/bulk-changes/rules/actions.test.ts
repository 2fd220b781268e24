import { expect, test } from 'vitest'
import { accessOf } from '#kernel/access/permissions.ts'
import { ACTIONS, comesFrom, isUndoable, MOVES, NO_UNDO, PERMISSION_OF, STATUSES, type Status } from './actions.ts'
import { problemOf } from './problem.ts'

test('every status is reached from a preview, and each but the last goes on (BLK-001)', () => {
  const reached = new Set<Status>(['previewed'])
  for (const status of reached) for (const next of MOVES[status]) reached.add(next)
  expect([...reached].sort()).toEqual([...STATUSES].sort())
  expect(STATUSES.filter((status) => MOVES[status].length === 0)).toEqual(['undone'])
})

test('a change runs once and is undone once: nothing leads back to a preview or out of an undone change (BLK-008, BLK-014)', () => {
  expect(comesFrom('previewed')).toEqual([])
  expect(comesFrom('running')).toEqual(['previewed', 'stopped'])
  expect(comesFrom('undoing')).toEqual(['stopped', 'done'])
  expect(STATUSES.filter((status) => isUndoable('extend', status))).toEqual(['stopped', 'done'])
})

test('reminders have no undo in any status, and say why (BLK-025)', () => {
  expect(STATUSES.filter((status) => isUndoable('remind', status))).toEqual([])
  expect(NO_UNDO.remind).toBe('E-mails that were sent cannot be taken back, so this change cannot be undone.')
  expect(ACTIONS.filter((action) => NO_UNDO[action] !== null)).toEqual(['remind'])
  expect(problemOf('remind', 'running', { code: '57P01' }, null)).toBe(
    'The run stopped because the database did not answer or had no room left. What was sent before stays sent: continue it to send the rest.',
  )
})

test.each(ACTIONS)('%s needs a right that admins have for the portal and learners not at all (BLK-015)', (action) => {
  expect(accessOf('portal_admin', PERMISSION_OF[action])).toBe('any')
  expect(accessOf('course_admin', PERMISSION_OF[action])).toBe('any')
  expect(accessOf('learner', PERMISSION_OF[action])).toBe('none')
  expect(accessOf('manager', PERMISSION_OF[action])).toBe(['extend', 'move', 'grade'].includes(action) ? 'none' : 'own')
})

test('a step that stopped names the row, the reason and what to do (BLK-008)', () => {
  expect(problemOf('extend', 'running', new TypeError('x'), { number: 12 })).toBe(
    'The run stopped at row 12 because of an unexpected error, so that row is left out. What was done before is kept: continue it, or undo it.',
  )
  expect(problemOf('extend', 'undoing', { code: '57P01' }, null)).toBe(
    'The undo stopped because the database did not answer or had no room left. What was restored before stays so: undo it again to go on.',
  )
})
