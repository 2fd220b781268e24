import type { Wire } from '#kernel/endpoint.ts'
import { Rating } from '#ui/public/products/rating.tsx'
import type { listCourseReviews } from '../../contract.ts'
import styles from '../reviews.module.css'

type Counters = Wire<typeof listCourseReviews>['meta']['counters']

/** The average of a course and how the ratings spread (REV-008). */
export function ReviewSummary({ counters: { total, average, ratings } }: { counters: Counters }) {
  if (average === null) return null
  const most = Math.max(...ratings.map(({ count }) => count))
  return (
    <div className={styles.summary}>
      <div className={styles.average}>
        <Rating value={average} count={total} size="lg" />
        <span>
          {total === 1 ? 'One approved review' : `Average of ${total.toLocaleString('en-US')} approved reviews`}
        </span>
      </div>
      <ul className={styles.bars} aria-label="Reviews by rating">
        {ratings.map(({ rating, count }) => (
          <li key={rating}>
            <span>{rating === 1 ? '1 star' : `${rating} stars`}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }} />
            </span>
            <span>{count.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
