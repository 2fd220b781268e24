import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/api.tsx'
import { IconChevronDown } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { CoverPicture } from '#ui/public/cover.tsx'
import { pictureOf, priceOf } from '../prices.ts'
import type { CartEntry } from '../use-cart-content.ts'
import styles from './checkout-summary.module.css'

/** Amounts by id as the server has computed them, in cents. */
export type Quoted = { lines: ReadonlyMap<number, number>; total_cents: number }

type CheckoutSummaryProps = {
  entries: readonly CartEntry[]
  /** Null until the server has answered; then the sums of the browser stand here. */
  quoted: Quoted | null
  total_cents: number
}

/** What is bought and what it costs, always in view; on phones it opens from a bar with the total. */
export function CheckoutSummary({ entries, quoted, total_cents: total }: CheckoutSummaryProps) {
  const seats = entries.reduce((sum, { line }) => sum + line.quantity, 0)
  const totalText = total === 0 ? 'Free' : formatCents(total)
  return (
    <aside className={styles.summary} aria-label="Order summary">
      <details className={styles.fold}>
        <summary>
          <span>
            Order summary <small>{seats === 1 ? '1 seat' : `${seats} seats`}</small>
          </span>
          <strong>{totalText}</strong>
          <IconChevronDown size={18} />
        </summary>
        <Lines entries={entries} quoted={quoted} total={totalText} />
      </details>
      <div className={styles.open}>
        <h2>Order summary</h2>
        <Lines entries={entries} quoted={quoted} total={totalText} />
      </div>
    </aside>
  )
}

type LinesProps = { entries: readonly CartEntry[]; quoted: Quoted | null; total: string }

function Lines({ entries, quoted, total }: LinesProps) {
  const { viewer } = useSession()
  const isForOthers = viewer !== null && viewer.current_role !== 'learner'
  return (
    <>
      <ul className={styles.lines}>
        {entries.map((entry) => {
          const { line, record } = entry
          const cents = quoted?.lines.get(line.id) ?? priceOf(entry)?.total_cents ?? 0
          return (
            <li key={line.id}>
              <div className={styles.cover}>
                <CoverPicture src={pictureOf(entry)} />
              </div>
              <div className={styles.words}>
                <span>{record.title}</span>
                <small>{seatsText(line.quantity, isForOthers)}</small>
              </div>
              <span className={styles.amount}>{cents === 0 ? 'Free' : formatCents(cents)}</span>
            </li>
          )
        })}
      </ul>
      <p className={styles.total}>
        <span>Total</span>
        <strong>{total}</strong>
      </p>
      <p className={styles.small}>
        In US dollars. Sales tax, where it applies, is added on the payment page.{' '}
        <Anchor href="/cart">Edit cart</Anchor>
      </p>
    </>
  )
}

const seatsText = (quantity: number, isForOthers: boolean): string => {
  if (quantity > 1) return `${quantity} seats, as credits to give`
  return isForOthers ? '1 seat, as a credit to give' : '1 seat for you'
}
