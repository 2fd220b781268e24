import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showTwoFactor } from '../contract.ts'
import { SetUpScreen } from './screens/set-up.tsx'

/** Where people of a role that needs a second factor set it up after signing in (ROU-139, AUT-067). */
export const Route = createFileRoute('/_site/_open/two-factor')({
  beforeLoad: guarded('auth'),
  loader: async ({ context }) => (await context.api.call(showTwoFactor)).data,
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Two-factor sign-in' }),
  component: SetUp,
})

function SetUp() {
  return <SetUpScreen standing={Route.useLoaderData()} />
}
