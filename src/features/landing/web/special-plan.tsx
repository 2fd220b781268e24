import { createFileRoute } from '@tanstack/react-router'
import { showSpecialPlan } from '#features/subscriptions/contract.ts'
import { orNull } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { SpecialPlanScreen } from './screens/special-plan.tsx'

/** The special subscription (ROU-028). */
export const Route = createFileRoute('/_site/_core-only/special-plan')({
  loader: async ({ context }) => (await orNull(context.api.call(showSpecialPlan)))?.data ?? null,
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Special plan',
      description: 'A subscription for organizations too large for the standard plans.',
      path: '/special-plan',
      data: { kind: 'other', crumbs: [{ title: 'Special plan', path: '/special-plan' }] },
    }),
  headers: () => ({ 'x-page-tags': 'plans' }),
  component: SpecialPlan,
})

function SpecialPlan() {
  return <SpecialPlanScreen plan={Route.useLoaderData()} />
}
