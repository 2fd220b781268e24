import { createContext, useContext } from 'react'

/**
 * The portal that the screens below act in: one of the list of portals, or null for that of the page. It goes with every
 * call, so that a choice made in another tab does not move what is saved here (PRT-079).
 */
export const PortalScope = createContext<number | null>(null)

/** What goes with a call so that it acts in a portal; every call takes it beside its own query, so contracts do not name it. */
export type PortalCall = { query?: undefined }

export const scopeOf = (id: number | null): PortalCall =>
  id === null ? {} : ({ query: { in_portal_id: id } } as unknown as PortalCall)

/** The same for a call with a query of its own. */
export const queryOf = (scope: PortalCall): object => scope.query ?? {}

/** What goes with every call of a screen of a portal; nothing for the portal of the page. */
export const usePortalScope = () => scopeOf(useContext(PortalScope))
