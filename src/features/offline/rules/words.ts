/** ERR-212: the device has no room; what was kept before stays. */
export const DEVICE_FULL =
  'There is not enough free space on this device. What was kept before is still there. Remove something, or keep fewer items.'
/** ERR-211: said by the worker as well (`server/worker.js`). */
export const NOT_ON_DEVICE = 'This item is not on this device. Connect to open it.'
export const CUT = 'The connection was lost. Fetching continues when you are back online.'
export const NOT_KEPT_HERE = 'This browser keeps nothing on the device. Use another browser, or leave private browsing.'

/** Why an item works only with a connection, in words (OFF-003). */
export const REASON_WORDS: Readonly<Record<string, string>> = {
  exam: 'Exams and knowledge checks need a connection',
  assignment: 'Assignments need a connection',
  interactive: 'Interactive modules need a connection',
  hosted_video: 'Plays from YouTube or Vimeo, which needs a connection',
  no_content: 'Its content is missing',
}
export const COUNTS_TIME =
  'This course cannot be kept on a device: it counts the time you spend in it, and time only counts with a connection.'
