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
  exam_not_offline: {
    id: 'ERR-221',
    status: 422,
    text: 'This exam needs a connection. It cannot be taken along on a device.',
  },
  exam_taken_along: {
    id: 'ERR-222',
    status: 409,
    text: 'You took this exam along on a device. Take it there, or take it back first and start it here.',
  },
  exam_open: {
    id: 'ERR-223',
    status: 422,
    text: 'You have started this exam. Finish it before you take it along on a device.',
  },
} as const
