import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { SharingScreen } from './screens/sharing.tsx'

/** The portals that have a course (SHR-020). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/sharing')({
  beforeLoad: needs('shared-courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Sharing – ${loaderData?.title ?? ''}` }] }),
  component: Sharing,
})

function Sharing() {
  const { slug } = Route.useParams()
  return <SharingScreen key={slug} slug={slug} />
}
