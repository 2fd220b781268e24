import { notFound } from '@tanstack/react-router'

/** What a page's loader reads; a record that is not there makes the page one that could not be found (ROU-006). */
export const found = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) throw notFound()
    throw error
  }
}
