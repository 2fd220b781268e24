import { useLoaderData } from '@tanstack/react-router'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { TermKind } from '../rules/kinds.ts'
import { cursorOf, type ListedKind, type LoadedTerm, loadTerm, loadTerms, type TermPage } from './load-terms.ts'
import { TermScreen } from './screens/term.tsx'
import { TermListScreen } from './screens/term-list.tsx'
import { listHead, termHead, termTags } from './term-head.ts'

type Opening = {
  context: { api: Api }
  deps: { cursor: string | undefined }
  params: object
  location: { searchStr: string }
}
type Match<Loaded> = { match: { context: { session: PageSession }; search: object }; loaderData?: Loaded }

// What the pages of terms have in common.
const PAGE = {
  loaderDeps: ({ search }: { search: object }) => ({ cursor: cursorOf(search) }),
  staleTime: 30_000,
  headers: ({ match }: Match<unknown>) => termTags(match.context.session.portal.id),
}

/** The page of a term as a route; of several kinds the first counts that has the name at the end of the address. */
export const termRoute = (...kinds: TermKind[]) => ({
  ...PAGE,
  loader: (opening: Opening): Promise<LoadedTerm> => loadTerm(opening, Object.values(opening.params).join(), kinds),
  head: ({ match, loaderData }: Match<LoadedTerm>) => termHead(match.context.session.portal, loaderData, match.search),
  component: function Term() {
    return <TermScreen {...(useLoaderData({ strict: false }) as LoadedTerm)} />
  },
})

/** The list of the terms of a kind as a route. */
export const termListRoute = (kind: ListedKind) => ({
  ...PAGE,
  loader: ({ context, deps }: Opening): Promise<TermPage> => loadTerms(context.api, kind, deps.cursor),
  head: ({ match }: Match<TermPage>) => listHead(match.context.session.portal, kind, match.search),
  component: function TermList() {
    return <TermListScreen kind={kind} page={useLoaderData({ strict: false }) as TermPage} />
  },
})
