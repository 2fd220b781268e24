export const CHECK_STATES = ['not_validated', 'success', 'warning', 'failed'] as const
/** What is known of an address (SHP-012). */
export type CheckState = (typeof CHECK_STATES)[number]

export type AddressText = {
  address: string
  address_2?: string | null | undefined
  city: string
  state: string
  zip_code: string
}
export type Suggestion = { address: string; address_2: string | null; city: string; state: string; zip_code: string }

type AddressVerdict = {
  granularity: string
  is_complete: boolean
  has_unconfirmed: boolean
  lines: readonly string[]
  city: string
  state: string
  zip_code: string
}

/** How precisely the service has to know an address: the building, or its immediate neighbor. */
const CLOSE_ENOUGH = new Set(['SUB_PREMISE', 'PREMISE', 'PREMISE_PROXIMITY'])

/** Only letters and digits, since nobody wants to confirm a comma or a capital letter. */
const plain = (...texts: (string | null | undefined)[]) =>
  texts
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const isSameZip = (typed: string, confirmed: string) =>
  typed === confirmed || (!typed.includes('-') && typed === confirmed.slice(0, 5))

/**
 * Success if the service found the address as typed, warning with its spelling if that differs, failed if it found none
 * (SHP-014).
 */
export const judge = (
  typed: AddressText,
  verdict: AddressVerdict,
): { state: Exclude<CheckState, 'not_validated'>; suggestion: Suggestion | null } => {
  const [first, ...others] = verdict.lines
  if (!first || !CLOSE_ENOUGH.has(verdict.granularity) || !verdict.is_complete || verdict.has_unconfirmed)
    return { state: 'failed', suggestion: null }
  const isSame =
    plain(typed.address, typed.address_2) === plain(...verdict.lines) &&
    plain(typed.city) === plain(verdict.city) &&
    typed.state === verdict.state &&
    isSameZip(typed.zip_code.trim(), verdict.zip_code)
  if (isSame) return { state: 'success', suggestion: null }
  const { city, state, zip_code } = verdict
  return {
    state: 'warning',
    suggestion: { address: first, address_2: others.join(', ') || null, city, state, zip_code },
  }
}

/** One text of the fields, by which a result is known to belong to them. */
export const keyOf = ({ address, address_2, city, state, zip_code }: AddressText): string =>
  JSON.stringify([address, address_2 ?? '', city, state, zip_code].map((text) => text.trim()))

export type Checked = {
  key: string
  state: Exclude<CheckState, 'not_validated'>
  suggestion: Suggestion | null
  /** The person uses the address as typed, whatever the service says (SHP-015). */
  is_confirmed: boolean
}

/** The check of the address that is in the fields now; none after a change of any of them (SHP-014). */
export const stateOf = (checked: Checked | null, now: AddressText): CheckState =>
  checked && checked.key === keyOf(now) ? checked.state : 'not_validated'

/** Whether the person has to confirm the address before it is used (SHP-015). */
export const needsConfirmation = (checked: Checked | null, now: AddressText): boolean => {
  const state = stateOf(checked, now)
  return (state === 'warning' || state === 'failed') && !checked?.is_confirmed
}

/** Whether there is enough of an address to ask the service for it. */
export const isComplete = ({ address, city, state, zip_code }: AddressText): boolean =>
  [address, city, state].every((text) => text.trim() !== '') && /^\d{5}(-\d{4})?$/.test(zip_code.trim())
