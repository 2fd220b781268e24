import { lazy } from 'react'

export type { AddressText, Suggestion } from '../rules/check.ts'
export { AddressLines } from './components/address-lines.tsx'
export { type AddressCheckState, useAddressCheck } from './use-address-check.ts'

/** The maps service's opinion of an address; it loads after the form around it. */
export const AddressCheck = lazy(() =>
  import('./components/address-check.tsx').then((file) => ({ default: file.AddressCheck })),
)
