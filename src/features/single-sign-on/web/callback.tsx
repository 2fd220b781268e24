import { createFileRoute } from '@tanstack/react-router'
import { CallbackScreen } from './screens/callback.tsx'

/** Where browsers come back to from a provider (SSO-006, ROU-136). */
export const Route = createFileRoute('/_site/_open/sign-on/callback')({
  head: ({ match }) => ({
    meta: [
      { title: `Signing in – ${match.context.session.portal.name}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: CallbackScreen,
})
