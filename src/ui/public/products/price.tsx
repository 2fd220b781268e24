import { formatMoney } from '#kernel/format.ts'
import { cx } from '../../cx.ts'
import styles from './price.module.css'

/** An amount in USD, given as a decimal (UIX-021). */
export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatMoney(amount)}</span>
}

/** The total in words that are ready to be read. */
export function Total({ children }: { children: string }) {
  return <strong className={styles.total}>{children}</strong>
}

type PriceProps = {
  /** Decimal amount in USD; null where no price is set. */
  amount: number | null
  /** The price before a discount, shown struck through (CAT-015). */
  old?: number | null
  /** For the lowest of several prices. */
  isFrom?: boolean
  /** The unit of the amount, such as `per month`. */
  per?: string
  size?: 'md' | 'lg'
}

/** A price on cards and in buy boxes. */
export function Price({ amount, old, isFrom, per, size = 'md' }: PriceProps) {
  if (amount === null) return null
  const hasOld = old !== null && old !== undefined && old > amount
  return (
    <span className={cx(styles.price, size === 'lg' && styles.large)}>
      {hasOld && (
        <>
          <span className="only-read">Old price </span>
          <s className={styles.old}>{formatMoney(old)}</s>
          <span className="only-read">, now </span>
        </>
      )}
      {isFrom && amount > 0 && <span className={styles.from}>from</span>}
      <span className={styles.amount}>{amount === 0 ? 'Free' : formatMoney(amount)}</span>
      {per && <span className={styles.per}>{per}</span>}
    </span>
  )
}
