import { describe, expect, test } from 'vitest'
import { CLOCK_SLACK_MS, isTimePossible, judge, recordOf } from './record.ts'

const OPEN = { is_closed: false, is_held: false, has_arrived: true, is_own: false, tasks: 2 }
const TASK = { kind: 'task', task: 1, is_so: true, is_correction: false } as const
const HERE = { kind: 'arrived', task: null, is_so: true, is_correction: false } as const

test.each([
  ['an arrival', HERE, { ...OPEN, has_arrived: false }, 'record'],
  ['an arrival that is there', HERE, { ...OPEN, is_held: true }, 'already'],
  ['an arrival that is there, after the closing', HERE, { ...OPEN, is_held: true, is_closed: true }, 'already'],
  ['an arrival after the closing', HERE, { ...OPEN, is_closed: true }, 'crew_session_closed'],
  ['a correction after the closing', { ...HERE, is_correction: true }, { ...OPEN, is_closed: true }, 'record'],
  ['a task', TASK, OPEN, 'record'],
  ['a task of somebody who is not there', TASK, { ...OPEN, has_arrived: false }, 'crew_not_arrived'],
  ['a task of oneself', TASK, { ...OPEN, is_own: true }, 'crew_own_task'],
  ['a task of oneself, as a correction', { ...TASK, is_correction: true }, { ...OPEN, is_own: true }, 'crew_own_task'],
  ['the own arrival', HERE, { ...OPEN, has_arrived: false, is_own: true }, 'record'],
  ['a task that the session has not', { ...TASK, task: 2 }, OPEN, 'crew_task_unknown'],
  ['a task without its position', { ...TASK, task: null }, OPEN, 'crew_task_unknown'],
  ['an arrival with a task', { ...HERE, task: 0 }, OPEN, 'crew_task_unknown'],
  ['taking back what holds', { ...TASK, is_so: false, is_correction: true }, { ...OPEN, is_held: true }, 'record'],
  ['taking back what does not hold', { ...TASK, is_so: false, is_correction: true }, OPEN, 'already'],
] as const)('%s is judged (CRW-007, CRW-009, CRW-011, CRW-012)', (_, entry, state, verdict) => {
  expect(judge(entry, state)).toBe(verdict)
})

describe('a record', () => {
  test('is what the newest entries say (CRW-012)', () => {
    const at = new Date()
    const said = { related_id: 1, kind: 'task', task: 0 } as const
    const entries = [
      { ...said, is_so: true, at },
      { ...said, task: 1, is_so: true, at },
      { ...said, is_so: false, at },
    ]
    expect(recordOf(entries)(said)).toBeNull()
    expect(recordOf(entries)({ ...said, task: 1 })).toBe(entries[1])
    expect(recordOf(entries)({ ...said, related_id: 2 })).toBeNull()
  })

  test('takes moments of a device whose clock is not far off (CRW-008)', () => {
    const [opened_at, now] = [new Date(1_000_000_000), new Date(1_010_000_000)]
    const isPossible = (at: number) => isTimePossible(new Date(at), { opened_at, now })
    expect(isPossible(now.getTime() + CLOCK_SLACK_MS)).toBe(true)
    expect(isPossible(now.getTime() + CLOCK_SLACK_MS + 1)).toBe(false)
    expect(isPossible(opened_at.getTime() - CLOCK_SLACK_MS)).toBe(true)
    expect(isPossible(opened_at.getTime() - CLOCK_SLACK_MS - 1)).toBe(false)
  })
})
