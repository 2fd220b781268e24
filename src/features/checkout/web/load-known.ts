import { showMe } from '#features/sessions/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { TextName } from '../rules/form.ts'

/** What the form begins with: the addresses of the signed-in buyer's profile. */
export type KnownBuyer = Partial<Record<TextName, string>>

/** What the profile of the signed-in buyer knows; one that cannot be read leaves the form empty. */
export const loadBuyer = async (api: Api): Promise<KnownBuyer> => {
  const me = await api.call(showMe).then(
    ({ data }) => data,
    () => null,
  )
  if (!me) return {}
  const known: Partial<Record<TextName, string | null>> = {
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
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value))
}
