import { createFileRoute } from '@tanstack/react-router'
import { SignOutScreen } from './screens/sign-out.tsx'

/** Signs out at the provider after signing out here (SSO-013, ROU-136). */
export const Route = createFileRoute('/_site/_open/sign-on/sign-out')({
  head: ({ match }) => ({
    meta: [{ title: `Signing out – ${match.context.session.portal.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: SignOutScreen,
})
