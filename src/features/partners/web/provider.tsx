import { createFileRoute } from '@tanstack/react-router'
import { listCourses } from '#features/catalog/contract.ts'
import { type ListedCourse, listedCourse } from '#features/catalog/web/public.ts'
import { type BlockData, loadBlocks } from '#features/pages/web/public.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { excerpt } from '#kernel/text.ts'
import { moved } from '#ui/page/moved.ts'
import { missing, orNull } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showExternalPage, showProviderAuthor } from '../contract.ts'
import { companyPath, partnerTags, providerPath, type StoreExternalPage, type StoreProviderAuthor } from './partners.ts'
import { ProviderScreen } from './screens/provider.tsx'

type Loaded =
  | { author: null; page: StoreExternalPage; data: BlockData }
  | { author: StoreProviderAuthor; page: null; data: null; courses: ListedCourse[] }

/** How many courses stand on an author's page; the company's page has them all. */
const SHOWN_COURSES = 3

/** What has this slug now comes before what once had it (ROU-004). */
const load = async (api: Api, session: PageSession, slug: string): Promise<Loaded> => {
  const params = { slug }
  const page = (await orNull(api.call(showExternalPage, { params })))?.data
  if (page?.slug === slug) return { author: null, page, data: await loadBlocks(api, session, page.components) }
  const author = (await orNull(api.call(showProviderAuthor, { params })))?.data
  if (author && (author.slug === slug || !page)) {
    const { data } = await api.call(listCourses, {
      query: { provider: [author.company.slug], per_page: SHOWN_COURSES },
    })
    return { author, page: null, data: null, courses: data.map(listedCourse) }
  }
  if (!page) throw missing()
  return { author: null, page, data: {} }
}

const crumbsOf = (company: { name: string; slug: string }, title: string, slug: string) => [
  { title: 'Training providers', path: '/training-providers' },
  { title: company.name, path: companyPath(company.slug) },
  { title, path: providerPath(slug) },
]

/** One external page of a partner or, when no page has the slug, one author (ROU-037); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_catalog/provider/$slug')({
  loader: async ({ context, params, location }) => {
    const loaded = await load(context.api, context.session, params.slug)
    const { slug } = loaded.page ?? loaded.author
    if (slug !== params.slug) throw moved(providerPath(slug), location)
    return loaded
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) => {
    if (!loaderData) return {}
    const { portal } = match.context.session
    const { page, author } = loaderData
    if (author) {
      return pageHead(portal, {
        title: author.name,
        description: author.description ? excerpt(author.description) : `${author.name} of ${author.company.name}.`,
        path: providerPath(author.slug),
        pictures: [author.avatar],
        record: { kind: 'author', id: author.id },
        data: { kind: 'other', crumbs: crumbsOf(author.company, author.name, author.slug) },
      })
    }
    return pageHead(portal, {
      title: page.title,
      meta_title: page.meta_title,
      description: page.meta_description || `${page.title}, by ${page.company.name}.`,
      path: providerPath(page.slug),
      keywords: page.seo_keywords,
      pictures: [page.seo_image],
      record: { kind: 'external-page', id: page.id },
      data: { kind: 'other', crumbs: crumbsOf(page.company, page.title, page.slug) },
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
