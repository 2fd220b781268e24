import { createFileRoute, redirect } from '@tanstack/react-router'
import { showLearnerCourse } from '../contract.ts'
import { coursePath } from '../rules/paths.ts'

/** Without an enrollment in the address, the outline of the newest one (ROU-050). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/')({
  loader: async ({ context, params }) => {
    const { data } = await context.queryClient.ensureQueryData(
      context.api.query(showLearnerCourse, { params, query: {} }),
    )
    throw redirect({ href: `${coursePath({ slug: data.slug, related_id: data.learner.id })}/outline`, statusCode: 302 })
  },
})
