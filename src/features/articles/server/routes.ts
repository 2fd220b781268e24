import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { requireBlog } from './blog.ts'
import { findPublished, listCategories, listPublished } from './store.ts'

export const routes = (): Route[] => [
  route(contract.listArticles, ({ tx, ctx, query }) => {
    requireBlog(ctx)
    return listPublished(tx, ctx.portal.id, ctx.now, query)
  }),
  route(contract.showArticle, async ({ tx, ctx, params }) => {
    requireBlog(ctx)
    const article = await findPublished(tx, ctx.portal.id, ctx.now, params.slug)
    if (!article) throw fail('not_found')
    return { data: article }
  }),
  route(contract.listArticleCategories, async ({ tx, ctx }) => {
    requireBlog(ctx)
    return { data: await listCategories(tx, ctx.portal.id, ctx.now) }
  }),
]
