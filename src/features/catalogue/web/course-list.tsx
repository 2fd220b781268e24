import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page-head.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { CatalogueScreen } from './screens/catalogue.tsx'

/** The courses of the shop (ROU-042). */
export const Route = createFileRoute('/_site/_storefront/course/')({
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadCatalogue(context.api, deps),
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    pageHead(match.context.session.portal, {
      title: 'Courses',
      description: `Online courses of ${match.context.session.portal.name}: search, compare prices for teams, and start today.`,
      path: '/course',
      query: match.search,
      data: { kind: 'courses', courses: loaderData?.page.data ?? [] },
    }),
  headers: ({ match }) => ({ 'x-page-tags': `courses:${match.context.session.portal.id}` }),
  component: CourseList,
})

function CourseList() {
  return (
    <CatalogueScreen
      title="Courses"
      text="For one person or a whole team: take a course yourself, or buy seats and give them to your people."
      path="/course"
      loaded={Route.useLoaderData()}
    />
  )
}
