import { Pager } from '#ui/public/lists/pagination.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { faqPath, type StoreFaqDetails } from '../faq.ts'
import styles from './faq.module.css'

/** A question with its answer, and below it a page of the related ones (CAT-038, CAT-039). */
export function FaqItemScreen({ item }: { item: StoreFaqDetails }) {
  const path = faqPath(item.slug)
  const { data: related, meta } = item.related
  return (
    <>
      <PageTop
        width="narrow"
        title={item.question}
        eyebrow={item.category?.title}
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'Questions and answers', href: '/faq' },
          { label: item.question },
        ]}
      />
      <Container width="narrow" className={styles.page}>
        <Prose html={item.answer} />
        {related.length > 0 && (
          <section className={styles.related}>
            <h2>Related questions</h2>
            <LinkList
              label="Related questions"
              links={related.map(({ id, slug, question }) => ({ key: id, href: faqPath(slug), title: question }))}
            />
            <Pager meta={meta} hrefOf={(cursor) => `${path}?cursor=${encodeURIComponent(cursor)}`} />
          </section>
        )}
      </Container>
    </>
  )
}
