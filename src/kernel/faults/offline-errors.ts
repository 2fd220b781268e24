/** What stands in the way of a course that is to be kept on a device. */
export const OFFLINE_ERRORS = {
  course_counts_time: {
    id: 'ERR-210',
    status: 422,
    text: 'This course counts the time you spend in it, and time only counts with a connection. Nothing was kept on this device.',
  },
  /** Answered on the device, by its worker. */
  not_on_device: {
    id: 'ERR-211',
    status: 404,
    text: 'This item is not on this device. Connect to open it.',
  },
  /** Shown by the page; no answer carries it. */
  device_full: {
    id: 'ERR-212',
    status: 507,
    text: 'There is not enough free space on this device. What was kept before is still there. Remove something, or keep fewer items.',
  },
} as const
