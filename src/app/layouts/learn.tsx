import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { PortalBanner } from '#features/announcements/web/public.ts'
import { UnsentQuestions } from '#features/course-questions/web/public.ts'
import { UnsentEntries } from '#features/crew/web/queue/unsent-entries.tsx'
import { NotificationBell } from '#features/notifications/web/public.ts'
import { KeptCourses, noteRefused } from '#features/offline/web/public.ts'
import { PreviewFrame, previewApi, previewedSlug } from '#features/previews/web/public.ts'
import { isPreviewPath } from '#features/progress/rules/preview.ts'
import { refreshProgress } from '#features/progress/web/queries.ts'
import { UnsentMessages } from '#features/scorm/web/components/unsent-messages.tsx'
import { ImpersonationBanner } from '#features/sessions/web/public.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { OfflineBanner } from '#ui/app/banners.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { JournalProvider } from '#ui/kept/journal-context.tsx'
import { LocalApi } from '#ui/page/page-context.ts'
import { PublicLayout } from '#ui/public/parts/layout.tsx'
import { useHeader } from './use-header.ts'

/** The frame of the learner's own area: as light as the public pages, since learners sit on phones with bad networks. */
export const Route = createFileRoute('/_learn')({
  // Unlike what `beforeLoad` answers, this does not travel with the page.
  context: ({ context: { api }, location: { pathname } }) => ({
    api: isPreviewPath(pathname) ? previewApi(api, previewedSlug(pathname)) : api,
  }),
  beforeLoad: async ({ context }) => {
    await context.queryClient.load()
  },
  // What is installed from these pages is the learner's area (OFF-015).
  head: ({ match }) => {
    const { favicon } = match.context.session.portal.setting
    return {
      links: [
        { rel: 'manifest', href: '/on-this-device/manifest.webmanifest' },
        ...(favicon ? [{ rel: 'apple-touch-icon', href: favicon }] : []),
      ],
    }
  },
  component: Learn,
})

function Learn() {
  const isPreview = useRouterState({ select: ({ location }) => isPreviewPath(location.pathname) })
  return isPreview ? <Previewed /> : <Learning />
}

/** A course as its author looks at it: the screens of learners over calls that the page answers, without what leads elsewhere. */
function Previewed() {
  const { api, queryClient } = Route.useRouteContext()
  const { client } = queryClient
  if (!client) throw new Error('The query cache was not loaded')
  return (
    <QueryClientProvider client={client}>
      <LocalApi value={api}>
        <PreviewFrame>
          <Outlet />
        </PreviewFrame>
      </LocalApi>
    </QueryClientProvider>
  )
}

function Learning() {
  const { client } = Route.useRouteContext({ select: (context) => context.queryClient })
  const { portal, viewer } = useSession()
  const header = useHeader()
  // Loaded above, or carried over from the server.
  if (!client) throw new Error('The query cache was not loaded')
  const refresh = useCallback(() => void refreshProgress(client), [client])
  // What was kept may be anything the page shows, an exam's answers among it.
  const [sent, setSent] = useState(0)
  const readAgain = useCallback(() => {
    void client.invalidateQueries({ type: 'active' })
    setSent((times) => times + 1)
  }, [client])
  // The next page opens without a connection as well, because everything that decides about it is already loaded.
  useEffect(() => {
    import('#ui/page/run-guards.ts').catch(() => {})
  }, [])
  const banners = (
    <>
      <ImpersonationBanner />
      <OfflineBanner />
      <PortalBanner />
    </>
  )
  return (
    <QueryClientProvider client={client}>
      <PublicLayout
        header={{
          ...header,
          search: null,
          action: null,
          extra: viewer && isPageOpen(portal, '/courses') && <NotificationBell />,
        }}
        banners={banners}
      >
        {viewer && <UnsentQuestions />}
        <UnsentEntries />
        <KeptCourses sent={sent} />
        <UnsentMessages onSent={refresh} />
        <JournalProvider onSent={readAgain} noteRefused={noteRefused}>
          <Outlet />
        </JournalProvider>
      </PublicLayout>
    </QueryClientProvider>
  )
}
