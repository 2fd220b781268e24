import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconChevronDown } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { CoverFrame, CoverPicture } from '#ui/public/products/cover.tsx'
import { Total } from '#ui/public/products/price.tsx'
import { isTaxed, pictureOf, priceOf } from '../prices.ts'
import type { CartEntry } from '../use-cart-content.ts'
import styles from './checkout-summary.module.css'

/** Amounts by id as the server has computed them, in cents. */
export type Quoted = { lines: ReadonlyMap<number, number>; total_cents: number }

/** What sending something costs. */
export type ShippingLine = { title: string; quantity: number; total_cents: number }

type CheckoutSummaryProps = {
  entries: readonly CartEntry[]
  shipping: readonly ShippingLine[]
  /** Something is sent, if for nothing. */
  hasShipping: boolean
  /** Null until the server has answered; then the sums of the browser stand here. */
  quoted: Quoted | null
  total_cents: number
}

/** What is bought and what it costs, always in view; on phones it opens from a bar with the total. */
export function CheckoutSummary(lines: CheckoutSummaryProps) {
  const { entries, total_cents } = lines
  const seats = entries.reduce((sum, { line }) => sum + line.quantity, 0)
  return (
    <aside className={styles.summary} aria-label="Order summary">
      <details className={styles.fold}>
        <summary>
          <span>
            Order summary <small>{seats === 1 ? '1 seat' : `${seats} seats`}</small>
          </span>
          <strong>{centsText(total_cents)}</strong>
          <IconChevronDown size={18} />
        </summary>
        <Lines {...lines} />
      </details>
      <div className={styles.open}>
        <h2>Order summary</h2>
        <Lines {...lines} />
      </div>
    </aside>
  )
}

const centsText = (cents: number): string => (cents === 0 ? 'Free' : formatCents(cents))

function Lines({ entries, shipping, hasShipping, quoted, total_cents }: CheckoutSummaryProps) {
  const { viewer, portal } = useSession()
  const isForOthers = viewer !== null && viewer.current_role !== 'learner'
  return (
    <>
      <ul className={styles.lines}>
        {entries.map((entry) => {
          const { line, record } = entry
          const cents = quoted?.lines.get(line.id) ?? priceOf(entry)?.total_cents ?? 0
          return (
            <li key={line.id}>
              <CoverFrame className={styles.cover}>
                <CoverPicture src={pictureOf(entry)} place="row" />
              </CoverFrame>
              <div className={styles.words}>
                <span>{record.title}</span>
                <small>{seatsText(line.quantity, isForOthers)}</small>
              </div>
              <span className={styles.amount}>{centsText(cents)}</span>
            </li>
          )
        })}
      </ul>
      {hasShipping && (
        <ul className={styles.shipping}>
          {shipping.map(({ title, quantity, total_cents: cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be sent alike
            <li key={index}>
              <span>
                {title}
                {quantity > 1 && <small> × {quantity}</small>}
              </span>
              <span className={styles.amount}>{formatCents(cents)}</span>
            </li>
          ))}
          {shipping.length === 0 && (
            <li>
              <span>Shipping</span>
              <span className={styles.amount}>Free</span>
            </li>
          )}
        </ul>
      )}
      <p className={styles.total}>
        <span>Total</span>
        <Total>{centsText(total_cents)}</Total>
      </p>
      <p className={styles.small}>
        In US dollars. {isTaxed(portal, total_cents) && 'Sales tax is added on the payment page, by your address. '}
        <Anchor href="/cart">Edit cart</Anchor>
      </p>
    </>
  )
}

const seatsText = (quantity: number, isForOthers: boolean): string => {
  if (quantity > 1) return `${quantity} seats, as credits to give`
  return isForOthers ? '1 seat, as a credit to give' : '1 seat for you'
}
