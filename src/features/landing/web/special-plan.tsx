import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page-head.ts'
import { SpecialPlanScreen } from './screens/special-plan.tsx'

/** The special subscription (ROU-028). */
export const Route = createFileRoute('/_site/_core-only/special-plan')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Special plan',
      description: 'A subscription for organizations whose numbers fit none of the usual plans.',
      path: '/special-plan',
      data: { kind: 'other', crumbs: [{ title: 'Special plan', path: '/special-plan' }] },
    }),
  component: SpecialPlanScreen,
})
