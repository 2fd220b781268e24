import { errorText } from '#kernel/errors.ts'

export const DEVICE_FULL = errorText('device_full')
export const CUT = 'The connection was lost. Fetching continues when you are back online.'
/** Of a course that is no longer on this device, so that nothing here knows the item. */
export const STEP_REFUSED =
  'Something you finished without a connection could not be recorded. Open the course to see what is left to do.'
export const NOT_KEPT_HERE = 'This browser keeps nothing on the device. Use another browser, or leave private browsing.'

/** Why an item works only with a connection, in words (OFF-003). */
export const REASON_WORDS: Readonly<Record<string, string>> = {
  exam: 'Needs a connection',
  exam_proctor: 'Taken with a proctor, which needs a connection',
  exam_taken_along: 'On another device. Open it to take it back',
  exam_open: 'You have started it. Finish it with a connection',
  exam_over: 'Nothing left to take',
  assignment: 'Assignments need a connection',
  interactive: 'Interactive modules need a connection',
  hosted_video: 'Plays from YouTube or Vimeo, which needs a connection',
  no_content: 'Its content is missing',
}
export const COUNTS_TIME =
  'This course cannot be kept on a device: it counts the time you spend in it, and time only counts with a connection.'
