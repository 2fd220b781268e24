import { US_STATES } from '#kernel/us-states.ts'
import { FormSection, Wide } from '#ui/app/detail-form.tsx'
import { SelectField, TextField } from '#ui/app/fields.tsx'
import { useField } from '#ui/app/form-context.ts'

type Props = { title: string; text: string; kind: 'billing' | 'shipping' }

/** An address of the USA as part of a form (USR-002, SHP-011, SHP-016). */
export function AddressSection({ title, text, kind }: Props) {
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
