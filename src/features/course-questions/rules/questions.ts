import { QUESTION_STATUS, type QuestionStatus } from '#kernel/product/statuses.ts'

export { QUESTION_STATUS, type QuestionStatus }
export const QUESTION_STATUSES = [1, 2] as const
export const QUESTION_STATUS_NAMES: Record<QuestionStatus, string> = { 1: 'Open', 2: 'Closed' }

/** Characters of a message. */
export const MESSAGE_MAX = 5000
/** Files of a message. */
export const FILES_MAX = 5
/** Messages that one answer carries; older ones come by their cursor. */
export const MESSAGES_SHOWN = 30

const EXCERPT = 160

/**
 * The status after a new message: the learner's own reopens a closed question, everyone else's keeps the status
 * (REV-019).
 */
export const statusAfterMessage = (status: QuestionStatus, isAuthor: boolean): QuestionStatus =>
  isAuthor ? QUESTION_STATUS.opened : status

/** The beginning of a message in one line, cut between words where it can be. */
export const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT) return line
  const cut = [...line].slice(0, EXCERPT - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > EXCERPT / 2 ? cut.slice(0, space) : cut}…`
}
