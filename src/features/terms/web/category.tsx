import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerm } from './load-terms.ts'
import { TermScreen } from './screens/term.tsx'
import { termHead, termTags } from './term-head.ts'

/** The courses of a category or, when no category has the slug, of a training option (ROU-035). */
export const Route = createFileRoute('/_site/_catalogue/training-courses/$slug')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: (opening) => loadTerm(opening, opening.params.slug, ['category', 'training_option']),
  staleTime: 30_000,
  head: ({ match, loaderData }) => termHead(match.context.session.portal, loaderData, match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: Term,
})

function Term() {
  return <TermScreen {...Route.useLoaderData()} />
}
