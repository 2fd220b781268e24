import { describe, expect, test } from 'vitest'
import { createSequences } from './sequences.ts'

const SILENCE = 1_000
const from = 'other'
/** A process that has listened for long, and has heard the first messages of another. */
const listening = (...numbers: number[]) => {
  const sequences = createSequences(0, SILENCE)
  for (const n of numbers) sequences.message({ from, n }, 10_000)
  return sequences
}
const NEW = { isNew: true, isAfterGap: false }

describe('messages of another process by their numbers (OPS-037)', () => {
  test.each([
    ['the next one', [1, 2], 3, NEW],
    ['one after a lost one', [1, 2], 4, { isNew: true, isAfterGap: true }],
    ['the same by the other way', [1, 2], 2, { isNew: false, isAfterGap: false }],
    ['an older one that was late', [1, 3], 2, NEW],
    ['the first one', [], 1, NEW],
    ['the second one without the first', [], 2, { isNew: true, isAfterGap: true }],
  ])('%s', (_, before, n, arrival) => {
    expect(listening(...before).message({ from, n }, 10_000)).toEqual(arrival)
  })

  test('what was sent before this process began is not missing', () => {
    const sequences = createSequences(9_500, SILENCE)
    expect(sequences.message({ from, n: 700 }, 10_000)).toEqual(NEW)
    expect(sequences.message({ from, n: 701 }, 10_000)).toEqual(NEW)
  })

  test.each([
    ['says the number that came last', [1, 2], 2, false],
    ['has sent one that never came', [1, 2], 3, true],
    ['has sent nothing yet', [], 0, false],
    ['has sent something before it was heard', [], 1, true],
  ])('a process that %s', (_, before, n, isMissing) => {
    expect(listening(...before).beat({ from, n }, 10_000)).toBe(isMissing)
  })

  test('each process counts on its own', () => {
    const sequences = listening(1, 2)
    expect(sequences.message({ from: 'third', n: 1 }, 10_000)).toEqual(NEW)
    expect(sequences.message({ from, n: 3 }, 10_000)).toEqual(NEW)
  })
})

describe('processes that fall silent (OPS-037)', () => {
  test('one that died may have died with a message, once; one that took leave has not', () => {
    expect(listening(1).forgetSilent(11_000)).toBe(false)
    const sequences = listening(1)
    expect([sequences.forgetSilent(11_001), sequences.forgetSilent(11_002)]).toEqual([true, false])
    const peaceful = listening(1)
    peaceful.leave(from)
    expect(peaceful.forgetSilent(20_000)).toBe(false)
  })

  test('after a time in which nobody could be heard everybody has time again', () => {
    const sequences = listening(1)
    sequences.restart(20_000)
    expect([sequences.forgetSilent(21_000), sequences.forgetSilent(21_001)]).toEqual([false, true])
  })
})
