import { createFileRoute } from '@tanstack/react-router'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { type LoadedCourse, loadCourse } from './load-course.ts'
import { CourseScreen } from './screens/course.tsx'

/** Beside the course itself the page shows others of its category, its terms and provider, who teaches it, and who reviewed it. */
const tagsOf = ({ course, reviews }: LoadedCourse, portalId: number): string => {
  const writers = reviews?.data.flatMap(({ user, reply }) => (reply ? [user, reply.user] : [user])) ?? []
  const people = new Set([...course.instructors, ...writers].map(({ id }) => `person:${id}`))
  return [`course:${course.id}`, `courses:${portalId}`, ...people].join(' ')
}

/** The public page of a course (ROU-042); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_storefront/course/$slug')({
  loader: async ({ context, params, location }) => {
    const loaded = await orNotFound(loadCourse(context.api, params.slug))
    if (loaded.course.slug !== params.slug) throw moved(`/course/${encodeURIComponent(loaded.course.slug)}`, location)
    return loaded
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.session.portal, {
          title: loaderData.course.title,
          meta_title: loaderData.course.meta_title,
          description: loaderData.course.meta_description,
          path: `/course/${encodeURIComponent(loaderData.course.slug)}`,
          keywords: loaderData.course.seo_keywords,
          pictures: [loaderData.course.seo_image, loaderData.course.thumbnail],
          record: { kind: 'course', id: loaderData.course.id },
          data: {
            kind: 'course',
            course: loaderData.course,
            crumbs: [
              { title: 'Courses', path: '/course' },
              { title: loaderData.course.title, path: `/course/${encodeURIComponent(loaderData.course.slug)}` },
            ],
          },
        })
      : {},
  headers: ({ loaderData, match }) =>
    loaderData && { 'x-page-tags': tagsOf(loaderData, match.context.session.portal.id) },
  component: Course,
})

function Course() {
  return <CourseScreen {...Route.useLoaderData()} />
}
