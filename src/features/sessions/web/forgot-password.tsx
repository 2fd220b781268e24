import { createFileRoute } from '@tanstack/react-router'
import { SendLinkScreen } from './screens/send-link.tsx'

/** The form that sends a reset link (ROU-017). */
export const Route = createFileRoute('/_site/_guest/forgot-password')({
  head: () => ({ meta: [{ title: 'Forgotten password' }, { name: 'robots', content: 'noindex' }] }),
  component: () => <SendLinkScreen />,
})
