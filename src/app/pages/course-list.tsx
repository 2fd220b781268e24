import { createFileRoute } from '@tanstack/react-router'
import { CatalogScreen, loadCatalog } from '#features/catalog/web/public.ts'
import { blockTags, type LoadedPage } from '#features/pages/web/public.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { later } from '#ui/page/later.tsx'
import { pageHead } from '#ui/page/page-head.ts'

// Only channel portals have one.
const Opening = later(() => import('./opening-part.tsx').then((file) => file.Opening), { isRare: true })

/**
 * The channel portal's own home page. Visitors of `/` are redirected to its course list, so it opens that list
 * (ROU-105).
 */
const loadOpening = async (api: Api, session: PageSession, search: object): Promise<LoadedPage | null> => {
  const { flags } = session.portal
  if (flags.is_core || !flags.is_channel || Object.keys(search).length > 0) return null
  return (await import('./opening-part.tsx')).loadOpening(api, session)
}

/** The courses of the shop (ROU-042), on a channel portal below its home page. */
export const Route = createFileRoute('/_site/_storefront/course/')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [catalog, opening] = await Promise.all([
      loadCatalog(context.api, deps),
      loadOpening(context.api, context.session, deps),
    ])
    return { catalog, opening }
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) => {
    const { portal } = match.context.session
    const page = loaderData?.opening?.page
    return pageHead(portal, {
      title: 'Courses',
      meta_title: page?.meta_title,
      description:
        page?.meta_description ??
        `Online courses of ${portal.name}: search, compare prices for teams, and start today.`,
      path: '/course',
      query: match.search as Record<string, unknown>,
      data: {
        kind: 'courses',
        courses: loaderData?.catalog.page.data ?? [],
        crumbs: [{ title: 'Courses', path: '/course' }],
      },
    })
  },
  headers: ({ match }) => ({ 'x-page-tags': blockTags(match.context.session.portal.id) }),
  component: CourseList,
})

function CourseList() {
  const { catalog, opening } = Route.useLoaderData()
  return (
    <>
      {opening && <Opening {...opening} />}
      <CatalogScreen
        title={opening ? 'All our courses' : 'Courses'}
        text="For one person or a whole team: take a course yourself, or buy seats and give them to your people."
        path="/course"
        loaded={catalog}
        headingLevel={opening ? 2 : 1}
      />
    </>
  )
}
