import { createFileRoute } from '@tanstack/react-router'
import { listDemoPeople } from '#features/sessions/contract.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showBadgeOptions } from '../contract-options.ts'
import { BadgeScreen } from './screens/badge.tsx'

/** Signing in with a badge, and setting the PIN with a start code (ROU-146, BDG-022). The page is the same for everyone. */
export const Route = createFileRoute('/_site/_guest/badge')({
  loader: async ({ context: { api, session } }) => {
    const [people, options] = await Promise.all([
      session.has_demo ? api.call(listDemoPeople) : null,
      api.call(showBadgeOptions).catch(() => null),
    ])
    return {
      people: people?.data.filter((person) => person.badge_number !== null) ?? [],
      hasTexts: options?.data.has_texts === true,
    }
  },
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Sign in with a badge' }),
  component: Badge,
})

function Badge() {
  return <BadgeScreen {...Route.useLoaderData()} />
}
