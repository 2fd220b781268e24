import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerms } from './load-terms.ts'
import { TermListScreen } from './screens/term-list.tsx'
import { listHead, termTags } from './term-head.ts'

/** The accrediting organizations (ROU-032). */
export const Route = createFileRoute('/_site/_catalogue/ce/')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: ({ context, deps }) => loadTerms(context.api, 'organization', deps.cursor),
  staleTime: 30_000,
  head: ({ match }) => listHead(match.context.session.portal, 'organization', match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: TermList,
})

function TermList() {
  return <TermListScreen kind="organization" page={Route.useLoaderData()} />
}
