type Order = {
  /** The type of the order, or of what is checked out. */
  kind: string
  /** Sales tax is computed by the address. */
  is_taxed: boolean
  /** Something is sent to the buyer. */
  is_sent: boolean
}

/** What a seat in a course or bundle is bought as; its bill needs no more than a ZIP code. */
const SEATS = ['course', 'bundle', 'learner-reenroll']

/** Whether the bill needs a whole address: a plan does, what is sent, and what is taxed; a seat needs the ZIP code alone (CRT-023). */
export const needsBillingAddress = ({ kind, is_taxed, is_sent }: Order): boolean =>
  is_taxed || is_sent || !SEATS.includes(kind)
