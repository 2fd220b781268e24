/** How Chromium, Firefox and Safari word a part of a page that did not arrive; no field says so. */
const PART = /dynamically imported|importing a module/i
/** How Vite words the same of the styles of a part. */
const STYLES = /^Unable to preload CSS/
/** The same for a call that got no answer. */
const CALL = /failed to fetch|networkerror|network error|load failed/i

/** Whether a part of a page, a script or its styles, did not arrive (UIX-050). */
export const isMissingPart = (error: unknown): boolean =>
  (error instanceof TypeError && PART.test(error.message)) || (error instanceof Error && STYLES.test(error.message))

/** Whether a call or a part of a page got no answer, although the browser may believe that it is online (UIX-049). */
export const isUnreached = (error: unknown): boolean =>
  isMissingPart(error) || (error instanceof TypeError && CALL.test(error.message))
