/** Pages with what somebody may see, which this browser opens without a network: a cache for each person and release. */
const PREFIX = 'kept-pages '

export const keptPagesOf = (userId: number): string => `${PREFIX}${userId} `

/** Deletes pages that were kept for somebody else than who is signed in now. */
export const forgetPagesOfOthers = async (userId: number | null): Promise<void> => {
  // Missing where the page is not served safely; nothing is kept there.
  if (typeof caches === 'undefined') return
  const own = userId === null ? null : keptPagesOf(userId)
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && (own === null || !name.startsWith(own))) await caches.delete(name)
}
