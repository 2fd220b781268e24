import { Banner } from '../public/alert.tsx'
import { PublicLayout } from '../public/layout.tsx'
import { Outlets } from '../public/outlets.tsx'
import { PublicPart } from './public-part.tsx'
import { CATEGORIES, FOOTER, PORTAL } from './sample.ts'

/** All parts of the design kit on one page, for developers and for the checks (ROU-112). */
export function Gallery() {
  return (
    <>
      <PublicLayout
        banners={<Banner label="Announcement">Our office is closed on Monday. Courses stay open.</Banner>}
        header={{
          portal: PORTAL,
          catalogue: { links: CATEGORIES, all: { label: 'All courses', href: '/course-catalog' } },
          links: [
            { label: 'Bundles', href: '/bundles' },
            { label: 'Knowledge', href: '/knowledge' },
          ],
          search: { href: '/course-catalog' },
          cart: { count: 3 },
          person: null,
        }}
        footer={FOOTER}
      >
        <PublicPart />
      </PublicLayout>
      <Outlets />
    </>
  )
}
