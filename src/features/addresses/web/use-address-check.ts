import { useState } from 'react'
import type { ApiError } from '#kernel/client.ts'
import { useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { validateAddress } from '../contract.ts'
import { type AddressText, type Checked, keyOf, needsConfirmation, stateOf } from '../rules/check.ts'

/** What is known of one address of a form. A result holds for exactly the text it was made of (SHP-014). */
export const useAddressCheck = () => {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const call = useCall(validateAddress, { onError: setProblem })
  const accept = (address: AddressText) =>
    setChecked({ key: keyOf(address), state: 'success', suggestion: null, is_confirmed: false })
  return {
    isChecking: call.isPending,
    /** The service failed: what was known before stays (SHP-017). */
    problem,
    stateOf: (address: AddressText) => stateOf(checked, address),
    suggestionFor: (address: AddressText) => (stateOf(checked, address) === 'warning' ? checked?.suggestion : null),
    isConfirmed: (address: AddressText) =>
      stateOf(checked, address) !== 'not_validated' && checked?.is_confirmed === true,
    check: async (address: AddressText) => {
      setProblem(null)
      const { address_2: second, state, ...lines } = address
      const body = { ...lines, state: state as never, ...(second && { address_2: second }) }
      const answer = await call.mutateAsync({ body }).catch(() => null)
      if (answer) setChecked({ key: keyOf(address), ...answer.data, is_confirmed: false })
    },
    /** The fields now contain the corrected address, which the service knows. */
    accept,
    /** The person uses the address as typed (SHP-015). */
    keep: () => setChecked((now) => now && { ...now, is_confirmed: true }),
    /** True when the address may be used; asks first where the service corrects it or does not find it (SHP-015). */
    mayUse: async (address: AddressText): Promise<boolean> => {
      if (!needsConfirmation(checked, address)) return true
      const isKept = await confirm({
        title: 'Use this address as it is?',
        text:
          checked?.state === 'warning'
            ? 'The maps service has a different spelling. You can still use what you typed.'
            : 'The maps service did not find it. You can still use what you typed.',
        yes: 'Use this address',
        no: 'Change it',
      })
      if (isKept) setChecked((now) => now && { ...now, is_confirmed: true })
      return isKept
    },
  }
}

export type AddressCheckState = ReturnType<typeof useAddressCheck>
