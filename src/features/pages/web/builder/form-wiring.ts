import type { FormWiring } from '#ui/app/form/form-context.ts'
import { valueAt } from '../../rules/operations.ts'

type Wiring = {
  values: object
  errors: Record<string, unknown>
  isReadOnly: boolean
  onChange: (path: string, value: unknown) => void
}

/** What a control reports: an event of an input, or the value itself. */
const reportedValue = (reported: unknown): unknown => {
  const element = (reported as { currentTarget?: unknown } | null)?.currentTarget
  if (element instanceof HTMLInputElement) return element.type === 'checkbox' ? element.checked : element.value
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value
  return reported
}

const nothing = () => {}

/**
 * Ties the product's fields to values that are never changed in place. The form's own wiring copies all values with each
 * letter, which would draw every block of a page again.
 */
export const wiringOf = ({ values, errors, isReadOnly, onChange }: Wiring): FormWiring => {
  const getInputProps = (path: string, { type }: { type?: string } = {}) => {
    const value = valueAt(values, path)
    return {
      onChange: (reported: unknown) => onChange(path, reportedValue(reported)),
      onBlur: nothing,
      onFocus: nothing,
      error: errors[path],
      ...(type === 'checkbox' ? { checked: Boolean(value) } : { value: value ?? '' }),
    }
  }
  return { form: { getInputProps } as unknown as FormWiring['form'], isReadOnly }
}
