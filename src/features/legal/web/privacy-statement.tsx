import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { PrivacyScreen } from './screens/privacy.tsx'

/** The privacy statement (ROU-020). */
export const Route = createFileRoute('/_site/_open/privacy-statement')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Privacy Policy',
      description: `Which data ${match.context.session.portal.name} keeps, what for, and what you can ask for.`,
      path: '/privacy-statement',
      data: { kind: 'other', crumbs: [{ title: 'Privacy Policy', path: '/privacy-statement' }] },
    }),
  component: PrivacyScreen,
})
