import { describe, expect, test } from 'vitest'
import type { ScormCommit, ScoState } from './cmi.ts'
import { asksForSnapshot, isSnapshotKept, restoredSco } from './snapshots.ts'

const commit = (seq: number, sco: string, event: ScormCommit['event']): ScormCommit => ({ seq, sco, event, cmi: {} })

test.each([
  ['a visit that begins', [commit(3, 'a', 'begin'), commit(4, 'a', 'data')], 'visit'],
  ['the 50th message', [commit(49, 'a', 'data'), commit(50, 'a', 'data')], 'messages'],
  ['any other message', [commit(49, 'a', 'data'), commit(51, 'a', 'finish')], null],
  ['a visit of another item', [commit(50, 'b', 'begin'), commit(51, 'a', 'data')], null],
] as const)('%s asks for a snapshot accordingly (SCO-028)', (_name, commits, reason) => {
  expect(asksForSnapshot('a', commits)).toBe(reason)
})

describe('snapshots are thinned out (SCO-028)', () => {
  /** The snapshots that remain when each new one removes those no longer needed. */
  const keptAfter = (count: number) => {
    let numbers: number[] = []
    for (let newest = 1; newest <= count; newest++)
      numbers = [...numbers, newest].filter((number) => isSnapshotKept(number, newest))
    return numbers
  }

  test('the last eight all stay', () => {
    expect(keptAfter(8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(keptAfter(1000).slice(-8)).toEqual([993, 994, 995, 996, 997, 998, 999, 1000])
  })

  test('ten thousand leave fewer than sixty, and some of every age', () => {
    const numbers = keptAfter(10_000)
    expect(numbers.length).toBeLessThan(60)
    expect(numbers[0]).toBeLessThan(5000)
    for (const age of [10, 100, 1000]) {
      const near = numbers.some((number) => number > 10_000 - 2 * age && number <= 10_000 - age)
      expect(near, `one about ${age} before the last`).toBe(true)
    }
  })
})

describe('a restored item (SCO-029)', () => {
  const now: ScoState = { cmi: {}, status: 'failed', result: 'failed', total_time: 900, is_open: true }
  const then = {
    cmi: { 'cmi.suspend_data': 'page 7', 'cmi.core.session_time': '00:10:00' },
    status: 'incomplete',
    result: 'unknown',
  } as const

  test('has the data of that time, resumes there, and keeps the time spent since', () => {
    expect(restoredSco(now, then)).toEqual({
      cmi: { 'cmi.suspend_data': 'page 7', 'cmi.core.exit': 'suspend' },
      status: 'incomplete',
      result: 'unknown',
      total_time: 900,
      is_open: false,
    })
  })

  test('stays passed once it was passed (SCO-010)', () => {
    expect(restoredSco({ ...now, result: 'passed' }, then)).toMatchObject({ status: 'incomplete', result: 'passed' })
  })
})
