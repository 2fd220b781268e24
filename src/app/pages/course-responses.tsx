import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { assignmentQueries, ResponsesScreen } from '#features/assignments/web/public.ts'
import { GradeDialog } from '#features/bulk-changes/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'

/** The responses to the assignments of a course, several of which are graded by a bulk change (ROU-081, BLD-016, BLK-038). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/assignments')({
  loader: async ({ context, params, location }) => {
    const queries = assignmentQueries(context.api)
    const list = queries.queue(params.slug, location.search as Record<string, unknown>)
    const [course] = await Promise.all([
      context.queryClient.ensureQueryData(queries.ofCourse(params.slug)),
      context.queryClient.ensureQueryData(list).catch(() => null),
    ])
    return { title: course.course.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Assignments – ${loaderData?.title ?? ''}` }] }),
  component: Responses,
})

type Graded = { ids: readonly number[]; answer: (isDone: boolean) => void }

function Responses() {
  const { slug } = Route.useParams()
  const session = useSession()
  const [graded, setGraded] = useState<Graded | null>(null)
  const grade = (ids: readonly number[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isDone: boolean) => {
        setGraded(null)
        resolve(isDone)
      }
      setGraded({ ids, answer })
    })
  return (
    <>
      <ResponsesScreen slug={slug} onGrade={can(session, 'grading.update') ? grade : undefined} />
      {graded && (
        <GradeDialog ids={graded.ids} onClose={() => graded.answer(false)} onMade={() => graded.answer(true)} />
      )}
    </>
  )
}
