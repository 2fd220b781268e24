/** Sums over attempts that ended and had other questions: how many, and the share of the others that was right in each. */
export type RestSums = { is_correct: boolean; rated: number; rest: number; rest_squares: number }

export type Discrimination = {
  /** From -1 to 1. */
  value: number
  /** Where the value of many more answers would lie in 95 of 100 cases. */
  low: number
  high: number
}

/** With fewer attempts the figure is mostly chance. */
export const ENOUGH_ATTEMPTS = 30

const rounded = (value: number): number => Math.round(value * 100) / 100

/**
 * How far a question separates those who know the material from those who do not: the point-biserial correlation of a right
 * answer with the share of the other questions that is right in the same attempt. The question itself is left out of that
 * share, or it would agree with itself (S. Henrysson, "Correction of item-total correlations in item analysis", Psychometrika
 * 28, 1963). It uses every attempt, where comparing the upper and lower 27% would leave half of them out. The range comes
 * from Fisher's transformation. Null with too few attempts, and where all answers or all other results are the same.
 */
export const discriminationOf = (groups: readonly RestSums[]): Discrimination | null => {
  const sum = (of: (group: RestSums) => number) => groups.reduce((total, group) => total + of(group), 0)
  const rated = sum((group) => group.rated)
  if (rated < ENOUGH_ATTEMPTS) return null
  const right = sum((group) => (group.is_correct ? group.rated : 0)) / rated
  const rest = sum((group) => group.rest) / rated
  const together = sum((group) => (group.is_correct ? group.rest : 0)) / rated
  const spread = right * (1 - right) * (sum((group) => group.rest_squares) / rated - rest * rest)
  // Sums of fractions are never exactly the same.
  if (spread < 1e-9) return null
  const value = Math.max(-1, Math.min(1, (together - right * rest) / Math.sqrt(spread)))
  const z = Math.atanh(Math.max(-0.9999, Math.min(0.9999, value)))
  const reach = 1.96 / Math.sqrt(rated - 3)
  return { value: rounded(value), low: rounded(Math.tanh(z - reach)), high: rounded(Math.tanh(z + reach)) }
}

/** The steps of R. L. Ebel and D. A. Frisbie, "Essentials of Educational Measurement", 1991. */
const LEVELS = [
  [0.4, 'very well'],
  [0.3, 'well'],
  [0.2, 'somewhat'],
] as const

/** What the figure means to an author; a warning where stronger learners miss the question more often, beyond chance. */
export const discriminationText = ({
  rated,
  answered,
  correct,
  discrimination,
}: {
  rated: number
  answered: number
  correct: number
  discrimination: Discrimination | null
}): { text: string; isWarning: boolean } => {
  if (discrimination) {
    const { value, low, high } = discrimination
    const figures = `(${value.toFixed(2)}, likely ${low.toFixed(2)} to ${high.toFixed(2)})`
    if (high < 0)
      return {
        text: `Learners who do well otherwise miss this question more often ${figures}. Check which answer is marked as correct.`,
        isWarning: true,
      }
    const level = LEVELS.find(([least]) => value >= least)?.[1]
    if (level) return { text: `Separates strong from weak learners ${level} ${figures}.`, isWarning: false }
    return { text: `Hardly separates strong from weak learners ${figures}.`, isWarning: false }
  }
  if (rated < ENOUGH_ATTEMPTS)
    return {
      text: `Too early to tell whether it separates strong from weak learners (${rated} of ${ENOUGH_ATTEMPTS} finished attempts with other questions).`,
      isWarning: false,
    }
  const alike =
    correct === answered ? 'Everyone gets it right' : correct === 0 ? 'Nobody gets it right' : 'All attempts are alike'
  return { text: `${alike}, so it cannot separate strong from weak learners.`, isWarning: false }
}
