import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerms } from './load-terms.ts'
import { TermListScreen } from './screens/term-list.tsx'
import { listHead, termTags } from './term-head.ts'

/** The regulating agencies (ROU-034). */
export const Route = createFileRoute('/_site/_catalogue/regulating-agency/')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: ({ context, deps }) => loadTerms(context.api, 'agency', deps.cursor),
  staleTime: 30_000,
  head: ({ match }) => listHead(match.context.session.portal, 'agency', match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: TermList,
})

function TermList() {
  return <TermListScreen kind="agency" page={Route.useLoaderData()} />
}
