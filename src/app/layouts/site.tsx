import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PortalBanner } from '#features/announcements/web/public.ts'
import { ImpersonationBanner } from '#features/sessions/web/public.ts'
import { useSession } from '#ui/api.tsx'
import { PublicLayout } from '#ui/public/layout.tsx'
import { useHeader } from './use-header.ts'

/** Files of the core portal (UIX-017). */
const FOOTER_FILES = { tax_form: '/files/w-9.pdf', scorm_agreement: '/files/scorm-agreement.pdf' }

/** The frame of everything visitors see, and of what signed-in people see outside their work (ROU-013). */
export const Route = createFileRoute('/_site')({ component: Site })

function Site() {
  const { portal } = useSession()
  const header = useHeader()
  const footer = useMemo(
    () => ({
      portal: { name: portal.name, logo: portal.setting.logo, secondary_logo: portal.setting.secondary_logo },
      navigation: portal.navigations,
      contacts: portal.company,
      ...FOOTER_FILES,
      year: new Date().getFullYear(),
    }),
    [portal],
  )
  return (
    <PublicLayout
      header={header}
      footer={footer}
      banners={
        <>
          <ImpersonationBanner />
          <PortalBanner />
        </>
      }
    >
      <Outlet />
    </PublicLayout>
  )
}
