import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { EqualEmploymentScreen } from './screens/equal-employment.tsx'

/** The policy to which the footer leads (ROU-030). */
export const Route = createFileRoute('/_site/_open/equal-employment-opportunity-and-anti-discrimination-policy')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Equal Employment & Anti-Discrimination Policy',
      description: `The equal employment and anti-discrimination policy of ${match.context.session.portal.name}.`,
      path: '/equal-employment-opportunity-and-anti-discrimination-policy',
      data: {
        kind: 'other',
        crumbs: [
          {
            title: 'Equal Employment & Anti-Discrimination Policy',
            path: '/equal-employment-opportunity-and-anti-discrimination-policy',
          },
        ],
      },
    }),
  component: EqualEmploymentScreen,
})
