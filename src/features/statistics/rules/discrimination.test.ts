import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Discrimination, discriminationOf, discriminationText, type RestSums } from './discrimination.ts'

/** Attempts as the share of the other questions that was right, by whether this one was. */
const sumsOf = (attempts: readonly (readonly [isCorrect: boolean, rest: number])[]): RestSums[] =>
  [true, false].map((is_correct) => {
    const own = attempts.filter(([one]) => one === is_correct).map(([, rest]) => rest)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return { is_correct, rated: own.length, rest: sum(own), rest_squares: sum(own.map((rest) => rest * rest)) }
  })
const times = (count: number, isCorrect: boolean, rest: number) =>
  Array.from({ length: count }, () => [isCorrect, rest] as const)

/** The correlation as textbooks write it, from the attempts themselves. */
const pearson = (attempts: readonly (readonly [boolean, number])[]): number => {
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
  const x = attempts.map(([isCorrect]) => Number(isCorrect))
  const y = attempts.map(([, rest]) => rest)
  const [mx, my] = [mean(x), mean(y)]
  const cov = mean(x.map((value, at) => (value - mx) * ((y[at] as number) - my)))
  const deviation = (values: readonly number[], m: number) => Math.sqrt(mean(values.map((value) => (value - m) ** 2)))
  return cov / (deviation(x, mx) * deviation(y, my))
}

describe('how far a question separates strong from weak learners (QPL-035)', () => {
  test('is the correlation with the rest of the attempt', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.boolean(),
            fc.integer({ min: 0, max: 20 }).map((right) => right / 20),
          ),
          {
            minLength: 30,
            maxLength: 200,
          },
        ),
        (attempts) => {
          const result = discriminationOf(sumsOf(attempts))
          const exact = pearson(attempts)
          if (!Number.isFinite(exact)) return expect(result).toBeNull()
          expect(result?.value).toBeCloseTo(exact, 1)
          expect(result?.low).toBeLessThanOrEqual(result?.value as number)
          expect(result?.high).toBeGreaterThanOrEqual(result?.value as number)
        },
      ),
    )
  })

  test.each<[string, (readonly [boolean, number])[], Partial<Discrimination> | null]>([
    ['the strong alone are right', [...times(20, true, 0.9), ...times(20, false, 0.3)], { value: 1 }],
    ['the weak alone are right', [...times(20, true, 0.3), ...times(20, false, 0.9)], { value: -1 }],
    [
      'it has nothing to do with the rest',
      [...times(10, true, 0.9), ...times(10, true, 0.3), ...times(10, false, 0.9), ...times(10, false, 0.3)],
      { value: 0, low: -0.31, high: 0.31 },
    ],
    ['there are too few attempts', [...times(15, true, 0.9), ...times(14, false, 0.3)], null],
    ['everyone is right', [...times(20, true, 0.9), ...times(20, true, 0.3)], null],
    ['all others results are the same', [...times(20, true, 0.7), ...times(20, false, 0.7)], null],
    ['nobody has taken it', [], null],
  ])('when %s', (_, attempts, expected) => {
    const result = discriminationOf(sumsOf(attempts))
    if (expected === null) expect(result).toBeNull()
    else expect(result).toMatchObject(expected)
  })

  const at = (value: number, low: number, high: number) => ({
    rated: 60,
    answered: 60,
    correct: 30,
    discrimination: { value, low, high },
  })
  test.each([
    [at(0.45, 0.2, 0.63), 'Separates strong from weak learners very well (0.45, likely 0.20 to 0.63).', false],
    [at(0.3, 0.1, 0.5), 'Separates strong from weak learners well (0.30, likely 0.10 to 0.50).', false],
    [at(0.2, -0.1, 0.4), 'Separates strong from weak learners somewhat (0.20, likely -0.10 to 0.40).', false],
    [at(-0.1, -0.3, 0.2), 'Hardly separates strong from weak learners (-0.10, likely -0.30 to 0.20).', false],
    [
      at(-0.4, -0.6, -0.1),
      'Learners who do well otherwise miss this question more often (-0.40, likely -0.60 to -0.10). Check which answer is marked as correct.',
      true,
    ],
    [
      { rated: 12, answered: 12, correct: 3, discrimination: null },
      'Too early to tell whether it separates strong from weak learners (12 of 30 finished attempts with other questions).',
      false,
    ],
    [
      { rated: 40, answered: 40, correct: 40, discrimination: null },
      'Everyone gets it right, so it cannot separate strong from weak learners.',
      false,
    ],
    [
      { rated: 40, answered: 40, correct: 0, discrimination: null },
      'Nobody gets it right, so it cannot separate strong from weak learners.',
      false,
    ],
    [
      { rated: 40, answered: 40, correct: 10, discrimination: null },
      'All attempts are alike, so it cannot separate strong from weak learners.',
      false,
    ],
  ])('is said in words: %j', (figures, text, isWarning) => {
    expect(discriminationText(figures)).toEqual({ text, isWarning })
  })
})
