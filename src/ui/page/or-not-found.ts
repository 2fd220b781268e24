import { notFound, redirect } from '@tanstack/react-router'

/** What a loader throws where the record of its page is not there. */
export const missing = (hasOwnWords = false) =>
  hasOwnWords || typeof window === 'undefined' ? notFound() : redirect({ href: '/not-found', replace: true })

// An impossible name of a record (a zero byte, a thousand letters) is refused as invalid; there is no such page either.
const isMissing = (error: unknown): boolean => [404, 422].includes((error as { status: number }).status)

/** The record a loader reads, or null if it does not exist. */
export const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (!isMissing(error)) throw error
    return null
  }
}

/**
 * The record a page's loader reads. If it does not exist, the page could not be found (ROU-006): a request for its
 * address answers 404, and a link from another page opens `/not-found` (ERR-008), unless the page has its own text for
 * that.
 */
export const orNotFound = async <T>(answer: Promise<T>, hasOwnWords = false): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!isMissing(error)) throw error
    throw missing(hasOwnWords)
  }
}
