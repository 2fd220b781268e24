import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { TERM_PAGES, type TermKind, termPath } from '../../rules/kinds.ts'
import { TERM_WORDS } from '../../rules/pages.ts'
import { signOf } from '../../rules/sign.ts'
import type { TermPage } from '../load-terms.ts'
import styles from './terms.module.css'

/** A list of terms, each leading to its own page. */
export function TermListScreen({ kind, page: { data, meta } }: { kind: TermKind; page: TermPage }) {
  const { title, crumb, lead, empty } = TERM_WORDS[kind]
  const { path } = TERM_PAGES[kind]
  return (
    <>
      <PageTop title={title} lead={lead} crumbs={[{ label: 'Home', href: '/' }, { label: crumb }]} />
      <Container className={styles.page}>
        {data.length > 0 ? (
          <LinkList
            label={title}
            isDense={kind === 'state'}
            links={data.map((term) => ({
              key: term.id,
              href: termPath(kind, term),
              title: term.title,
              text: kind === 'state' ? null : term.meta_description,
              sign: signOf(term),
            }))}
          />
        ) : (
          <EmptyState
            title={empty}
            text="Please come back soon. The course list has everything we offer."
            action={<LinkButton href="/course-catalog">See the catalog</LinkButton>}
          />
        )}
        <Pager meta={meta} hrefOf={(cursor) => `${path}?cursor=${encodeURIComponent(cursor)}`} />
      </Container>
    </>
  )
}
