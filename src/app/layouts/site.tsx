import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { PortalBanner } from '#features/announcements/web/public.ts'
import { EndedNotice, ImpersonationBanner } from '#features/sessions/web/public.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { useSession } from '#ui/calls/api.tsx'
import { later } from '#ui/page/later.tsx'
import { PublicLayout } from '#ui/public/parts/layout.tsx'
import { useHeader } from './use-header.ts'

/** Whether the page leaves header or footer out, which a page of blocks may do (PGB-005). */
const useFrame = (): { hasHeader: boolean; hasFooter: boolean } => {
  const page = useMatches({
    select: (matches) => (matches.at(-1)?.loaderData as { page?: Partial<Shows> } | undefined)?.page,
  })
  return { hasHeader: page?.show_header !== false, hasFooter: page?.show_footer !== false }
}
type Shows = { show_header: boolean; show_footer: boolean }

/** Whether the person works in the frame of administration, and not in that of learners. */
const worksInFrame = ({ viewer }: PageSession): boolean => viewer !== null && viewer.current_role !== 'learner'

/** Its script and styles are loaded for nobody but those who meet it. */
const MissingWork = later(() => import('./missing-work.tsx').then((file) => file.MissingWork), { isRare: true })

const SiteFooter = later(() => import('#ui/public/site/footer-part.tsx').then((file) => file.SiteFooter))
const PreviewBar = later(() => import('./preview-bar.tsx').then((file) => file.PreviewBar), { isRare: true })

/** The frame of everything visitors see, and of what signed-in people see outside their work (ROU-013). */
export const Route = createFileRoute('/_site')({
  beforeLoad: async ({ context }) => {
    // For the frame of their work, should there be no such page.
    if (worksInFrame(context.session)) await context.queryClient.load()
  },
  component: Frame,
})

/** A page that does not exist stays in the frame of those who administer: they came from there (ROU-131). */
function Frame() {
  const session = useSession()
  const isMissing = useMatches({ select: (matches) => matches.some(({ status }) => status === 'notFound') })
  return isMissing && worksInFrame(session) ? <MissingWork /> : <Site />
}

function Site() {
  const { portal, preview } = useSession()
  const header = useHeader()
  const { hasHeader, hasFooter } = useFrame()
  return (
    <PublicLayout
      header={header}
      hasHeader={hasHeader}
      footer={hasFooter && <SiteFooter portal={portal} />}
      banners={
        <>
          {preview && <PreviewBar />}
          <ImpersonationBanner />
          <EndedNotice />
          <PortalBanner />
        </>
      }
    >
      <Outlet />
    </PublicLayout>
  )
}
