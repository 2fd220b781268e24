import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { showCourseSource } from '../contract.ts'
import { SourceScreen } from './screens/source.tsx'

/** Where a received course comes from, and its update (SHR-022). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/source')({
  beforeLoad: needs('shared-courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(showCourseSource, { params }))),
    ])
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Source and updates – ${loaderData?.title ?? ''}` }] }),
  component: Source,
})

function Source() {
  const { slug } = Route.useParams()
  return <SourceScreen key={slug} slug={slug} />
}
