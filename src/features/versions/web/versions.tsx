import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { listCourseVersions } from '../contract.ts'
import { VersionsScreen } from './screens/versions.tsx'

/** The versions of a course (VER-007). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/versions')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(listCourseVersions, { params }))),
    ])
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Versions – ${loaderData?.title ?? ''}` }] }),
  component: Versions,
})

function Versions() {
  const { slug } = Route.useParams()
  return <VersionsScreen key={slug} slug={slug} />
}
