import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { AccessibilityScreen } from './screens/accessibility.tsx'

/** The accessibility statement (ROU-021). */
export const Route = createFileRoute('/_site/_open/ada-accessibility')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'ADA Accessibility',
      description: `How ${match.context.session.portal.name} makes training accessible to everyone.`,
      path: '/ada-accessibility',
      data: { kind: 'other', crumbs: [{ title: 'ADA Accessibility', path: '/ada-accessibility' }] },
    }),
  component: AccessibilityScreen,
})
