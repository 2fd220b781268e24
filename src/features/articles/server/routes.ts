import { picturedRoutes } from '#features/media/server/api.ts'
import { accessOf } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import * as lists from '../contract-lists.ts'
import { requireBlog } from './blog.ts'
import { ARTICLE_PICTURES, articleKind, categoryKind } from './lists.ts'
import { findArticle, listCategories, listPublished } from './store.ts'

const mayPreview = ({ viewer }: Context): boolean =>
  viewer !== null && accessOf(viewer.current_role, 'articles.view', { toggles: viewer.toggles }) !== 'none'

export const routes = ({ files }: Services): Route[] => [
  route(contract.listArticles, ({ tx, ctx, query }) => {
    requireBlog(ctx)
    return listPublished(tx, ctx.portal.id, ctx.now, query)
  }),
  route(contract.showArticle, async ({ tx, ctx, params, query }) => {
    const isPreview = query.preview === '1' && mayPreview(ctx)
    requireBlog(ctx)
    const article = await findArticle(tx, ctx.portal.id, ctx.now, params.slug, isPreview)
    if (!article) throw fail('not_found')
    return { data: article }
  }),
  route(contract.listArticleCategories, async ({ tx, ctx }) => {
    requireBlog(ctx)
    return { data: await listCategories(tx, ctx.portal.id, ctx.now) }
  }),
  ...picturedRoutes(files, lists.articles, articleKind, ARTICLE_PICTURES),
  ...contentRoutes(lists.articleCategories, categoryKind),
]
