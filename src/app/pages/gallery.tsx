import { createFileRoute } from '@tanstack/react-router'
import { Gallery } from '#ui/gallery/gallery.tsx'

/** Every part of the design kit in its states; not in production (ROU-112). */
export const Route = createFileRoute('/_development/dev/gallery')({
  head: () => ({ meta: [{ title: 'Gallery' }, { name: 'robots', content: 'noindex' }] }),
  component: Gallery,
})
