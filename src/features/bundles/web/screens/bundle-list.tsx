import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { ListPage, ListPages } from '#ui/public/lists/list-page.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { BundleCard } from '#ui/public/products/bundle-card.tsx'
import { CardGrid } from '#ui/public/products/card.tsx'
import type { BundlePage } from '../bundles.ts'

/** Courses that are sold together. */
export function BundleListScreen({ page: { data, meta } }: { page: BundlePage }) {
  return (
    <ListPage title="Bundles" text="Courses that go together, at one price. Each course has its own certificate.">
      {data.length > 0 ? (
        <CardGrid label="Bundles">
          {data.map((bundle, at) => (
            <BundleCard key={bundle.id} bundle={bundle} headingLevel={2} isFirst={at === 0} isSoon={at === 1} />
          ))}
        </CardGrid>
      ) : (
        <EmptyState
          title="No bundles yet"
          text="You can buy each course separately."
          action={<LinkButton href="/course">See the courses</LinkButton>}
        />
      )}
      <ListPages meta={meta} hrefOf={(cursor) => `/bundles?cursor=${encodeURIComponent(cursor)}`} />
    </ListPage>
  )
}
