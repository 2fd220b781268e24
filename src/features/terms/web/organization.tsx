import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerm } from './load-terms.ts'
import { TermScreen } from './screens/term.tsx'
import { termHead, termTags } from './term-head.ts'

/** The courses that one organization accepts (ROU-032). */
export const Route = createFileRoute('/_site/_catalogue/ce/$slug')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: (opening) => loadTerm(opening, opening.params.slug, ['organization']),
  staleTime: 30_000,
  head: ({ match, loaderData }) => termHead(match.context.session.portal, loaderData, match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: Term,
})

function Term() {
  return <TermScreen {...Route.useLoaderData()} />
}
