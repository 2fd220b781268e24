import { useMemo } from 'react'
import type { PagePortal } from '#kernel/access/session.ts'
import { Footer } from './footer.tsx'
import { footerOf } from './footer-of.ts'

/** The foot of the portal's pages. */
export function SiteFooter({ portal }: { portal: PagePortal }) {
  return <Footer {...useMemo(() => footerOf(portal), [portal])} />
}
