import type { SessionEnding } from '#kernel/access/session-ending.ts'
import { toast } from '#ui/public/dialogs/toast.ts'

const REMOVED =
  'The courses on this device were removed. What you did in them without a connection stays here and is sent if you get access again.'

/**
 * Deletes what this device keeps of courses once access to the portal has ended (OFF-029), and says so where there was anything;
 * what was done and not sent stays. It names the caches itself, since the sign-in page has no room for what else handles them.
 */
export const removeCourses = async (ended: SessionEnding): Promise<void> => {
  if (ended !== 'access-ended' || typeof caches === 'undefined') return
  const names = (await caches.keys()).filter((name) => /^kept-(pages|files) /.test(name))
  for (const name of names) await caches.delete(name)
  if (names.some((name) => name.startsWith('kept-files '))) toast.warning(REMOVED)
}
