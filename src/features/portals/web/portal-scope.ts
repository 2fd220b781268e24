import { createContext, useContext } from 'react'

/**
 * The portal that the screens below act in: one of the list of portals, or null for that of the page. It goes with every
 * call, so that a choice made in another tab does not move what is saved here (PRT-079).
 */
export const PortalScope = createContext<number | null>(null)

export const scopeOf = (id: number | null): { query: { in_portal_id?: number } } => ({
  query: id === null ? {} : { in_portal_id: id },
})

/** What goes with every call of a screen of a portal; nothing for the portal of the page. */
export const usePortalScope = () => scopeOf(useContext(PortalScope))
