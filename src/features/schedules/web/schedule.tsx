import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listSchedules } from '../contract.ts'
import { ScheduleScreen } from './screens/schedule.tsx'

/** The instructor-led dates (ROU-043). */
export const Route = createFileRoute('/_site/_storefront/course/schedule')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: ({ context, deps }) =>
    orNotFound(context.api.call(listSchedules, { query: deps.cursor ? { cursor: deps.cursor } : {} })),
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Schedule of instructor-led training',
      description: `Dates and places of the classes of ${match.context.session.portal.name}, with times in the zone of each place.`,
      path: '/course/schedule',
      query: match.search as Record<string, unknown>,
      data: {
        kind: 'other',
        crumbs: [
          { title: 'Courses', path: '/course' },
          { title: 'Schedule', path: '/course/schedule' },
        ],
      },
    }),
  headers: ({ loaderData, match }) => {
    const { id } = match.context.session.portal
    const people = loaderData?.data.flatMap(({ instructor }) => (instructor ? [`person:${instructor.id}`] : [])) ?? []
    return { 'x-page-tags': [`schedules:${id}`, `courses:${id}`, ...new Set(people)].join(' ') }
  },
  component: Schedule,
})

function Schedule() {
  return <ScheduleScreen page={Route.useLoaderData()} />
}
