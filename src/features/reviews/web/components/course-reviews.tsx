import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { LoadMore } from '#ui/public/lists/pagination.tsx'
import { listCourseReviews } from '../../contract.ts'
import styles from '../reviews.module.css'
import { ReviewCard } from './review-card.tsx'
import { ReviewSummary } from './review-summary.tsx'

/** The first reviews of a course, with its counters; what the page of a course loads. */
export type LoadedReviews = Wire<typeof listCourseReviews>

/** The approved reviews on the page of a course, newest first; more of them come on request (REV-007, REV-011). */
export function CourseReviews({ slug, first }: { slug: string; first: LoadedReviews }) {
  const api = useApi()
  const [more, setMore] = useState<LoadedReviews[]>([])
  const [isLoading, setLoading] = useState(false)
  const pages = [first, ...more]
  const reviews = pages.flatMap((page) => page.data)
  const cursor = pages.at(-1)?.meta.next_cursor ?? null
  const load = async () => {
    if (!cursor) return
    setLoading(true)
    try {
      const next = await api.call(listCourseReviews, { params: { slug }, query: { cursor, per_page: 10 } })
      setMore([...more, next])
    } catch (error) {
      void toast.error(error)
    } finally {
      setLoading(false)
    }
  }
  if (reviews.length === 0) return null
  return (
    <section>
      <h2>Reviews</h2>
      <ReviewSummary counters={first.meta.counters} />
      <ul className={styles.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={cursor !== null}
        isLoading={isLoading}
        onMore={() => void load()}
        label="Show more reviews"
        count={cursor && `${reviews.length} of ${first.meta.counters.total.toLocaleString('en-US')}`}
      />
    </section>
  )
}
