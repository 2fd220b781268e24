import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIRECTION, draw, KIND, numbersOf, PURPOSE_NAMES, PURPOSES, TARGET, takeable } from './movements.ts'

test('the numbers of kinds, directions and targets match the requirements (CRD-008, CRD-010)', () => {
  expect(KIND).toEqual({ allocated: 1, removed: 2, purchased: 3 })
  expect(DIRECTION).toEqual({ given: 1, taken: 2 })
  expect(TARGET).toEqual({ course: 1, subscription: 2, portal: 3, partner_page: 4 })
})

test('only given or taken credits have a direction, and it fits the kind (CRD-009)', () => {
  for (const purpose of PURPOSE_NAMES) {
    const { kind, direction } = PURPOSES[purpose]
    if (direction === DIRECTION.given) expect(kind).toBe(KIND.allocated)
    if (direction === DIRECTION.taken) expect(kind).toBe(KIND.removed)
    expect(direction !== null).toBe(['assign', 'recall', 'give', 'take'].includes(purpose))
  }
})

test('used never grows beyond distributed, whatever happens to one credit (CRD-007, CRD-031)', () => {
  const lives = [
    ['use'],
    ['use', 'return'],
    ['use', 'return', 'restore', 'return'],
    ['reserve', 'release'],
    ['reserve', 'redeem'],
    ['reserve', 'redeem', 'return'],
    ['give', 'take'],
    ['assign', 'recall'],
  ] as const
  for (const life of lives) {
    let [distributed, used] = [0, 0]
    for (const purpose of life) {
      distributed += PURPOSES[purpose].distributed
      used += PURPOSES[purpose].used
      expect(used).toBeGreaterThanOrEqual(0)
      expect(distributed).toBeGreaterThanOrEqual(used)
    }
  }
})

test('the total is the remaining and the distributed credits in all accounts of a holder (CRD-007)', () => {
  expect(numbersOf([])).toEqual({ total: 0, remaining: 0, distributed: 0, used: 0 })
  expect(
    numbersOf([
      { balance: 4, distributed: 6, used: 2 },
      { balance: 1, distributed: 0, used: 0 },
    ]),
  ).toEqual({ total: 11, remaining: 5, distributed: 6, used: 2 })
})

test('credits handed out can be taken back if they are unused (CRD-020)', () => {
  expect(takeable(5, 5)).toBe(5)
  expect(takeable(5, 2)).toBe(2)
  expect(takeable(5, 9)).toBe(5)
  expect(takeable(0, 9)).toBe(0)
})

test('credits are taken from the first purse first, all or none', () => {
  expect(draw([3, 10], 5)).toEqual([3, 2])
  expect(draw([3, 1], 5)).toBeNull()
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 4 }), fc.nat(120), (purses, needed) => {
      const drawn = draw(purses, needed)
      const sum = purses.reduce((total, purse) => total + purse, 0)
      if (sum < needed) return drawn === null
      return (
        drawn !== null &&
        drawn.reduce((total, part) => total + part, 0) === needed &&
        drawn.every((part, index) => part >= 0 && part <= (purses[index] ?? 0))
      )
    }),
  )
})
