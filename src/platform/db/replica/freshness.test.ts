import { describe, expect, test } from 'vitest'
import { createFreshness, positionOf, textOf } from './freshness.ts'

const BOUND = 5_000

/** The primary wrote ten bytes a second, and was asked for its position twice a second. */
const watched = (until: number) => {
  const freshness = createFreshness(BOUND)
  for (let at = 0; at <= until; at += 500) freshness.answer(freshness.ask(at), BigInt(at / 100))
  return freshness
}

test.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['1/0', 0x100000000n],
  ['2F/FFFFFFFF', 0x2fffffffffn],
])('the position %s is a number and back (OPS-013)', (text, position) => {
  expect([positionOf(text), textOf(position)]).toEqual([position, text])
})

describe('what a replica must have replayed to be read from (OPS-013)', () => {
  test('everything that was committed longer ago than the bound', () => {
    const freshness = watched(20_000)
    expect(freshness.required(20_000)).toBe(150n)
    expect(freshness.required(20_400)).toBe(155n)
    expect(freshness.required(24_900)).toBe(200n)
  })

  test('nothing is known before the primary has answered, or when it has not for longer than the bound', () => {
    expect(createFreshness(BOUND).required(0)).toBeNull()
    expect(watched(20_000).required(25_001)).toBeNull()
  })

  test('a change that was heard of is required as soon as a position includes it, and until then nothing is known', () => {
    const freshness = watched(20_000)
    const before = freshness.ask(20_100)
    freshness.noteChange()
    expect(freshness.required(20_100)).toBeNull()
    // Asked before it was heard of: the commit may be behind that position.
    freshness.answer(before, 201n)
    expect(freshness.required(20_110)).toBeNull()
    freshness.answer(freshness.ask(20_120), 202n)
    expect(freshness.required(20_130)).toBe(202n)
    expect(freshness.required(24_000)).toBe(202n)
  })

  test('two changes at once are both required', () => {
    const freshness = watched(20_000)
    freshness.noteChange()
    const first = freshness.ask(20_100)
    freshness.noteChange()
    freshness.answer(first, 210n)
    expect(freshness.required(20_150)).toBeNull()
    freshness.answer(freshness.ask(20_160), 220n)
    expect(freshness.required(20_170)).toBe(220n)
  })
})

describe('how far behind a replica is (OPS-014)', () => {
  const freshness = watched(20_000)
  test.each([
    ['one that has everything', 200n, 20_000, 0],
    ['one that has everything, while nobody writes', 200n, 60_000, 0],
    ['one that stopped a second ago', 190n, 20_000, 1_000],
    ['one that stopped long ago', 10n, 20_000, 19_000],
    ['one that was never complete', -1n, 20_000, 20_000],
  ])('%s', (_, replayed, now, lag) => {
    expect(freshness.lag(now, replayed)).toBe(lag)
  })
})
