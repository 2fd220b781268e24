import { US_STATES } from '#kernel/product/us-states.ts'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextField } from '#ui/app/form/fields.tsx'
import type { Shipment } from '../words.ts'

export const NO_ADDRESS = { address: '', address_2: '', city: '', state: '', zip_code: '' }
export type AddressForm = typeof NO_ADDRESS

/** The address of a form as the call takes it. */
export const addressOf = ({ address_2: more, ...address }: AddressForm) => ({ ...address, address_2: more || null })

/** The address of a shipment as a form holds it. */
export const formOf = (address: Shipment['address']): AddressForm =>
  address
    ? {
        address: address.address,
        address_2: address.address_2 ?? '',
        city: address.city,
        state: address.state,
        zip_code: address.zip_code,
      }
    : NO_ADDRESS

/** Where a parcel goes: an address of the USA (SHP-011, SHP-016). */
export function AddressFields() {
  return (
    <>
      <Wide>
        <TextField name="address.address" label="Address" required maxLength={200} />
      </Wide>
      <Wide>
        <TextField name="address.address_2" label="Apartment, suite or unit" maxLength={200} />
      </Wide>
      <TextField name="address.city" label="City" required maxLength={100} />
      <SelectField
        name="address.state"
        label="State"
        withAsterisk
        searchable
        data={US_STATES.map(({ value, label }) => ({ value, label }))}
      />
      <TextField name="address.zip_code" label="ZIP code" required maxLength={10} inputMode="numeric" />
    </>
  )
}
