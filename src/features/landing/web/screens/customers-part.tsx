import type { listGoogleReviews, showAbout } from '#features/about/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatCount } from '#kernel/format.ts'
import { DateText } from '#ui/public/parts/time.tsx'
import { Rating } from '#ui/public/products/rating.tsx'
import styles from './customers.module.css'

type Figures = Wire<typeof showAbout>['data']
export type CustomersProps = { figures: Figures; reviews: Wire<typeof listGoogleReviews>['data'] }

const FIGURES: readonly { name: keyof Figures; one: string; many: string }[] = [
  { name: 'courses', one: 'course', many: 'courses' },
  { name: 'learners', one: 'learner', many: 'learners' },
  { name: 'certificates', one: 'certificate issued', many: 'certificates issued' },
  { name: 'providers', one: 'training provider', many: 'training providers' },
]

/** How many people train here, and what customers say about it (CAT-033, CAT-034). */
export function Customers({ figures, reviews }: CustomersProps) {
  return (
    <section className={styles.customers} aria-labelledby="customers">
      <h2 id="customers">In use every day</h2>
      <ul className={styles.figures} aria-label="Figures">
        {FIGURES.map(({ name, one, many }) => (
          <li key={name}>
            <strong>{formatCount(figures[name])}</strong> {figures[name] === 1 ? one : many}
          </li>
        ))}
      </ul>
      {reviews.length > 0 && (
        <ul className={styles.reviews} aria-label="Reviews on Google">
          {reviews.map((review) => (
            <li key={review.id}>
              <Rating value={review.rating} />
              {review.text && <p>{review.text}</p>}
              <small>
                {review.author_name} on Google, <DateText value={review.written_at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
