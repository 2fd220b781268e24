import type { ReactNode } from 'react'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import type { CheckoutForm } from '../use-checkout-form.ts'
import type { Problem } from '../use-place-order.ts'
import { AddressFields } from './address-fields.tsx'
import styles from './checkout-form.module.css'

/** Where the bill goes (CRT-023). */
export function BillingSection({ form }: { form: CheckoutForm }) {
  return (
    <Part id="checkout-billing" title="Billing address">
      <AddressFields form={form} kind="billing_address" />
    </Part>
  )
}

/**
 * For a bill that needs only the ZIP code, with the rest of the address for people who want it on the invoice
 * (CRT-023). An order of 0 has no invoice and asks only for the ZIP code.
 */
export function ShortBillingSection({
  form,
  isFree,
  isWhole,
  onWhole,
}: {
  form: CheckoutForm
  isFree: boolean
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}) {
  const { errors, text } = form
  return (
    <Part id="checkout-billing" title={isWhole ? 'Billing address' : 'Billing'}>
      {isWhole ? (
        <AddressFields form={form} kind="billing_address" />
      ) : (
        <div className={styles.grid}>
          <Field label="ZIP code" error={errors['billing_address.zip_code']} isRequired>
            <Input
              {...text('billing_address.zip_code')}
              autoComplete="billing postal-code"
              inputMode="numeric"
              maxLength={10}
            />
          </Field>
        </div>
      )}
      {!isFree && (
        <Checkbox
          label="Put my address on the invoice"
          checked={isWhole}
          onChange={(event) => onWhole(event.target.checked)}
        />
      )}
    </Part>
  )
}

/** What is accepted before the order is made (CRT-025, LEG-021). */
export function ConsentSection({ form, title, terms }: { form: CheckoutForm; title: string; terms: string }) {
  return (
    <Part id="checkout-consent" title={title}>
      <Checkbox
        name="has_accepted_terms"
        checked={form.values.has_accepted_terms}
        onChange={(event) => form.change('has_accepted_terms', event.target.checked)}
        error={form.errors.has_accepted_terms}
        isRequired
        label={
          <>
            I accept the{' '}
            <Anchor href="/terms" isNewTab>
              {terms}
            </Anchor>
          </>
        }
      />
      <Checkbox
        name="is_of_age"
        checked={form.values.is_of_age}
        onChange={(event) => form.change('is_of_age', event.target.checked)}
        error={form.errors.is_of_age}
        isRequired
        label="I am 18 or older, or have parental consent"
      />
    </Part>
  )
}

/** What blocks the order, above the button; it is read aloud when it appears. */
export function CheckoutProblems({
  changed,
  problem,
  children,
}: {
  /** The totals in words, when the price has changed since it was shown. */
  changed: { from: string; to: string } | null
  problem: Problem | null
  children?: ReactNode
}) {
  return (
    <div role="alert">
      {changed && (
        <Alert tone="warning" title="The price has changed">
          The total is now {changed.to}; it was {changed.from}. Nothing was ordered yet. Press the button again if this
          is fine for you.
        </Alert>
      )}
      {problem && (
        <Alert tone="danger" title={problem.title}>
          {problem.text}
        </Alert>
      )}
      {children}
    </div>
  )
}
