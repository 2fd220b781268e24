import { forgetLeasesOfOthers } from './kept-leases.ts'

/** Pages and files with what somebody may see, which this browser opens without a network: a cache for each person, area and release. */
const PAGES = 'kept-pages '
const FILES = 'kept-files '

/** What the names of all caches with pages of an area of the product begin with; a release follows. */
export const keptPagesOf = (userId: number, area: string): string => `${PAGES}${userId} ${area} `
/** The name of the cache with what a person keeps of courses; it outlives releases. */
export const keptFilesOf = (userId: number): string => `${FILES}${userId} `

/** Deletes what was kept for somebody else than who is signed in now. */
export const forgetPagesOfOthers = async (userId: number | null): Promise<void> => {
  // Missing where the page is not served safely; nothing is kept there.
  if (userId !== null) forgetLeasesOfOthers(userId)
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) {
    const prefix = [PAGES, FILES].find((each) => name.startsWith(each))
    if (prefix && (userId === null || !name.startsWith(`${prefix}${userId} `))) await caches.delete(name)
  }
}
