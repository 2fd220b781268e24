import { createFileRoute, isNotFound } from '@tanstack/react-router'
import { type BlockData, loadBlocks } from '#features/pages/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import { excerpt } from '#kernel/text.ts'
import { found } from '#ui/found.ts'
import { pageHead } from '#ui/page-head.ts'
import { showExternalPage, showProviderAuthor } from '../contract.ts'
import { partnerTags, providerPath, type StoreExternalPage, type StoreProviderAuthor } from './partners.ts'
import { ProviderScreen } from './screens/provider.tsx'

type Loaded =
  | { author: null; page: StoreExternalPage; data: BlockData }
  | { author: StoreProviderAuthor; page: null; data: null }

const load = async (api: Api, session: PageSession, slug: string): Promise<Loaded> => {
  const params = { slug }
  try {
    const { data: page } = await found(api.call(showExternalPage, { params }))
    return { author: null, page, data: await loadBlocks(api, session, page.components) }
  } catch (error) {
    if (!isNotFound(error)) throw error
    const { data: author } = await found(api.call(showProviderAuthor, { params }))
    return { author, page: null, data: null }
  }
}

/** One external page of a partner or, when no page has the slug, one author (ROU-037). */
export const Route = createFileRoute('/_site/_catalogue/provider/$slug')({
  loader: ({ context, params }) => load(context.api, context.session, params.slug),
  staleTime: 30_000,
  head: ({ match, loaderData }) => {
    if (!loaderData) return {}
    const { portal } = match.context.session
    const { page, author } = loaderData
    if (author) {
      return pageHead(portal, {
        title: author.name,
        description: author.description && excerpt(author.description),
        path: providerPath(author.slug),
        pictures: [author.avatar],
        data: { kind: 'other', crumbs: [{ title: author.name, path: providerPath(author.slug) }] },
      })
    }
    return pageHead(portal, {
      title: page.title,
      meta_title: page.meta_title,
      description: page.meta_description,
      path: providerPath(page.slug),
      keywords: page.seo_keywords,
      pictures: [page.seo_image],
      data: { kind: 'other', crumbs: [{ title: page.title, path: providerPath(page.slug) }] },
    })
  },
  headers: ({ match }) => {
    const { id } = match.context.session.portal
    const tags = partnerTags(id)['x-page-tags']
    return { 'x-page-tags': `${tags} pages:${id} articles:${id} faq:${id} terms:${id} bundles:${id}` }
  },
  component: Provider,
})

function Provider() {
  return <ProviderScreen {...Route.useLoaderData()} />
}
