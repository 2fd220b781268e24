import type { PagePortal } from '#kernel/access/session.ts'
import { excerpt } from '#kernel/text.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { TERM_PAGES, type TermKind, termPath } from '../rules/kinds.ts'
import { TERM_WORDS } from '../rules/pages.ts'
import type { LoadedTerm } from './load-terms.ts'

type Search = Readonly<Record<string, unknown>>

/** The head of a list of terms. */
export const listHead = (portal: PagePortal, kind: TermKind, search: object) => {
  const { title, crumb, lead } = TERM_WORDS[kind]
  const { path } = TERM_PAGES[kind]
  return pageHead(portal, {
    title,
    description: lead,
    path,
    query: search as Search,
    data: { kind: 'other', crumbs: [{ title: crumb, path }] },
  })
}

/** The head of a term's own page. */
export const termHead = (portal: PagePortal, loaded: LoadedTerm | undefined, search: object) => {
  if (!loaded) return {}
  const { kind, term } = loaded
  const path = termPath(kind, term)
  const { crumb, courses } = TERM_WORDS[kind]
  return pageHead(portal, {
    title: term.title,
    meta_title: term.meta_title,
    description: term.meta_description || (term.text ? excerpt(term.text) : `${courses(term.title)}.`),
    path,
    query: search as Search,
    keywords: term.seo_keywords,
    pictures: [term.seo_image],
    record: { kind: 'term', id: term.id },
    data: {
      kind: 'other',
      crumbs: [
        ...(kind === 'language' ? [] : [{ title: crumb, path: TERM_PAGES[kind].path }]),
        { title: term.title, path },
      ],
    },
  })
}

/** The tags of every page that shows terms and their courses. */
export const termTags = (portalId: number) => ({ 'x-page-tags': `terms:${portalId} courses:${portalId}` })
