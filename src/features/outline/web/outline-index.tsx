import { createFileRoute, redirect } from '@tanstack/react-router'
import { outlinePath } from './kinds.ts'

/** The outline of a course opens with its items (ROU-084). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: outlinePath(params.slug), replace: true, statusCode: 302 })
  },
})
