import { BundleCard } from '#ui/public/bundle-card.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { CardGrid } from '#ui/public/card.tsx'
import { EmptyState } from '#ui/public/empty-state.tsx'
import { Container } from '#ui/public/layout.tsx'
import { Pager } from '#ui/public/pagination.tsx'
import type { BundlePage } from '../bundles.ts'
import styles from './bundle-list.module.css'

/** Courses that are sold together. */
export function BundleListScreen({ page: { data, meta } }: { page: BundlePage }) {
  return (
    <Container className={styles.page}>
      <div className={styles.head}>
        <h1>Bundles</h1>
        <p>Courses that belong together, at one price. Each course has its own certificate.</p>
      </div>
      {data.length > 0 ? (
        <CardGrid label="Bundles">
          {data.map((bundle, at) => (
            <BundleCard key={bundle.id} bundle={bundle} headingLevel={2} isFirst={at === 0} />
          ))}
        </CardGrid>
      ) : (
        <EmptyState
          title="No bundles yet"
          text="All courses can be bought one by one."
          action={<LinkButton href="/course">See the courses</LinkButton>}
        />
      )}
      <div className={styles.pages}>
        <Pager meta={meta} hrefOf={(cursor) => `/bundles?cursor=${encodeURIComponent(cursor)}`} />
      </div>
    </Container>
  )
}
