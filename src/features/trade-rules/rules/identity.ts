/** How identity questions are asked in a course (TRD-050), and where that is written. */
export type IdentityTerms = {
  rule_id: number
  version_id: number
  title: string
  source: string
  /** The seat time between two questions, on average. */
  minutes: number
  answer_seconds: number
  most_mistakes: number
}

/** Of several rules the lowest of each number; title and source are those of the rule that asks most often (TRD-050). */
export const lowestTerms = (all: readonly IdentityTerms[]): IdentityTerms | null =>
  all.reduce<IdentityTerms | null>(
    (best, one) =>
      best && {
        ...(one.minutes < best.minutes ? one : best),
        answer_seconds: Math.min(best.answer_seconds, one.answer_seconds),
        most_mistakes: Math.min(best.most_mistakes, one.most_mistakes),
      },
    all[0] ?? null,
  )

export const OUTCOMES = ['right', 'wrong', 'missed', 'withdrawn'] as const
/** Withdrawn: the answers were reset while the question was open. */
export type Outcome = (typeof OUTCOMES)[number]

export type AskedQuestion = {
  id: number
  expires_at: Date
  /** The time that had counted in the enrollment when it was asked. */
  counted: number
  /** As it is stored: null while nobody has settled it. */
  outcome: Outcome | null
  /** The lock that it led to; null where it led to none. */
  lock: { unlocked_at: Date | null } | null
}

/** What became of a question; a question without an answer in its time is missed. Null while it is open (TRD-054). */
export const outcomeOf = ({ outcome, expires_at }: AskedQuestion, now: Date): Outcome | null =>
  outcome ?? (now.getTime() >= expires_at.getTime() ? 'missed' : null)

/** Wrong and missed answers; those that were withdrawn are none. */
export const isMistake = (outcome: Outcome | null): boolean => outcome === 'wrong' || outcome === 'missed'

/** The wrong and missed answers since the start or the last unlock (TRD-055). Questions are in the order of their ids. */
export const mistakesOf = (questions: readonly AskedQuestion[], now: Date): number => {
  const last = questions.findLastIndex(({ lock }) => lock !== null && lock.unlocked_at !== null)
  return questions.slice(last + 1).filter((question) => isMistake(outcomeOf(question, now))).length
}

export type IdentityFacts = {
  terms: Pick<IdentityTerms, 'most_mistakes'> | null
  has_answers: boolean
  /** All that were asked in the enrollment, in the order of their ids. */
  questions: readonly AskedQuestion[]
  now: Date
}
export type IdentityState = 'clear' | 'set_up' | 'asked' | 'locked'

/** How somebody stands with the identity questions of a course; null where no rule asks any (TRD-051, TRD-053, TRD-055). */
export const stateOf = ({ terms, has_answers, questions, now }: IdentityFacts): IdentityState | null => {
  if (!terms) return null
  const last = questions.at(-1)
  const isLocked = questions.some(({ lock }) => lock !== null && lock.unlocked_at === null)
  if (isLocked) return 'locked'
  const isOver = last !== undefined && isMistake(outcomeOf(last, now)) && last.lock === null
  if (isOver && mistakesOf(questions, now) >= terms.most_mistakes) return 'locked'
  if (!has_answers) return 'set_up'
  return last && outcomeOf(last, now) === null ? 'asked' : 'clear'
}

/** How far somebody is with the identity questions of a course, over all of them (TRD-068). */
export type IdentityCounts = {
  has_answers: boolean
  /** Those that are open and those that were withdrawn included. */
  asked: number
  right: number
  wrong: number
  missed: number
  is_locked: boolean
}

/** What became of the questions of an enrollment by now; without terms, only what was locked before is. */
export const countsOf = ({ terms, has_answers, questions, now }: IdentityFacts): IdentityCounts => {
  const outcomes = questions.map((question) => outcomeOf(question, now))
  const count = (of: Outcome) => outcomes.filter((outcome) => outcome === of).length
  return {
    ...{ has_answers, asked: questions.length, right: count('right'), wrong: count('wrong'), missed: count('missed') },
    is_locked:
      questions.some(({ lock }) => lock?.unlocked_at === null) ||
      stateOf({ terms, has_answers, questions, now }) === 'locked',
  }
}

/** The seat time until the next question: a draw from 0 to 1 makes it half to one and a half of the average (TRD-052). */
export const intervalOf = ({ minutes }: Pick<IdentityTerms, 'minutes'>, draw: number): number =>
  Math.round(minutes * 60_000 * (0.5 + draw))

/** Whether the next question is due: at once after one that was not answered right, else after its interval (TRD-052, TRD-054). */
export const isDue = (
  terms: Pick<IdentityTerms, 'minutes'>,
  { questions, counted, draw, now }: { questions: readonly AskedQuestion[]; counted: number; draw: number; now: Date },
): boolean => {
  const last = questions.at(-1)
  if (last && isMistake(outcomeOf(last, now))) return true
  return counted >= (last?.counted ?? 0) + intervalOf(terms, draw)
}

/** Equal for answers that differ in capitals, accents, punctuation and spaces alone (TRD-051). */
export const normalAnswer = (answer: string): string =>
  answer
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The fewest letters and digits of an answer, and how many questions a person chooses. */
export const LEAST_ANSWER = 2
export const CHOSEN_QUESTIONS = 5

/** What can be asked: nothing that opens an account elsewhere, and nothing that papers or neighbors say at once. */
export const IDENTITY_QUESTIONS = {
  first_school: 'What was the name of your first school?',
  first_car: 'What make was your first car?',
  first_street: 'What street did you live on when you were ten?',
  first_pet: 'What was the name of your first pet?',
  first_job: 'Where did you have your first job?',
  first_friend: 'What was the first name of your best friend in school?',
  favorite_teacher: 'What was the last name of your favorite teacher?',
  grandmother: 'What was the first name of one of your grandmothers?',
  first_concert: 'Who played at the first concert you went to?',
  first_trip: 'Where did you go on your first long trip?',
  childhood_food: 'What was your favorite food as a child?',
  childhood_hero: 'Who was your hero when you were a child?',
} as const
export type IdentityQuestion = keyof typeof IDENTITY_QUESTIONS
export const IDENTITY_QUESTION_KEYS = Object.keys(IDENTITY_QUESTIONS) as IdentityQuestion[]
