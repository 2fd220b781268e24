/** How Chromium, Firefox and Safari word a call that got no answer, or a part of a page that did not arrive; no field tells it. */
const WORDS = /failed to fetch|networkerror|network error|load failed|error loading|importing a module/i

/** Whether a call got no answer, although the browser may believe that it is online (UIX-049). */
export const isUnreached = (error: unknown): boolean => error instanceof TypeError && WORDS.test(error.message)
