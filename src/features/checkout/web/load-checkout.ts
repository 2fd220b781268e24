import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { KnownBuyer } from './load-known.ts'

/**
 * What the checkout knows about the buyer. The first page of a visit has it from the server, and requests nothing for
 * it.
 */
export const loadCheckout = async ({
  api,
  session,
}: {
  api: Api
  session: PageSession
}): Promise<{ known: KnownBuyer }> => {
  if (!session.viewer) return { known: {} }
  const { loadBuyer } = await import('./load-known.ts')
  return { known: await loadBuyer(api) }
}

const cancelledOrderOf = (query: Readonly<Record<string, unknown>>): number | null => {
  const id = Number(query.cancelled_order)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/**
 * The order whose payment page was left, if the buyer comes from there (ORD-008): until they go on to another page, also
 * after the address has forgotten it.
 */
export const useCancelledOrder = (query: Readonly<Record<string, unknown>>): number | null => {
  const { pathname } = useLocation()
  const [arrived, setArrived] = useState(() => ({ id: cancelledOrderOf(query), pathname }))
  if (arrived.pathname !== pathname) setArrived({ id: cancelledOrderOf(query), pathname })
  return arrived.id
}
