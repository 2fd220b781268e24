import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerms } from './load-terms.ts'
import { TermListScreen } from './screens/term-list.tsx'
import { listHead, termTags } from './term-head.ts'

/** The states, each with its own page (ROU-033, CAT-041). */
export const Route = createFileRoute('/_site/_catalogue/united-states/')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: ({ context, deps }) => loadTerms(context.api, 'state', deps.cursor),
  staleTime: 30_000,
  head: ({ match }) => listHead(match.context.session.portal, 'state', match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: TermList,
})

function TermList() {
  return <TermListScreen kind="state" page={Route.useLoaderData()} />
}
