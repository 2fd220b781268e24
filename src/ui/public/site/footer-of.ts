import type { PagePortal } from '#kernel/access/session.ts'
import { yearIn } from '#kernel/format/year.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import type { FooterProps } from './footer.tsx'
import { lookOf } from './site-frame.ts'

/** Files of the core portal (UIX-017). */
const FOOTER_FILES = {
  tax_form: '/api/v1/main/documents/w-9.pdf',
  scorm_agreement: '/api/v1/main/documents/scorm-agreement.pdf',
}

/** What the footer of the portal's pages shows. */
export const footerOf = (portal: PagePortal): FooterProps => ({
  portal: lookOf(portal),
  site: portal.setting.site_footer,
  navigation: portal.navigations.filter(({ slug }) => isPageOpen(portal, `/${slug}`)),
  isOpen: (path: string) => isPageOpen(portal, path),
  contacts: portal.company,
  ...FOOTER_FILES,
  year: yearIn(new Date(), portal.setting.time_zone),
})
