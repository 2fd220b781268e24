import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { showMe } from '#features/sessions/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import type { TextName } from '../rules/form.ts'

/** What the form begins with: the addresses of the signed-in buyer's profile. */
export type Known = Partial<Record<TextName, string>>

/** What the checkout knows of the buyer; a profile that cannot be read leaves the form empty. */
export const loadCheckout = async ({ api, session }: { api: Api; session: PageSession }): Promise<{ known: Known }> => {
  if (!session.viewer) return { known: {} }
  const me = await api.call(showMe).then(
    ({ data }) => data,
    () => null,
  )
  if (!me) return { known: {} }
  const given: Partial<Record<TextName, string | null>> = {
    'billing_address.address': me.billing_address,
    'billing_address.address_2': me.billing_address_2,
    'billing_address.city': me.billing_city,
    'billing_address.state': me.billing_state,
    'billing_address.zip_code': me.billing_zip_code,
    'shipping_address.address': me.shipping_address,
    'shipping_address.address_2': me.shipping_address_2,
    'shipping_address.city': me.shipping_city,
    'shipping_address.state': me.shipping_state,
    'shipping_address.zip_code': me.shipping_zip_code,
  }
  return { known: Object.fromEntries(Object.entries(given).filter(([, value]) => value)) }
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
