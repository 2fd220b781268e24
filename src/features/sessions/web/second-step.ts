const SECOND_STEP = '/login/second-step'

/** Whether a sign-in was right and waits for the second factor (AUT-057). */
export const needsSecondStep = ({ code }: { code: string }): boolean => code === 'second_step_required'

/** Goes on with the second step, and comes back to this page afterwards if `isKept`. */
export const goToSecondStep = ({ isKept = false } = {}): void => {
  if (isKept) {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const here = encodeURIComponent(location.pathname + location.search)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
    document.cookie = `redirect=${here}; Max-Age=86400; Path=/; SameSite=Lax${secure}`
  }
  location.assign(SECOND_STEP)
}
