import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerm } from './load-terms.ts'
import { TermScreen } from './screens/term.tsx'
import { termHead, termTags } from './term-head.ts'

/** One state: its texts, agencies and courses (ROU-033, CAT-041). */
export const Route = createFileRoute('/_site/_catalogue/united-states/$slug')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: (opening) => loadTerm(opening, opening.params.slug, ['state']),
  staleTime: 30_000,
  head: ({ match, loaderData }) => termHead(match.context.session.portal, loaderData, match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: Term,
})

function Term() {
  return <TermScreen {...Route.useLoaderData()} />
}
