import { createFileRoute } from '@tanstack/react-router'
import { listPlans } from '#features/subscriptions/contract.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { PlatformScreen } from './screens/platform.tsx'

/** The platform and its plans (ROU-027). */
export const Route = createFileRoute('/_site/_core-only/learning-management-system')({
  loader: async ({ context }) => (await context.api.call(listPlans, { query: {} })).data,
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
  return <PlatformScreen plans={Route.useLoaderData()} />
}
