import { createFileRoute } from '@tanstack/react-router'
import { BuyerView } from '#features/catalog/web/public.ts'
import { showPrices } from '#features/courses/contract.ts'
import { CoursePricingScreen } from '#features/courses/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'

/** What a course costs (ROU-081, ROL-035). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/pricing')({
  beforeLoad: needs('pricing.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showPrices, { params })))
    return { title: data.course.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Pricing – ${loaderData?.title ?? ''}` }] }),
  component: Pricing,
})

function Pricing() {
  const { slug } = Route.useParams()
  return <CoursePricingScreen key={slug} slug={slug} buyerView={(tiers) => <BuyerView tiers={tiers} />} />
}
