import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext } from 'react'
import type { FormValues } from './use-record-form.ts'

export type FormWiring = { form: UseFormReturnType<FormValues>; isReadOnly: boolean }

export const FormContext = createContext<FormWiring | null>(null)

/** The form around a field. */
export const useFormWiring = (): FormWiring => {
  const wiring = useContext(FormContext)
  if (!wiring) throw new Error('A field stands outside of a form')
  return wiring
}

/**
 * Ties a control to the field of that name: value, change, error, and the mark by which the form finds it. For
 * controls of one's own put `data-path` on the element that can take the focus.
 */
export const useField = <Value>(name: string) => {
  const { form, isReadOnly } = useFormWiring()
  const { value, onChange, onBlur, onFocus, error } = form.getInputProps(name)
  return {
    value: value as Value,
    onChange: onChange as (value: Value) => void,
    onBlur,
    onFocus,
    error,
    isReadOnly,
    'data-path': name,
  }
}
