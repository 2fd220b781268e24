import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { TermsScreen } from './screens/terms.tsx'

/** Terms of use, license and the portal's own terms (ROU-019). */
export const Route = createFileRoute('/_site/_open/terms')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Terms of Use',
      description: `The terms of use and the subscription license of ${match.context.session.portal.name}.`,
      path: '/terms',
      data: { kind: 'other', crumbs: [{ title: 'Terms of Use', path: '/terms' }] },
    }),
  component: TermsScreen,
})
