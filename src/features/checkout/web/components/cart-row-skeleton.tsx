import { Skeleton } from '#ui/public/lists/skeleton.tsx'
import styles from './cart-row.module.css'

/** The place of a line while the cart is read. */
export function CartRowSkeleton() {
  return (
    <div className={styles.row} aria-hidden="true">
      <div className={styles.cover} />
      <div className={styles.words}>
        <Skeleton width="70%" height={18} />
        <Skeleton width="30%" height={14} />
      </div>
    </div>
  )
}
