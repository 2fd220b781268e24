import { createFileRoute } from '@tanstack/react-router'
import { CourseSettingsScreen } from '#features/courses/web/public.ts'
import { loadCourse } from '#features/outline/web/public.ts'
import { listCourseTerms } from '#features/terms/contract.ts'
import { needs } from '#ui/page/guard.ts'

/** How a course is taken and sold (ROU-083, BLD-019). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/settings')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params }) => ({ title: (await loadCourse(context, params.slug)).title }),
  head: ({ loaderData }) => ({ meta: [{ title: `Settings – ${loaderData?.title ?? ''}` }] }),
  component: Settings,
})

function Settings() {
  const { slug } = Route.useParams()
  return <CourseSettingsScreen key={slug} slug={slug} terms={listCourseTerms} />
}
