import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { PreviewScreen } from './screens/preview.tsx'

/** A course as a learner sees it, for those who may edit it (BLD-043, BLD-067). */
export const Route = createFileRoute('/_previewing/courses/builder/$slug/preview')({
  loader: async ({ context: { api }, params: { slug }, location }) => {
    const { data } = await orNotFound(api.call(showCourse, { params: { slug } }))
    if (data.slug !== slug)
      throw moved(location.pathname.replace(`/builder/${slug}`, `/builder/${data.slug}`), location)
    const { title, is_sequential } = data
    return { slug, title, is_sequential }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Preview: ${loaderData?.title ?? 'Course'} – ${match.context.session.portal.name}` }],
  }),
  component: Preview,
})

function Preview() {
  const course = Route.useLoaderData()
  return <PreviewScreen key={course.slug} course={course} />
}
