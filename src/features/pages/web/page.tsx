import { createFileRoute } from '@tanstack/react-router'
import type { PagePortal } from '#kernel/access/session.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { blockTags } from './block-tags.ts'
import { loadPage, previewOf, sitePageHead } from './load-page.ts'
import { SitePageScreen } from './screens/site-page.tsx'

/** The page of blocks with this slug (ROU-015); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_open/$slug')({
  loaderDeps: ({ search }) => previewOf(search),
  loader: async ({ context, params, deps, location }) => {
    const loaded = await orNotFound(loadPage(context.api, context.session, params.slug, deps))
    const { slug } = loaded.page
    if (slug !== params.slug) throw moved(pathOf(context.session.portal, slug), location)
    return loaded
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    loaderData
      ? sitePageHead(
          match.context.session.portal,
          loaderData,
          pathOf(match.context.session.portal, loaderData.page.slug),
        )
      : {},
  headers: ({ match, loaderData }) => ({
    'x-page-tags': blockTags(match.context.session.portal.id, loaderData?.page.id),
  }),
  component: SitePage,
})

/** Where the page is at home: the home page is the start page, or on a channel portal opens the course list. */
const pathOf = ({ flags }: PagePortal, slug: string) =>
  slug !== 'home' ? `/${encodeURIComponent(slug)}` : flags.is_core ? '/' : '/course'

function SitePage() {
  return <SitePageScreen {...Route.useLoaderData()} />
}
