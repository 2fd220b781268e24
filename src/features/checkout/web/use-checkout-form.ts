import { useRef, useState } from 'react'
import { type CheckoutValues, EMPTY_VALUES, type FieldTexts, readDraft, type TextName } from '../rules/form.ts'
import type { Known } from './load-checkout.ts'

const DRAFT = 'checkout_draft'

const readKept = () => {
  try {
    return readDraft(sessionStorage.getItem(DRAFT))
  } catch {
    return {}
  }
}

const keep = (values: CheckoutValues) => {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '')
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // Without storage the form is empty after the way back from the payment page.
  }
}

/** The values of the form, which the browser alone shows: what was typed in this tab before, else what the profile knows. */
export const useCheckoutForm = (known: Known) => {
  const [values, setValues] = useState<CheckoutValues>(() => ({ ...EMPTY_VALUES, ...known, ...readKept() }))
  const [errors, setErrors] = useState<FieldTexts>({})
  const form = useRef<HTMLFormElement>(null)
  const change = <N extends keyof CheckoutValues>(name: N, value: CheckoutValues[N]) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
    keep(next)
  }
  /** Shows errors beside their fields and moves the focus to the first of them (VAL-006). */
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
  return { form, values, errors, change, showErrors, text }
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>
