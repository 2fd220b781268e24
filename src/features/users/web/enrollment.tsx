import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { openPerson } from './open-person.ts'
import { personQueries } from './queries.ts'
import { EnrollmentScreen } from './screens/enrollment.tsx'

/** Why somebody can or cannot enter a course, and what changes it (USR-053). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/enrollments/$relatedId')({
  beforeLoad: (opening) => {
    needs('users.view')(opening)
    needs('enrollments.view')(opening)
  },
  loader: async ({ context, params }) => {
    const { id, display_name: name } = await openPerson(context, params.slug)
    const relatedId = Number(params.relatedId)
    const { data } = await orNotFound(context.queryClient.ensureQueryData(personQueries(context.api).access(relatedId)))
    // An enrollment of somebody else has its own address.
    if (data.enrollment.user_id !== id) await orNotFound(Promise.reject({ status: 404 }))
    return { id, relatedId, name, title: data.course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [
      {
        title: `${loaderData ? `${loaderData.name} in ${loaderData.title}` : 'Enrollment'} – ${match.context.session.portal.name}`,
      },
    ],
  }),
  component: Screen,
})

function Screen() {
  const { id, relatedId } = Route.useLoaderData()
  return <EnrollmentScreen key={relatedId} id={id} relatedId={relatedId} />
}
