import { lazy } from 'react'

export type { AddressText, Suggestion } from '../rules/check.ts'
export { AddressLines } from './components/address-lines.tsx'
export { type AddressCheckState, useAddressCheck } from './use-address-check.ts'

/** What the maps service says of an address; it comes after the form that it stands in. */
export const AddressCheck = lazy(() =>
  import('./components/address-check.tsx').then((file) => ({ default: file.AddressCheck })),
)
