import { createFileRoute, redirect } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'
import { learnerQueries } from './queries.ts'
import { OwnCoursesScreen } from './screens/own-courses.tsx'

/** A learner's own courses; everyone else is redirected to their courses (ROU-049). */
export const Route = createFileRoute('/_learn/courses/')({
  beforeLoad: async (opening) => {
    const { session } = opening.context
    const { viewer, portal } = session
    if (!viewer && portal.flags.is_channel && portal.flags.is_marketable && !portal.flags.is_in_house) {
      const { runGuards } = await import('#kernel/access/guards.ts')
      const open = runGuards(['portal-blocked', 'portal-invalid'], session, { path: '/courses', query: {} })
      if (open.kind === 'pass') throw redirect({ href: '/course', statusCode: 302 })
    }
    await guarded('auth', 'portal-blocked', 'portal-invalid', 'user-invalid')(opening)
    if (viewer?.current_role === 'manager') throw redirect({ href: '/courses/managers', statusCode: 302 })
    if (viewer && viewer.current_role !== 'learner') throw redirect({ href: '/courses/admin', statusCode: 302 })
  },
  loader: ({ context }) => {
    const queries = learnerQueries(context.api)
    return Promise.all([
      context.queryClient.ensureQueryData(queries.courses('current')),
      context.queryClient.ensureQueryData(queries.courses('past')),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `My courses – ${match.context.session.portal.name}` }] }),
  component: OwnCoursesScreen,
})
