/** How many days before the due date a learner is notified (RTM-015). */
export const NOTICE_DAYS = [7, 1] as const

type NoticeState = { due_at: Date; told_for: Date | null; told_days: number | null; days_left: number }

/**
 * The notice to give now: 1 on the day before and on the day itself, 7 in the week before, null when there is none or it
 * was given. Another due date begins over; a date that is over gives none (RTM-015).
 */
export const dueNotice = ({ due_at, told_for, told_days, days_left }: NoticeState): number | null => {
  if (days_left < 0) return null
  const notice = [...NOTICE_DAYS].reverse().find((days) => days_left <= days)
  if (notice === undefined) return null
  const isTold = told_for?.getTime() === due_at.getTime() && told_days !== null && told_days <= notice
  return isTold ? null : notice
}
