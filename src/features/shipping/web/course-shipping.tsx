import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { shippingQueries } from './queries.ts'
import { CourseShippingScreen } from './screens/settings.tsx'

/** What is sent with a course (SHP-003, ROU-083, ROU-085). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/shipping')({
  beforeLoad: needs('pricing.view'),
  loader: ({ context, params }) =>
    orNotFound(context.queryClient.ensureQueryData(shippingQueries(context.api).ofCourse(params.slug))),
  head: ({ match }) => ({ meta: [{ title: `Shipping – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { slug } = Route.useParams()
  return <CourseShippingScreen key={slug} slug={slug} />
}
