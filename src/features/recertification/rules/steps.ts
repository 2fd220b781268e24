/** How many days before the last day people are reminded, the earliest first (CMP-031). */
export const REMINDER_DAYS = [90, 60, 30, 7] as const

/** The reminders of an end in the order of their days; `ended` comes after it. */
export const REMINDERS = ['days_90', 'days_60', 'days_30', 'days_7', 'ended'] as const
export type Reminder = (typeof REMINDERS)[number]

/** Enrollments that were made for an end, and reasons why none was. */
export const SEATS = ['seat_1', 'seat_2', 'seat_3'] as const
export type SeatStep = (typeof SEATS)[number]
export const REFUSALS = ['no_credits', 'blocked', 'out_of_tries'] as const
export type Refusal = (typeof REFUSALS)[number]

/** Every step that a chain can take, each once for each end. */
export type Step = Reminder | SeatStep | Refusal

export const isSeat = (step: Step): step is SeatStep => (SEATS as readonly Step[]).includes(step)

const nearest = (daysLeft: number): Reminder | null => {
  if (daysLeft < 0) return 'ended'
  const days = REMINDER_DAYS.findLast((each) => daysLeft <= each)
  return days === undefined ? null : `days_${days}`
}

/**
 * The reminder to give for an end that is `days_left` days away, below zero once it is over. After days without a run that
 * is the nearest one alone; where this one or a later one was given, it is null (CMP-031).
 */
export const reminderDue = ({
  days_left: daysLeft,
  taken,
}: {
  days_left: number
  taken: ReadonlySet<Step>
}): Reminder | null => {
  const due = nearest(daysLeft)
  if (due === null) return null
  return REMINDERS.slice(REMINDERS.indexOf(due)).some((each) => taken.has(each)) ? null : due
}
