import { formatCount } from '#kernel/format.ts'
import { cx } from '../../cx.ts'
import styles from './rating.module.css'

/** An average rating out of five as number and stars; one small element, because every card has it. */
export function Rating({ value, count, size = 'md' }: { value: number; count?: number; size?: 'md' | 'lg' }) {
  const shown = Math.min(5, Math.max(0, value))
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`
  return (
    <span className={cx(styles.rating, size === 'lg' && styles.large)}>
      <span className="only-read">{`Rated ${shown.toFixed(1)} out of 5${reviews}`}</span>
      <span className={styles.value} aria-hidden="true">
        {shown.toFixed(1)}
      </span>
      <svg className={styles.stars} viewBox="0 0 5 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={shown} height="1" />
      </svg>
      {count !== undefined && (
        <span className={styles.count} aria-hidden="true">
          ({formatCount(count)})
        </span>
      )}
    </span>
  )
}
