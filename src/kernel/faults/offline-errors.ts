/** What stands in the way of a course that is to be kept on a device. */
export const OFFLINE_ERRORS = {
  course_counts_time: {
    id: 'ERR-210',
    status: 422,
    text: 'This course counts the time you spend in it, and time only counts with a connection. Nothing was kept on this device.',
  },
} as const
