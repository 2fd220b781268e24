/** When something is due, by days: "today", "tomorrow", "in 3 days". */
export const inDays = (days: number): string => (days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/**
 * What a reminder about a course begins with: "Due in 3 days", "Overdue", or for somebody without a due date that there is
 * something to finish.
 */
export const reminderTitle = (daysLeft: number | null): string => {
  if (daysLeft === null) return 'Not finished yet'
  return daysLeft < 0 ? 'Overdue' : `Due ${inDays(daysLeft)}`
}

/** The subject of the mail that reminds a learner of a course (BLK-022, RTM-015). */
export const reminderSubject = (course: string, daysLeft: number | null): string => {
  if (daysLeft === null) return `Reminder to finish ${course}`
  return daysLeft < 0 ? `${course} is overdue` : `${course} is due ${inDays(daysLeft)}`
}
