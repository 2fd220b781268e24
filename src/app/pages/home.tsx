import { createFileRoute, notFound } from '@tanstack/react-router'
import { blockTags, loadPage, previewOf, SitePageScreen, sitePageHead } from '#features/pages/web/public.ts'
import type { guarded } from '#ui/page/guard.ts'

/** The start page of the core portal: the page of blocks with the slug `home` (ROU-014). */
export const Route = createFileRoute('/_site/_home/')({
  loaderDeps: ({ search }) => previewOf(search),
  loader: async ({ context, deps, location }) => {
    try {
      return await loadPage(context.api, context.session, 'home', deps)
    } catch (error) {
      if ((error as { status?: unknown }).status !== 404) throw error
      return withoutHome({ context, location })
    }
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    loaderData ? sitePageHead(match.context.session.portal, loaderData, '/', true) : {},
  headers: ({ match }) => ({ 'x-page-tags': blockTags(match.context.session.portal.id) }),
  component: Home,
})

/**
 * Without a published home page, people continue to their workspace; a preview says that the page is missing (ROU-117).
 */
const withoutHome = async (opening: Parameters<ReturnType<typeof guarded>>[0]): Promise<never> => {
  const { openPage } = await import('#ui/page/run-guards.ts')
  openPage(['index-page-disabled'], opening, { has_home_page: false })
  throw notFound()
}

function Home() {
  return <SitePageScreen {...Route.useLoaderData()} />
}
