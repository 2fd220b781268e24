import type { listFeatures } from '#features/about/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useSession } from '#ui/calls/api.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { BlockIcon } from '#ui/public/parts/block-icon.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PointList } from '#ui/public/parts/point-list.tsx'
import { Questions } from '#ui/public/parts/questions.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { type FaqPage, faqPath, type StoreFaq } from '../faq.ts'
import styles from './faq.module.css'

type Feature = Wire<typeof listFeatures>['data'][number]

/** Questions under the heading of their category, in the order in which they come. */
const groupsOf = (items: readonly StoreFaq[]) => {
  const groups = new Map<string, StoreFaq[]>()
  for (const item of items) {
    const title = item.category?.title ?? 'More questions'
    groups.set(title, [...(groups.get(title) ?? []), item])
  }
  return [...groups]
}

/** What makes the portal different, and its questions with their answers (ROU-022, CNT-043). */
export function FaqListScreen({ page: { data, meta }, features }: { page: FaqPage; features: readonly Feature[] }) {
  const { portal } = useSession()
  return (
    <>
      <PageTop
        width="narrow"
        title="Questions and answers"
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Questions and answers' }]}
        lead="What people ask us most. Something missing? Use the contacts at the bottom of the page."
      />
      <Container width="narrow" className={styles.page}>
        {features.length > 0 && (
          <section className={styles.group}>
            <h2>Why {portal.name}</h2>
            <PointList
              isSmall
              points={features.map(({ id, title, text, icon }) => ({
                key: id,
                picture: <BlockIcon name={icon} size={26} />,
                title,
                text,
              }))}
            />
          </section>
        )}
        {data.length === 0 && <EmptyState title="No questions yet" text="Call or e-mail us. We are glad to help." />}
        {groupsOf(data).map(([title, items]) => (
          <section key={title} className={styles.group}>
            <h2>{title}</h2>
            <Questions questions={items.map((item) => ({ ...item, href: faqPath(item.slug) }))} />
          </section>
        ))}
        <Pager meta={meta} hrefOf={(cursor) => `/faq?cursor=${encodeURIComponent(cursor)}`} />
      </Container>
    </>
  )
}
