import { Suspense } from 'react'
import { AddressCheck, type AddressCheckState, type AddressText } from '#features/addresses/web/public.ts'
import { US_STATES } from '#kernel/product/us-states.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useField, useFormWiring } from '#ui/app/form/form-context.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

export type AddressOf = 'billing' | 'shipping'
const PARTS = ['address', 'address_2', 'city', 'state', 'zip_code'] as const

/** The address of that kind among the values of the form. */
export const addressAmong = (values: Record<string, unknown>, kind: AddressOf): AddressText => {
  const [address, address_2, city, state, zip_code] = PARTS.map((part) =>
    String(values[`${kind}_${part}`] ?? '').trim(),
  )
  return { address: address ?? '', address_2, city: city ?? '', state: state ?? '', zip_code: zip_code ?? '' }
}

type Props = { title: string; text: string; kind: AddressOf; check: AddressCheckState }

/** An address of the USA as part of a form, with what the maps service says of it (USR-002, SHP-011, SHP-014, SHP-016). */
export function AddressSection({ title, text, kind, check }: Props) {
  const { form } = useFormWiring()
  const isHydrated = useHydrated()
  return (
    <FormSection title={title} text={text}>
      <Wide>
        <TextField name={`${kind}_address`} label="Address" autoComplete={`${kind} address-line1`} maxLength={200} />
      </Wide>
      <Wide>
        <TextField
          name={`${kind}_address_2`}
          label="Apartment, suite or unit"
          autoComplete={`${kind} address-line2`}
          maxLength={200}
        />
      </Wide>
      <TextField name={`${kind}_city`} label="City" autoComplete={`${kind} address-level2`} maxLength={100} />
      <StateField name={`${kind}_state`} />
      <TextField
        name={`${kind}_zip_code`}
        label="ZIP code"
        autoComplete={`${kind} postal-code`}
        inputMode="numeric"
        maxLength={10}
      />
      <Wide>
        {isHydrated && (
          <Suspense>
            <AddressCheck
              check={check}
              address={addressAmong(form.values, kind)}
              name={kind}
              onUse={(suggestion) => {
                for (const part of PARTS) form.setFieldValue(`${kind}_${part}`, suggestion[part] ?? '')
              }}
            />
          </Suspense>
        )}
      </Wide>
    </FormSection>
  )
}

/** One of the states of the USA, or none. */
export function StateField({ name }: { name: string }) {
  const { value } = useField<string>(name)
  return (
    <SelectField
      name={name}
      label="State"
      data={[...US_STATES]}
      searchable
      clearable={Boolean(value)}
      nothingFoundMessage="Nothing found"
    />
  )
}
