import { forgetPagesOfOthers } from '#ui/kept/kept-pages.ts'

/**
 * Deletes what this device keeps of courses once access to the portal has ended (OFF-029); answers what to say about it, nothing
 * where there was none. What was done and not sent stays.
 */
export const removeCourses = async (): Promise<string> =>
  (await forgetPagesOfOthers(null))
    ? ' The courses on this device were removed. What you did in them without a connection stays here and is sent if you get access again.'
    : ''
