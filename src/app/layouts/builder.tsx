import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { PublicationBadge } from '#features/courses/web/public.ts'
import { teachingQueries } from '#features/teaching/web/public.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { found } from '#ui/found.ts'
import { can } from '#ui/guard.ts'
import { builderTabs } from './builder-tabs.ts'

/** One course for those who build and teach it; its screens are its children (ROU-081). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug')({
  loader: async ({ context: { api, queryClient, session }, params }) => {
    const waiting = can(session, 'grading.view')
      ? queryClient.ensureQueryData(teachingQueries(api).queue(params.slug))
      : null
    await Promise.all([
      found(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      // The numbers on the tabs; without them the screens are as good.
      waiting?.catch(() => null),
    ])
  },
  component: Builder,
})

function Builder() {
  const { slug } = Route.useParams()
  const api = useApi()
  const session = useSession()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const queue = useQuery({ ...teachingQueries(api).queue(slug), enabled: can(session, 'grading.view') })
  return (
    <>
      <PageHeader
        title={course.title}
        badge={<PublicationBadge status={course.publication_status} />}
        crumbs={[{ label: 'Courses', href: '/courses/admin' }, { label: course.title }]}
      />
      <TabLinks label="Course" items={builderTabs(session, slug, queue.data?.data[0])} />
      <Outlet />
    </>
  )
}
