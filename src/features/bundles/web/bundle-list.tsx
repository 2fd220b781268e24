import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listBundles } from '../contract.ts'
import { BundleListScreen } from './screens/bundle-list.tsx'

/** The bundles of the shop (ROU-041). */
export const Route = createFileRoute('/_site/_storefront/bundles/')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: ({ context, deps }) =>
    orNotFound(context.api.call(listBundles, { query: { per_page: 24, ...(deps.cursor && { cursor: deps.cursor }) } })),
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Bundles',
      description: `Courses of ${match.context.session.portal.name} that belong together, at one price.`,
      path: '/bundles',
      query: match.search,
    }),
  headers: ({ match }) => ({
    'x-page-tags': `bundles:${match.context.session.portal.id} courses:${match.context.session.portal.id}`,
  }),
  component: BundleList,
})

function BundleList() {
  return <BundleListScreen page={Route.useLoaderData()} />
}
