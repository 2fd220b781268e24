const REMOVED =
  ' The courses on this device were removed. What you did in them without a connection stays here and is sent if you get access again.'

/**
 * Deletes what this device keeps of courses once access to the portal has ended (OFF-029), and says so where there was anything.
 * What was done and not sent stays. It names the caches itself, since the sign-in page has no room for what else handles them.
 */
export const removeCourses = async (say: (text: string) => void): Promise<void> => {
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) {
    if (!/^kept-(pages|files) /.test(name)) continue
    await caches.delete(name)
    if (name.startsWith('kept-files ')) say(REMOVED)
  }
}
