import { useSearch } from '@tanstack/react-router'

/** Whose content a partner screen is about: nobody's name means the own company (ROL-061). */
export const ownerOf = (search: unknown): { user_id?: number } => {
  const userId = Number((search as { user_id?: unknown }).user_id)
  return Number.isInteger(userId) && userId > 0 ? { user_id: userId } : {}
}

/** The same for a screen, with addresses that keep it. */
export const useOwner = () => {
  const query = ownerOf(useSearch({ strict: false }))
  const at = (path: string) => (query.user_id === undefined ? path : `${path}?user_id=${query.user_id}`)
  return { query, at }
}
