import type { ReactNode } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { Rating } from '#ui/public/products/rating.tsx'
import type { listCourseReviews } from '../../contract.ts'
import styles from '../reviews.module.css'

type Review = Wire<typeof listCourseReviews>['data'][number]

/** A review with its public answer, as visitors and its writer read it. */
export function ReviewCard({ review, badge }: { review: Review; badge?: ReactNode }) {
  const { user, rating, text, created_at: createdAt, reply } = review
  return (
    <article className={styles.review} aria-label={`Review by ${user.display_name}`}>
      <div className={styles.head}>
        <Avatar name={user.display_name} src={user.avatar} />
        <div className={styles.writer}>
          <strong>{user.display_name}</strong>
          <small>
            <DateText value={createdAt} />
          </small>
        </div>
        <Rating value={rating} />
        {badge}
      </div>
      {text && <p className={styles.words}>{text}</p>}
      {reply && (
        <div className={styles.reply}>
          <strong>Answer by {reply.user.display_name}</strong>
          <p>{reply.text}</p>
        </div>
      )}
    </article>
  )
}
