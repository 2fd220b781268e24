import { describeBundle } from './describe-bundle.ts'

type Item = {
  kind: string
  title: string
  quantity: number
  unit_price_cents: number
  /** The courses of a bundle by their names. */
  courses: readonly string[]
}

/** The provider accepts this many lines for one payment. */
const MOST_LINES = 100

/** What the payment page lists; what sending costs is one line where it would be too many. Amounts in cents. */
export const paymentLines = (items: readonly Item[]) => {
  const lines = items.map(({ kind, title, quantity, unit_price_cents, courses }) => ({
    title,
    quantity,
    unit_price_cents,
    is_shipping: kind === 'shipping',
    ...(courses.length > 0 && { description: describeBundle(courses) }),
  }))
  if (lines.length <= MOST_LINES) return lines
  const sent = lines.filter((line) => line.is_shipping)
  const cents = sent.reduce((sum, line) => sum + line.quantity * line.unit_price_cents, 0)
  const shipping = { title: 'Shipping', quantity: 1, unit_price_cents: cents, is_shipping: true }
  return [...lines.filter((line) => !line.is_shipping), shipping]
}
