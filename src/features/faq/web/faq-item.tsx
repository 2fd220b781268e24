import { createFileRoute } from '@tanstack/react-router'
import { excerpt } from '#kernel/text.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showFaq } from '../contract.ts'
import { faqPath } from './faq.ts'
import { FaqItemScreen } from './screens/faq-item.tsx'

/** One question with its answer and the related ones (ROU-022, CAT-039); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_open/faq/$slug')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: async ({ context, params, deps, location }) => {
    const query = deps.cursor ? { cursor: deps.cursor } : {}
    const { data } = await orNotFound(context.api.call(showFaq, { params: { slug: params.slug }, query }))
    if (data.slug !== params.slug) throw moved(faqPath(data.slug), location)
    return data
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.session.portal, {
          title: loaderData.question,
          description: excerpt(loaderData.answer),
          path: faqPath(loaderData.slug),
          keywords: loaderData.seo_keywords,
          record: { kind: 'faq', id: loaderData.id },
          data: {
            kind: 'faq',
            questions: [loaderData],
            crumbs: [
              { title: 'Questions and answers', path: '/faq' },
              { title: loaderData.question, path: faqPath(loaderData.slug) },
            ],
          },
        })
      : {},
  headers: ({ match }) => ({ 'x-page-tags': `faq:${match.context.session.portal.id}` }),
  component: FaqItem,
})

function FaqItem() {
  return <FaqItemScreen item={Route.useLoaderData()} />
}
