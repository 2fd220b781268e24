/** The errors of rules about how a course is taken. */
export const SEAT_TIME_ERRORS = {
  seat_time_missing: {
    id: 'ERR-178',
    status: 422,
    text: 'You need {time} more in this {what} before you can finish it. Time counts while the page is open and in use.',
  },
  day_limit_reached: {
    id: 'ERR-179',
    status: 422,
    text: 'You reached the limit of {limit} a day. Your work is saved. Continue on {day}.',
  },
  hands_on_missing: {
    id: 'ERR-204',
    status: 422,
    text: 'An instructor still has to sign off in this course: {tasks}. Your work is saved. Ask your instructor for a hands-on session.',
  },
} as const
