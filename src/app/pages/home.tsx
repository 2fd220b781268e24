import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page-head.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { loadHome } from './home/load-home.ts'

/** The start page of the core portal (ROU-014). */
export const Route = createFileRoute('/_site/_home/')({
  loader: ({ context }) => loadHome(context.api, context.session),
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Online training with certificates',
      description: `Online courses of ${match.context.session.portal.name} for one person or a whole company: learn at your own pace, finish with a certificate that can be checked.`,
      path: '/',
      data: { kind: 'home' },
    }),
  headers: ({ match }) => ({
    'x-page-tags': `courses:${match.context.session.portal.id} bundles:${match.context.session.portal.id}`,
  }),
  component: Home,
})

function Home() {
  return <HomeScreen {...Route.useLoaderData()} />
}
