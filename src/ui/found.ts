import { notFound, redirect } from '@tanstack/react-router'

/**
 * What a page's loader reads; a record that is not there makes the page one that could not be found (ROU-006). Asked for
 * by its address such a page answers 404 itself; on the way from another page it is `/not-found` (ERR-008), unless the page
 * has words of its own for what is missing.
 */
export const found = async <T>(answer: Promise<T>, hasOwnWords = false): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: unknown }).status !== 404) throw error
    if (hasOwnWords || typeof window === 'undefined') throw notFound()
    throw redirect({ href: '/not-found', replace: true })
  }
}
