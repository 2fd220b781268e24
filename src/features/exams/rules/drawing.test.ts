import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawQuestions } from './draw.ts'
import { drawnCount, lacksQuestions } from './drawing.ts'

const pool = (available: number, questions_count: number | null = null) => ({ available, questions_count })

test.each([
  [[], 0, true],
  [[pool(0)], 0, true],
  [[pool(5)], 5, false],
  [[pool(5, 3)], 3, false],
  [[pool(5, 5), pool(2)], 7, false],
  [[pool(5, 6)], 5, true],
  [[pool(5), pool(1, 2)], 6, true],
  [[pool(5), pool(0)], 5, false],
])('pools %j give %d questions, too few: %s (QPL-008, EXM-029)', (pools, count, isLacking) => {
  expect(drawnCount(pools)).toBe(count)
  expect(lacksQuestions(pools)).toBe(isLacking)
})

test('too few questions for a course are too few for an attempt, and vice versa (EXM-029)', () => {
  const pools = fc.array(
    fc.record({ available: fc.nat(4), questions_count: fc.option(fc.integer({ min: 1, max: 5 })) }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(pools, (pools) => {
      const withIds = pools.map((pool) => ({
        ...pool,
        question_ids: Array.from({ length: pool.available }, (_, n) => n),
      }))
      const drawn = drawQuestions(withIds, { seed: 1, shuffle: true })
      expect(drawn === null).toBe(lacksQuestions(pools))
      if (drawn !== null) expect(drawn).toHaveLength(drawnCount(pools))
    }),
  )
})
