import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listArticleCategories, listArticles } from '../contract.ts'
import { ARTICLE_SORTS } from '../rules/sorts.ts'
import { ArticleListScreen } from './screens/article-list.tsx'

type Search = { sort?: string; category?: string; cursor?: string }
const textOf = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, 500) : undefined)

/** The articles of the blog (ROU-026). */
export const Route = createFileRoute('/_site/_blog/knowledge/')({
  loaderDeps: ({ search }) => search as Search,
  loader: async ({ context, deps }) => {
    const sort = ARTICLE_SORTS.find((each) => each.sort === deps.sort)?.sort ?? '-published_at'
    const [category, cursor] = [textOf(deps.category), textOf(deps.cursor)]
    const query = { sort, ...(category && { category }), ...(cursor && { cursor }) }
    const [page, categories] = await orNotFound(
      Promise.all([context.api.call(listArticles, { query }), context.api.call(listArticleCategories)]),
    )
    return { page, categories: categories.data, sort, category }
  },
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Knowledge',
      description: `Articles of ${match.context.session.portal.name}: what rules ask for, how training works, and what people in the field have learned.`,
      path: '/knowledge',
      query: match.search as Record<string, unknown>,
      data: { kind: 'other', crumbs: [{ title: 'Knowledge', path: '/knowledge' }] },
    }),
  headers: ({ match }) => ({ 'x-page-tags': `articles:${match.context.session.portal.id}` }),
  component: ArticleList,
})

function ArticleList() {
  return <ArticleListScreen {...Route.useLoaderData()} />
}
