import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { loadCatalog } from './load-catalog.ts'
import { CatalogScreen } from './screens/catalog.tsx'

/** The course catalog (ROU-039). */
export const Route = createFileRoute('/_site/_catalog/course-catalog')({
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadCatalog(context.api, deps),
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    pageHead(match.context.session.portal, {
      title: 'Course catalog',
      description: `Every course of ${match.context.session.portal.name}, by category, state, agency, language and provider.`,
      path: '/course-catalog',
      query: match.search,
      data: { kind: 'courses', courses: loaderData?.page.data ?? [] },
    }),
  headers: ({ match }) => ({ 'x-page-tags': `courses:${match.context.session.portal.id}` }),
  component: CourseCatalog,
})

function CourseCatalog() {
  return (
    <CatalogScreen
      title="Course catalog"
      text="Find the course that your state, your agency or your employer accepts."
      path="/course-catalog"
      loaded={Route.useLoaderData()}
    />
  )
}
