import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AttachedPool, drawQuestions } from './draw.ts'
import { drawnCount } from './drawing.ts'

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const countOf = (pools: AttachedPool[]) =>
  drawnCount(pools.map((pool) => ({ ...pool, available: pool.question_ids.length })))
/** Pools with enough questions. Ids are unique across all of them. */
const pools = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 12 }), part: fc.option(fc.integer({ min: 1, max: 12 })) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((sizes) => {
    let id = 0
    return sizes.map(({ size, part }) => ({
      question_ids: Array.from({ length: size }, () => ++id),
      questions_count: part === null ? null : Math.min(part, size),
    }))
  })

describe('drawing the questions of an attempt', () => {
  test('takes all questions of a pool, or as many as its attachment says (QPL-008)', () => {
    const attached = [
      { question_ids: [1, 2, 3], questions_count: null },
      { question_ids: [10, 11, 12, 13], questions_count: 2 },
    ]
    const drawn = drawQuestions(attached, { seed: 7, shuffle: false })
    expect(drawn).toHaveLength(5)
    expect(drawn?.slice(0, 3)).toEqual([1, 2, 3])
    expect(countOf(attached)).toBe(5)
  })

  test('draws nothing without questions or from a pool that is too small (EXM-029)', () => {
    expect(drawQuestions([], { seed: 1, shuffle: true })).toBeNull()
    expect(drawQuestions([{ question_ids: [], questions_count: null }], { seed: 1, shuffle: false })).toBeNull()
    const short = [
      { question_ids: [1, 2], questions_count: null },
      { question_ids: [3], questions_count: 2 },
    ]
    expect(drawQuestions(short, { seed: 1, shuffle: false })).toBeNull()
  })

  test('the same seed draws the same questions in the same order (EXM-018)', () => {
    fc.assert(
      fc.property(pools, seed, fc.boolean(), (attached, number, shuffle) => {
        const first = drawQuestions(attached, { seed: number, shuffle })
        expect(drawQuestions(attached, { seed: number, shuffle })).toEqual(first)
      }),
    )
  })

  test('each pool supplies exactly its number, no question comes twice, and none comes from another pool (QPL-008)', () => {
    fc.assert(
      fc.property(pools, seed, fc.boolean(), (attached, number, shuffle) => {
        const drawn = drawQuestions(attached, { seed: number, shuffle })
        if (!drawn) throw new Error('the pools are large enough')
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn).toHaveLength(countOf(attached))
        for (const pool of attached) {
          const count = drawn.filter((id) => pool.question_ids.includes(id)).length
          expect(count).toBe(pool.questions_count ?? pool.question_ids.length)
        }
      }),
    )
  })

  test('without shuffling, the questions follow the order of the pools and the order within each (EXM-005)', () => {
    fc.assert(
      fc.property(pools, seed, (attached, number) => {
        const drawn = drawQuestions(attached, { seed: number, shuffle: false })
        expect(drawn).toEqual(drawn?.toSorted((a, b) => a - b))
      }),
    )
  })

  test('shuffling produces every order, and drawing every selection, about equally often (EXM-005, QPL-008)', () => {
    const orders = new Map<string, number>()
    const choices = new Map<string, number>()
    const rounds = 6000
    for (let number = 0; number < rounds; number++) {
      const order = String(
        drawQuestions([{ question_ids: [1, 2, 3], questions_count: null }], { seed: number, shuffle: true }),
      )
      orders.set(order, (orders.get(order) ?? 0) + 1)
      const choice = String(
        drawQuestions([{ question_ids: [1, 2, 3, 4], questions_count: 2 }], { seed: number, shuffle: false }),
      )
      choices.set(choice, (choices.get(choice) ?? 0) + 1)
    }
    for (const counted of [orders, choices]) {
      expect(counted.size).toBe(6)
      for (const count of counted.values()) expect(Math.abs(count - rounds / 6)).toBeLessThan(rounds / 30)
    }
  })
})
