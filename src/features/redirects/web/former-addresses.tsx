import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { formerQuery } from './queries.ts'
import { FormerAddressesScreen } from './screens/former-addresses.tsx'

/** The addresses that records have given up (SEO-030). */
export const Route = createFileRoute('/_app/_signed-in/portals/former-addresses')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(formerQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Former addresses – ${match.context.session.portal.name}` }] }),
  component: FormerAddressesScreen,
})
