import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { shippingQueries } from './queries.ts'
import { BundleShippingScreen } from './screens/settings.tsx'

/** What is sent with a bundle (SHP-003, ROU-092, ROU-094). */
export const Route = createFileRoute('/_app/_signed-in/portals/bundles/$id/shipping')({
  beforeLoad: needs('bundles.view'),
  loader: ({ context, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    return orNotFound(context.queryClient.ensureQueryData(shippingQueries(context.api).ofBundle(id)))
  },
  head: ({ match }) => ({ meta: [{ title: `Shipping – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <BundleShippingScreen key={id} id={Number(id)} />
}
