import { formatNumber } from '#kernel/format.ts'
import type { RuleKind } from './model.ts'

export const KIND_WORDS: Record<RuleKind, string> = {
  day_limit: 'Most time a day',
  item_time: 'Least time in each item',
  course_time: 'Least time in the course',
  hands_on: 'Hands-on sign-offs',
  proctored_exam: 'Proctored exam',
  identity_questions: 'Identity questions',
}

const counted = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

/** "3 tasks". */
export const tasksText = (count: number): string => counted(count, 'task')

/** "1 hour 30 minutes"; begun minutes are whole ones, so that nobody is promised less than is asked. */
export const timeText = (milliseconds: number): string => {
  const minutes = Math.ceil(milliseconds / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return counted(rest, 'minute')
  return rest === 0 ? counted(hours, 'hour') : `${counted(hours, 'hour')} ${counted(rest, 'minute')}`
}

/** "12:05" or "1:02:09": time that has counted, which may lag a moment behind. */
export const clockText = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}
