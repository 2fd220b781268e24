import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { Questions } from '#ui/public/parts/questions.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { type FaqPage, faqPath, type StoreFaq } from '../faq.ts'
import styles from './faq.module.css'

/** Questions under the heading of their category, in the order in which they come. */
const groupsOf = (items: readonly StoreFaq[]) => {
  const groups = new Map<string, StoreFaq[]>()
  for (const item of items) {
    const title = item.category?.title ?? 'More questions'
    groups.set(title, [...(groups.get(title) ?? []), item])
  }
  return [...groups]
}

/** The portal's questions with their answers (ROU-022). */
export function FaqListScreen({ page: { data, meta } }: { page: FaqPage }) {
  return (
    <>
      <PageTop
        width="narrow"
        title="Questions and answers"
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Questions and answers' }]}
        lead="What people ask us most. Something missing? Use the contacts at the bottom of the page."
      />
      <Container width="narrow" className={styles.page}>
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
