import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useCartActions, useCartCount } from '#features/checkout/web/public.ts'
import { ImpersonationBanner, signOut } from '#features/sessions/web/public.ts'
import { hasCatalogue } from '#kernel/guards.ts'
import { displayName } from '#kernel/text.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { PublicLayout } from '#ui/public/layout.tsx'
import { PERSON_LINKS } from './person-links.ts'

/** Files of the core portal (UIX-017). */
const FOOTER_FILES = { tax_form: '/files/w-9.pdf', scorm_agreement: '/files/scorm-agreement.pdf' }

/** The frame of everything visitors see, and of what signed-in people see outside their work (ROU-013). */
export const Route = createFileRoute('/_site')({ component: Site })

function Site() {
  const session = useSession()
  const api = useApi()
  const count = useCartCount()
  const cart = useCartActions()
  const { portal, viewer } = session
  const isShop = portal.flags.is_marketable
  const look = { name: portal.name, logo: portal.setting.logo, secondary_logo: portal.setting.secondary_logo }
  const header = {
    portal: look,
    links: [
      ...(isShop
        ? [
            { label: 'Courses', href: '/course' },
            { label: 'Bundles', href: '/bundles' },
          ]
        : []),
      ...(hasCatalogue(session) ? [{ label: 'Catalogue', href: '/course-catalog' }] : []),
    ],
    search: hasCatalogue(session) ? { href: '/course-catalog' } : isShop ? { href: '/course' } : null,
    cart: isShop ? { count } : null,
    person: viewer && { name: displayName(viewer), email: viewer.email, avatar: viewer.avatar },
    personLinks: PERSON_LINKS,
    onSignOut: () => signOut(api).then(cart.clear),
  }
  return (
    <PublicLayout
      header={header}
      footer={{
        portal: look,
        navigation: portal.navigations,
        contacts: portal.company,
        ...FOOTER_FILES,
        year: new Date().getFullYear(),
      }}
      banners={<ImpersonationBanner />}
    >
      <Outlet />
    </PublicLayout>
  )
}
