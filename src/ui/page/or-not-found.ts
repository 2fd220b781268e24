import { notFound, redirect } from '@tanstack/react-router'

/** What a loader throws where the record of its page is not there. */
export const missing = (hasOwnWords = false) =>
  hasOwnWords || typeof window === 'undefined' ? notFound() : redirect({ href: '/not-found', replace: true })

// What no record can be called (a zero byte, a thousand letters) is refused as invalid: there is no such page either.
const isMissing = (error: unknown): boolean => [404, 422].includes((error as { status: number }).status)

/** What a loader reads, or null where it is not there. */
export const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (!isMissing(error)) throw error
    return null
  }
}

/**
 * What a page's loader reads; a record that is not there makes the page one that could not be found (ROU-006). Asked for
 * by its address such a page answers 404 itself; on the way from another page it is `/not-found` (ERR-008), unless the page
 * has words of its own for what is missing.
 */
export const orNotFound = async <T>(answer: Promise<T>, hasOwnWords = false): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!isMissing(error)) throw error
    throw missing(hasOwnWords)
  }
}
