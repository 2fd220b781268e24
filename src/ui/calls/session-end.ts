/** The mark by which the sign-in page says why the person is there (ERR-040). */
export const SESSION_ENDED = 'session-ended'

/** Takes the mark away that somebody is signed in: the person could not be read in this portal (AUT-027). */
export const forgetSignIn = (): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
  document.cookie = `auth=; Max-Age=0; Path=/; SameSite=Lax${secure}`
}

/**
 * The session ended elsewhere or expired (AUT-023). The auth cookie is removed, the place is kept for the next sign-in,
 * and the sign-in page is loaded afresh so that nothing of the ended session stays in memory.
 */
export const leaveEndedSession = () => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const path = location.pathname + location.search
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
  document.cookie = `auth=; Max-Age=0; Path=/; SameSite=Lax${secure}`
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `redirect=${encodeURIComponent(path)}; Max-Age=86400; Path=/; SameSite=Lax${secure}`
  location.assign(`/login?reason=${SESSION_ENDED}`)
}
