import type { PagePortal, PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showPage } from '../contract-site.ts'
import type { BlockData } from './blocks/types.ts'
import type { loadBlocks as LoadBlocks } from './load-blocks.ts'

export type SitePage = Wire<typeof showPage>['data']
/** `page` is also what the frame reads to leave out header or footer (PGB-005). */
export type LoadedPage = { page: SitePage; data: BlockData; date: string }

/** What the collections of a page show; the file that knows how to read them comes when something is to be read. */
export const loadBlocks = async (...args: Parameters<typeof LoadBlocks>): Promise<BlockData> =>
  (await import('./load-blocks.ts')).loadBlocks(...args)

/** What an address says about which version of a page is shown. */
export const previewOf = (search: object): { preview?: unknown; version?: unknown } => {
  const { preview, version } = search as { preview?: unknown; version?: unknown }
  return { preview, version }
}

/** A page of blocks with what its collections show; a missing one is the call's error. */
export const loadPage = async (
  api: Api,
  session: PageSession,
  slug: string,
  search: object = {},
): Promise<LoadedPage> => {
  const { preview, version } = previewOf(search)
  const isPreview = String(preview) === '1'
  const query = isPreview ? { preview: '1', ...(version !== undefined && { version: String(version) }) } : {}
  const { data: page } = await api.call(showPage, { params: { slug }, query })
  const { loadBlocks, today } = await import('./load-blocks.ts')
  return { page, data: await loadBlocks(api, session, page.components), date: today(session) }
}

/** The head of a page of blocks. */
export const sitePageHead = (portal: PagePortal, { page }: LoadedPage, path: string, isHome = false) =>
  pageHead(portal, {
    title: page.custom_page_title ?? page.title,
    meta_title: page.meta_title,
    description: page.meta_description,
    ...(page.publication_status === PUBLICATION.published && { path }),
    keywords: page.seo_keywords,
    pictures: [page.seo_image],
    ...(page.slug !== 'home' && { record: { kind: 'page', id: page.id } }),
    data: isHome ? { kind: 'home' } : { kind: 'other', crumbs: [{ title: page.title, path }] },
  })
