import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerm } from './load-terms.ts'
import { TermScreen } from './screens/term.tsx'
import { termHead, termTags } from './term-head.ts'

/** The courses in one language (ROU-038). */
export const Route = createFileRoute('/_site/_catalogue/courses-languages/$code')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: (opening) => loadTerm(opening, opening.params.code, ['language']),
  staleTime: 30_000,
  head: ({ match, loaderData }) => termHead(match.context.session.portal, loaderData, match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: Term,
})

function Term() {
  return <TermScreen {...Route.useLoaderData()} />
}
