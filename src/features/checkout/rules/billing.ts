type Order = {
  /** The type of the order, or of what is checked out. */
  kind: string
  /** Sales tax is computed by the address. */
  is_taxed: boolean
  /** Something is sent to the buyer. */
  is_sent: boolean
}

/** The types for a seat in a course or bundle, whose bill needs only a ZIP code. */
const SEATS = ['course', 'bundle', 'learner-reenroll']

/**
 * Whether the bill needs a whole address: yes for a plan, for shipped products and for taxed purchases; a seat needs
 * only the ZIP code (CRT-023).
 */
export const needsBillingAddress = ({ kind, is_taxed, is_sent }: Order): boolean =>
  is_taxed || is_sent || !SEATS.includes(kind)
