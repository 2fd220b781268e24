import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { SendLinkScreen } from './screens/send-link.tsx'

/** The form that sends a reset link (ROU-017). */
export const Route = createFileRoute('/_site/_guest/forgot-password')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Forgotten password' }),
  component: () => <SendLinkScreen />,
})
