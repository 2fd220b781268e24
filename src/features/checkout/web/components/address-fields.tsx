import { Suspense } from 'react'
import { AddressCheck } from '#features/addresses/web/public.ts'
import { US_STATES } from '#kernel/product/us-states.ts'
import { Field, Input, Select } from '#ui/public/parts/field.tsx'
import { ADDRESS_FIELDS, type AddressKind, addressIn } from '../../rules/form.ts'
import type { CheckoutForm } from '../use-checkout-form.ts'
import styles from './checkout-form.module.css'

/** An address of the USA, with what the maps service says of it (SHP-011, SHP-014, SHP-016). */
export function AddressFields({ form, kind }: { form: CheckoutForm; kind: AddressKind }) {
  const { errors, text } = form
  const use = kind === 'billing_address' ? 'billing' : 'shipping'
  return (
    <div className={styles.grid}>
      <Field className={styles.wide} label="Address" error={errors[`${kind}.address`]} isRequired>
        <Input {...text(`${kind}.address`)} autoComplete={`${use} address-line1`} maxLength={200} />
      </Field>
      <Field
        className={styles.wide}
        label="Apartment, suite or unit"
        hint="If there is one"
        error={errors[`${kind}.address_2`]}
      >
        <Input {...text(`${kind}.address_2`)} autoComplete={`${use} address-line2`} maxLength={200} />
      </Field>
      <Field label="City" error={errors[`${kind}.city`]} isRequired>
        <Input {...text(`${kind}.city`)} autoComplete={`${use} address-level2`} maxLength={100} />
      </Field>
      <Field label="State" error={errors[`${kind}.state`]} isRequired>
        <Select
          {...text(`${kind}.state`)}
          options={US_STATES}
          placeholder="Choose a state"
          autoComplete={`${use} address-level1`}
        />
      </Field>
      <Field label="ZIP code" error={errors[`${kind}.zip_code`]} isRequired>
        <Input {...text(`${kind}.zip_code`)} autoComplete={`${use} postal-code`} inputMode="numeric" maxLength={10} />
      </Field>
      <Field label="Country">
        <Input value="United States" readOnly tabIndex={-1} className={styles.fixed} />
      </Field>
      <div className={styles.wide}>
        <Suspense fallback={<div className={styles.later} />}>
          <AddressCheck
            check={form.checks[kind]}
            address={addressIn(form.values, kind)}
            name={use}
            onUse={(suggestion) =>
              form.fill(
                Object.fromEntries(ADDRESS_FIELDS.map((field) => [`${kind}.${field}`, suggestion[field] ?? ''])),
              )
            }
          />
        </Suspense>
      </div>
    </div>
  )
}
