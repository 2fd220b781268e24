import type { ReactNode } from 'react'
import { FormContext, useFormWiring } from './form-context.ts'

/** Fields of a form that this person can read, and change only elsewhere. */
export function ReadOnly({ when, children }: { when: boolean; children: ReactNode }) {
  const wiring = useFormWiring()
  return <FormContext value={when ? { ...wiring, isReadOnly: true } : wiring}>{children}</FormContext>
}
