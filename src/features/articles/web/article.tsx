import { createFileRoute } from '@tanstack/react-router'
import { excerpt } from '#kernel/text.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listArticles, showArticle } from '../contract.ts'
import { BLOG_BLOCK } from '../rules/sorts.ts'
import { ArticleScreen } from './screens/article.tsx'

const pathOf = (slug: string) => `/knowledge/${encodeURIComponent(slug)}`

/** One article of the blog (ROU-026, CAT-037); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_blog/knowledge/$slug')({
  loaderDeps: ({ search }) => ({ preview: String((search as { preview?: unknown }).preview) === '1' }),
  loader: async ({ context, params, deps, location }) => {
    const query = deps.preview ? { preview: '1' } : {}
    const { data: article } = await orNotFound(context.api.call(showArticle, { params: { slug: params.slug }, query }))
    if (article.slug !== params.slug) throw moved(pathOf(article.slug), location)
    const others = {
      sort: BLOG_BLOCK.sort,
      per_page: BLOG_BLOCK.per_page + 1,
      ...(article.category && { category: article.category.slug }),
    }
    const { data } = await context.api.call(listArticles, { query: others })
    return { article, others: data.filter(({ id }) => id !== article.id).slice(0, BLOG_BLOCK.per_page) }
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) => {
    if (!loaderData) return {}
    const { article } = loaderData
    const path = pathOf(article.slug)
    return pageHead(match.context.session.portal, {
      title: article.title,
      meta_title: article.meta_title,
      description: article.meta_description || excerpt(article.text),
      ...(article.is_public && { path }),
      keywords: article.seo_keywords,
      pictures: [article.seo_image, article.cover, article.image],
      record: { kind: 'article', id: article.id },
      data: {
        kind: 'blog',
        article,
        crumbs: [
          { title: 'Knowledge', path: '/knowledge' },
          { title: article.title, path },
        ],
      },
    })
  },
  headers: ({ match }) => ({
    'x-page-tags': `articles:${match.context.session.portal.id} terms:${match.context.session.portal.id}`,
  }),
  component: Article,
})

function Article() {
  return <ArticleScreen {...Route.useLoaderData()} />
}
