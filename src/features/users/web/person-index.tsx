import { createFileRoute, redirect } from '@tanstack/react-router'

/** Somebody without a screen named opens with the first one (ROU-071). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/users/${encodeURIComponent(params.slug)}/info`, replace: true, statusCode: 302 })
  },
})
