import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { BadgeScreen } from './screens/badge.tsx'

/** Signing in with a badge, and setting the PIN with a start code (ROU-146, BDG-022). The page is the same for everyone. */
export const Route = createFileRoute('/_site/_guest/badge')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Sign in with a badge' }),
  component: () => <BadgeScreen />,
})
