import { IconAlertTriangle, IconCheck, IconHelpCircle, IconX } from '#ui/icons.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { type AddressText, isComplete, type Suggestion } from '../../rules/check.ts'
import type { AddressCheckState } from '../use-address-check.ts'
import styles from './address-check.module.css'

/** Each state with its color and icon (SHP-012, SHP-013). */
const MARKS = {
  not_validated: { tone: 'neutral', icon: IconHelpCircle, text: 'Not checked' },
  success: { tone: 'success', icon: IconCheck, text: 'Address found' },
  warning: { tone: 'warning', icon: IconAlertTriangle, text: 'Found in other words' },
  failed: { tone: 'danger', icon: IconX, text: 'Not found' },
} as const

export type AddressCheckProps = {
  check: AddressCheckState
  /** The address in the fields. */
  address: AddressText
  /** What is checked, for those who do not see where the button stands: "billing". */
  name: string
  /** Puts the corrected address into the fields. */
  onUse: (suggestion: Suggestion) => void
}

/** Below the fields of an address: what the maps service says of it, and its suggestion to take or to decline. */
export function AddressCheck({ check, address, name, onUse }: AddressCheckProps) {
  const state = check.stateOf(address)
  const mark = MARKS[state]
  const suggestion = check.suggestionFor(address)
  const isConfirmed = check.isConfirmed(address)
  const use = () => {
    if (!suggestion) return
    onUse(suggestion)
    check.accept(suggestion)
  }
  return (
    <div className={styles.check}>
      <div className={styles.line}>
        <Button
          variant="outline"
          size="sm"
          type="button"
          isLoading={check.isChecking}
          disabled={!isComplete(address)}
          aria-label={`Check address, ${name}`}
          onClick={() => void check.check(address)}
        >
          Check address
        </Button>
        <span role="status" data-check={state}>
          <Badge tone={mark.tone} icon={mark.icon}>
            {mark.text}
            {isConfirmed && ', used as typed'}
          </Badge>
        </span>
      </div>
      {check.problem && (
        <Alert tone="danger" isLive>
          {textOfError(check.problem)}
        </Alert>
      )}
      {suggestion && !isConfirmed && (
        <Alert
          tone="warning"
          isLive
          title="The maps service suggests"
          action={
            <div className={styles.choice}>
              <Button size="sm" type="button" onClick={use}>
                Use this one
              </Button>
              <Button size="sm" variant="outline" type="button" onClick={check.keep}>
                Keep what I typed
              </Button>
            </div>
          }
        >
          <address className={styles.address}>
            {[suggestion.address, suggestion.address_2].filter(Boolean).join(', ')}
            <br />
            {suggestion.city}, {suggestion.state} {suggestion.zip_code}
          </address>
        </Alert>
      )}
      {state === 'failed' && !isConfirmed && (
        <Alert
          tone="danger"
          isLive
          title="The maps service did not find this address"
          action={
            <Button size="sm" variant="outline" type="button" onClick={check.keep}>
              Use it anyway
            </Button>
          }
        >
          Please check the house number and the ZIP code.
        </Alert>
      )}
    </div>
  )
}
