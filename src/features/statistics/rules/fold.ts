import { type Discrimination, discriminationOf, type RestSums } from './discrimination.ts'

/** Answers that were alike: the same question, choice and time in one version of one exam. */
export type AnswerGroup = {
  exam_id: number
  version: number
  question_id: number
  answer_ids: number[]
  is_correct: boolean
  /** How long the question was on the screen; null where no page reported it. */
  seconds: number | null
  count: number
  /** The newest attempt among them, whose copy says what the question was. */
  attempt_id: number
} & RestSums

/** A question as an attempt has it. */
export type QuestionCopy = {
  attempt_id: number
  question_id: number
  type: 'single' | 'multiple' | 'boolean'
  text: string
  answers: { id: number; text: string; is_correct: boolean }[]
}

export type Folded = {
  answered: number
  correct: number
  median_seconds: number | null
  /** Attempts that say how far it separates learners, and how far it does (QPL-035). */
  rated: number
  discrimination: Discrimination | null
  /** How often each answer was chosen. */
  picked: Map<number, number>
}

/** The middle of values that are counted by size; of an even number the lower one. Null without any. */
export const medianOf = (counts: ReadonlyMap<number, number>): number | null => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let passed = 0
  for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
    passed += count
    if (passed * 2 >= total) return value
  }
  return null
}

/** What groups of answers to one question come to. */
export const fold = (groups: readonly AnswerGroup[]): Folded => {
  const picked = new Map<number, number>()
  const seconds = new Map<number, number>()
  let answered = 0
  let correct = 0
  for (const { answer_ids, is_correct, seconds: time, count } of groups) {
    answered += count
    if (is_correct) correct += count
    for (const id of answer_ids) picked.set(id, (picked.get(id) ?? 0) + count)
    if (time !== null) seconds.set(time, (seconds.get(time) ?? 0) + count)
  }
  const rated = groups.reduce((sum, group) => sum + group.rated, 0)
  return {
    answered,
    correct,
    median_seconds: medianOf(seconds),
    rated,
    discrimination: discriminationOf(groups),
    picked,
  }
}

type Option = { id: number; text: string; is_correct: boolean; picked: number }

/**
 * The answers of a question with how often each was chosen: those of its newest copy in order, then those of earlier
 * versions that are not offered any more.
 */
export const optionsOf = (copies: readonly QuestionCopy[], picked: ReadonlyMap<number, number>): Option[] => {
  const options = new Map<number, Option>()
  for (const { answers } of copies.toSorted((a, b) => b.attempt_id - a.attempt_id))
    for (const answer of answers)
      if (!options.has(answer.id)) options.set(answer.id, { ...answer, picked: picked.get(answer.id) ?? 0 })
  return [...options.values()]
}

/** With fewer answers it is chance which option nobody chose. */
export const ENOUGH_ANSWERS = 10

/** Whether an option is one that nobody takes, so that it tests nothing. */
export const isUnused = ({ is_correct, picked }: Pick<Option, 'is_correct' | 'picked'>, answered: number): boolean =>
  !is_correct && picked === 0 && answered >= ENOUGH_ANSWERS

/** Whole percent, rounded down like scores; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((100 * part) / whole)

/** A time as people say it: `45 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export const timeText = (seconds: number | null): string => {
  if (seconds === null) return '–'
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  const at = units.findIndex(([size]) => seconds >= size)
  if (at === -1) return 'under 1 s'
  const [size, name] = units[at] ?? [1, 's']
  const [smaller, unit] = units[at + 1] ?? [0, '']
  const rest = smaller === 0 ? 0 : Math.floor((seconds % size) / smaller)
  return `${Math.floor(seconds / size)} ${name}${rest > 0 ? ` ${rest} ${unit}` : ''}`
}
