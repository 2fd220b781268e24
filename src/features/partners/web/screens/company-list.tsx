import { signOf } from '#features/terms/web/public.ts'
import { excerpt } from '#kernel/text.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { type CompanyPage, companyPath } from '../partners.ts'
import styles from './partners.module.css'

/** The partner companies by name. */
export function CompanyListScreen({ page: { data, meta } }: { page: CompanyPage }) {
  return (
    <>
      <PageTop
        title="Training providers"
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Training providers' }]}
        lead="The companies whose courses we offer: people who do the work and teach it."
      />
      <Container className={styles.page}>
        {data.length > 0 ? (
          <LinkList
            label="Training providers"
            links={data.map(({ id, slug, name, logo, city, state, about_us }) => ({
              key: id,
              href: companyPath(slug),
              title: name,
              text: [[city, state].filter(Boolean).join(', '), about_us && excerpt(about_us, 90)]
                .filter(Boolean)
                .join(' · '),
              sign: logo ? (
                <img src={pictureFor(logo, 32)} alt="" width={32} height={32} loading="lazy" />
              ) : (
                signOf({ title: name, code: null })
              ),
            }))}
          />
        ) : (
          <EmptyState
            title="No training providers yet"
            text="All courses are our own right now."
            action={<LinkButton href="/course-catalog">See the catalog</LinkButton>}
          />
        )}
        <Pager meta={meta} hrefOf={(cursor) => `/training-providers?cursor=${encodeURIComponent(cursor)}`} />
      </Container>
    </>
  )
}
