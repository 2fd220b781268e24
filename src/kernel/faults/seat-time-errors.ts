/** The errors of rules about the time in a course. */
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
} as const
