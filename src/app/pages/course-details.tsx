import { createFileRoute } from '@tanstack/react-router'
import { CourseDetailsScreen } from '#features/courses/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import { loadCourse } from '#features/outline/web/public.ts'
import { listCourseTerms } from '#features/terms/contract.ts'
import { useSession } from '#ui/calls/api.tsx'
import { can, needs } from '#ui/page/guard.ts'

/** What a course is about (ROU-083, BLD-019). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/details')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params }) => ({ title: (await loadCourse(context, params.slug)).title }),
  head: ({ loaderData }) => ({ meta: [{ title: `Details – ${loaderData?.title ?? ''}` }] }),
  component: Details,
})

function Details() {
  const { slug } = Route.useParams()
  const isSiteEditor = can(useSession(), 'site-content.update')
  return (
    <CourseDetailsScreen
      key={slug}
      slug={slug}
      terms={listCourseTerms}
      pictures={isSiteEditor ? sitePictures : undefined}
    />
  )
}
