import { Skeleton } from '../lists/skeleton.tsx'
import styles from './card.module.css'
import { CoverFrame } from './cover.tsx'

/** The place of a course card while courses are loaded. */
export function CourseCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <CoverFrame className={styles.cover}>{null}</CoverFrame>
      <div className={styles.body}>
        <Skeleton width="40%" height={13} />
        <Skeleton width="90%" height={18} />
        <Skeleton width="55%" height={13} />
        <div className={styles.foot}>
          <Skeleton width={84} height={22} />
          <Skeleton width={64} height={32} />
        </div>
      </div>
    </div>
  )
}
