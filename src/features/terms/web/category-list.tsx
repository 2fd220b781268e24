import { createFileRoute } from '@tanstack/react-router'
import { cursorOf, loadTerms } from './load-terms.ts'
import { TermListScreen } from './screens/term-list.tsx'
import { listHead, termTags } from './term-head.ts'

/** The categories (ROU-035). */
export const Route = createFileRoute('/_site/_catalogue/training-courses/')({
  loaderDeps: ({ search }) => ({ cursor: cursorOf(search) }),
  loader: ({ context, deps }) => loadTerms(context.api, 'category', deps.cursor),
  staleTime: 30_000,
  head: ({ match }) => listHead(match.context.session.portal, 'category', match.search),
  headers: ({ match }) => termTags(match.context.session.portal.id),
  component: TermList,
})

function TermList() {
  return <TermListScreen kind="category" page={Route.useLoaderData()} />
}
