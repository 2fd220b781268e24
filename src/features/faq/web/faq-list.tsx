import { createFileRoute } from '@tanstack/react-router'
import { listFeatures } from '#features/about/contract.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listFaq } from '../contract.ts'
import { FaqListScreen } from './screens/faq-list.tsx'

/** The portal's questions and answers (ROU-022). */
export const Route = createFileRoute('/_site/_open/faq/')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: async ({ context: { api }, deps: { cursor } }) => {
    const [page, { data: features }] = await Promise.all([
      api.call(listFaq, { query: cursor ? { cursor } : {} }),
      api.call(listFeatures),
    ])
    // Later pages go on with the questions alone.
    return { page, features: cursor ? [] : features }
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    pageHead(match.context.session.portal, {
      title: 'Questions and answers',
      description: `What people ask ${match.context.session.portal.name} about courses, certificates, prices and accounts.`,
      path: '/faq',
      query: match.search as Record<string, unknown>,
      data: {
        kind: 'faq',
        questions: loaderData?.page.data ?? [],
        crumbs: [{ title: 'Questions and answers', path: '/faq' }],
      },
    }),
  headers: ({ match }) => ({ 'x-page-tags': `faq:${match.context.session.portal.id}` }),
  component: FaqList,
})

function FaqList() {
  return <FaqListScreen {...Route.useLoaderData()} />
}
