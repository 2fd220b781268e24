import { useSuspenseQuery } from '@tanstack/react-query'
import { showCourse } from '#features/courses/contract.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { ReviewList } from '../components/review-list.tsx'
import { reviewQueries } from '../queries.ts'
import styles from '../reviews.module.css'

/** How one course is reviewed, and its reviews (REV-009, REV-013). */
export function CourseReviewsScreen({ slug }: { slug: string }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const { data: counters } = useSuspenseQuery(reviewQueries(api).counters(slug)).data
  const { average, total, pending, ratings } = counters
  const good = ratings.filter(({ rating }) => rating >= 4).reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div className={styles.figures}>
        <Stats
          items={[
            { label: 'Average', value: average === null ? '–' : average.toFixed(1), note: 'of the approved reviews' },
            { label: 'Approved', value: total.toLocaleString('en-US'), note: 'public and counted' },
            { label: 'Waiting', value: pending.toLocaleString('en-US'), note: 'not public yet' },
            {
              label: 'Four stars and more',
              value: total === 0 ? '–' : `${Math.round((good * 100) / total)}%`,
              note: `${good.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
            },
          ]}
        />
      </div>
      <ReviewList courseId={course.id} />
    </>
  )
}
