import { useRef, useState } from 'react'
import { useAddressCheck } from '#features/addresses/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import {
  addressIn,
  type CheckoutValues,
  type FieldTexts,
  firstValues,
  readDraft,
  type TextName,
  writeDraft,
} from '../rules/form.ts'
import type { KnownBuyer } from './load-known.ts'

const DRAFT = 'checkout_draft'

const readStored = (viewer: number | null) => {
  try {
    return readDraft(sessionStorage.getItem(DRAFT), viewer)
  } catch {
    return {}
  }
}

const keep = (owner: number | null, values: CheckoutValues) => {
  try {
    sessionStorage.setItem(DRAFT, writeDraft(owner, values))
  } catch {
    // Without storage the form is empty after a return from the payment page.
  }
}

/** The values of the form, which only the browser renders: what was typed in this tab before, else the profile. */
export const useCheckoutForm = (known: KnownBuyer) => {
  const owner = useSession().viewer?.user_id ?? null
  const [values, setValues] = useState<CheckoutValues>(() => firstValues(known, readStored(owner)))
  const [errors, setErrors] = useState<FieldTexts>({})
  const checks = { billing_address: useAddressCheck(), shipping_address: useAddressCheck() }
  const form = useRef<HTMLFormElement>(null)
  const change = <N extends keyof CheckoutValues>(name: N, value: CheckoutValues[N]) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
    keep(owner, next)
  }
  /** Puts several texts at once. */
  const fill = (texts: Partial<Record<TextName, string>>) => {
    const next = { ...values, ...texts }
    setValues(next)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in texts))))
    keep(owner, next)
  }
  /** Shows errors next to their fields and moves the focus to the first of them (VAL-006). */
  const showErrors = (next: FieldTexts) => {
    setErrors(next)
    const names = new Set(Object.keys(next))
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    fields.find(({ name }) => names.has(name))?.focus()
  }
  const text = (name: TextName) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  /** Asks about each address that the maps service corrects or does not find (SHP-015). */
  const mayUseAddresses = async (hasShipping: boolean, isZipEnough = false) => {
    const { billing_address: billing, shipping_address: shipping } = checks
    if (!isZipEnough && !(await billing.mayUse(addressIn(values, 'billing_address')))) return false
    return !hasShipping || shipping.mayUse(addressIn(values, 'shipping_address'))
  }
  return { form, values, errors, change, checks, fill, mayUseAddresses, showErrors, text }
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>
