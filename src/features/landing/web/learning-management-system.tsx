import { createFileRoute } from '@tanstack/react-router'
import { listGoogleReviews, showAbout } from '#features/about/contract.ts'
import { listPlans } from '#features/subscriptions/contract.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { PlatformScreen } from './screens/platform.tsx'

/** The platform with its plans, its figures and what customers say (ROU-027, CAT-033). */
export const Route = createFileRoute('/_site/_core-only/learning-management-system')({
  loader: async ({ context: { api } }) => {
    const [plans, figures, reviews] = await Promise.all([
      api.call(listPlans, { query: {} }),
      api.call(showAbout, {}),
      api.call(listGoogleReviews, { query: { per_page: 3 } }),
    ])
    return { plans: plans.data, figures: figures.data, reviews: reviews.data }
  },
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Learning management system',
      description: 'Your own training portal: courses, credits, certificates and records, with plans for every size.',
      path: '/learning-management-system',
      data: { kind: 'other', crumbs: [{ title: 'Learning management system', path: '/learning-management-system' }] },
    }),
  headers: () => ({ 'x-page-tags': 'plans' }),
  component: Platform,
})

function Platform() {
  return <PlatformScreen {...Route.useLoaderData()} />
}
