import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { listFaq } from '../contract.ts'
import { FaqListScreen } from './screens/faq-list.tsx'

/** The portal's questions and answers (ROU-022). */
export const Route = createFileRoute('/_site/_open/faq/')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: ({ context, deps }) => context.api.call(listFaq, { query: deps.cursor ? { cursor: deps.cursor } : {} }),
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    pageHead(match.context.session.portal, {
      title: 'Questions and answers',
      description: `What people ask ${match.context.session.portal.name} about courses, certificates, prices and accounts.`,
      path: '/faq',
      query: match.search as Record<string, unknown>,
      data: {
        kind: 'faq',
        questions: loaderData?.data ?? [],
        crumbs: [{ title: 'Questions and answers', path: '/faq' }],
      },
    }),
  headers: ({ match }) => ({ 'x-page-tags': `faq:${match.context.session.portal.id}` }),
  component: FaqList,
})

function FaqList() {
  return <FaqListScreen page={Route.useLoaderData()} />
}
