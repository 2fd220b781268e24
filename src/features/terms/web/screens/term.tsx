import { CourseGrid } from '#features/catalog/web/public.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container, Part } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { TERM_PAGES, type TermKind, termPath } from '../../rules/kinds.ts'
import { TERM_WORDS } from '../../rules/pages.ts'
import { signOf } from '../../rules/sign.ts'
import type { LoadedTerm } from '../load-terms.ts'
import styles from './terms.module.css'

type Linked = LoadedTerm['term']['agencies'][number]

const linksTo = (kind: TermKind, terms: readonly Linked[]) =>
  terms.map((term) => ({ key: term.id, href: termPath(kind, term), title: term.title, sign: signOf(term) }))

/** A term of the catalog: its description, related terms and courses (CAT-041). */
export function TermScreen({ kind, term, courses }: LoadedTerm) {
  const words = TERM_WORDS[kind]
  const { path, filter } = TERM_PAGES[kind]
  const own = termPath(kind, term)
  const all = `/course-catalog?${filter}=${encodeURIComponent(term.slug)}`
  const parent = kind === 'language' ? [] : [{ label: words.crumb, href: path }]
  return (
    <>
      <PageTop
        title={term.title}
        crumbs={[{ label: 'Home', href: '/' }, ...parent, { label: term.title }]}
        eyebrow={
          term.state ? (
            <Anchor href={termPath('state', term.state)}>{term.state.title}</Anchor>
          ) : term.parent ? (
            <Anchor href={termPath('category', term.parent)}>{term.parent.title}</Anchor>
          ) : undefined
        }
        lead={term.meta_description}
        picture={
          term.logo ? <img src={pictureFor(term.logo, 88)} alt="" width={88} height={88} /> : term.code?.toUpperCase()
        }
      />
      <Container className={styles.page}>
        {term.text && <Prose html={term.text} />}
        {term.agencies.length > 0 && (
          <Part title={`Agencies in ${term.title}`}>
            <LinkList label={`Agencies in ${term.title}`} links={linksTo('agency', term.agencies)} />
          </Part>
        )}
        {term.children.length > 0 && (
          <Part title="More precisely">
            <LinkList label={`Subjects in ${term.title}`} links={linksTo('category', term.children)} />
          </Part>
        )}
        <Part
          title={words.courses(term.title)}
          aside={
            courses.data.length > 0 && (
              <Anchor href={all} className={styles.all}>
                Filter and sort in the catalog
              </Anchor>
            )
          }
        >
          {courses.data.length > 0 ? (
            <CourseGrid courses={courses.data} label={words.courses(term.title)} headingLevel={3} />
          ) : (
            <EmptyState
              title="No courses here yet"
              text="The catalog has everything that we teach today."
              action={<LinkButton href="/course-catalog">See the catalog</LinkButton>}
            />
          )}
          <div className={styles.pages}>
            <Pager meta={courses.meta} hrefOf={(cursor) => `${own}?cursor=${encodeURIComponent(cursor)}`} />
          </div>
        </Part>
      </Container>
    </>
  )
}
