import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { ContinuingEducationScreen } from './screens/continuing-education.tsx'

/** The landing page for continuing education (ROU-031). */
export const Route = createFileRoute('/_site/_core-only/continuing-education-credits')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Continuing education credits',
      description: 'Courses with continuing education hours, accepted by the organizations that renew your license.',
      path: '/continuing-education-credits',
      data: {
        kind: 'other',
        crumbs: [{ title: 'Continuing education credits', path: '/continuing-education-credits' }],
      },
    }),
  component: ContinuingEducationScreen,
})
