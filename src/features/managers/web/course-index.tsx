import { createFileRoute, redirect } from '@tanstack/react-router'

/** A course opens with its people. */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/courses/managers/${encodeURIComponent(params.slug)}/overview`, statusCode: 302 })
  },
})
