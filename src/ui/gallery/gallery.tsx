import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Banner } from '../public/parts/alert.tsx'
import { PublicLayout } from '../public/parts/layout.tsx'
import { Footer } from '../public/site/footer.tsx'
import type { Branding } from '../theme/brand.ts'
import { PublicPart } from './public-part.tsx'
import { CATEGORIES, FOOTER, PORTAL } from './sample.ts'

const AppPart = lazy(() => import('./app-part.tsx').then((part) => ({ default: part.AppPart })))

/**
 * All parts of the design kit, for developers and for the checks (ROU-112): public pages, and with `part` in the query
 * the screens of signed-in people (`list`, `form`, `parts`).
 */
export function Gallery({ branding = null }: { branding?: Branding | null }) {
  const { part } = useSearch({ strict: false }) as { part?: string }
  if (part) {
    return (
      <Suspense>
        <AppPart part={part} branding={branding} />
      </Suspense>
    )
  }
  return (
    <PublicLayout
      banners={<Banner label="Announcement">Our office is closed on Monday. Courses stay open.</Banner>}
      header={{
        portal: PORTAL,
        catalog: { links: CATEGORIES, all: { label: 'All courses', href: '/course-catalog' } },
        links: [
          { label: 'Bundles', href: '/bundles' },
          { label: 'Knowledge', href: '/knowledge' },
        ],
        search: { href: '/course-catalog' },
        cart: { count: 3 },
        person: null,
      }}
      footer={<Footer {...FOOTER} />}
    >
      <PublicPart />
    </PublicLayout>
  )
}
