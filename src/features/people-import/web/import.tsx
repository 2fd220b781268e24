import { createFileRoute, redirect } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { importIn, importQueries } from './queries.ts'
import { ImportScreen } from './screens/import.tsx'

/** People and enrollments from a sheet (USR-060, ROL-047). */
export const Route = createFileRoute('/_app/_signed-in/users/import')({
  beforeLoad: (opening) => {
    needs('users.create')(opening)
    // An import is about everyone in the portal; managers see their own people (USR-040).
    if (opening.context.session.viewer?.current_role === 'manager') throw redirect({ href: '/users', statusCode: 302 })
  },
  loader: async ({ context: { api, queryClient }, location }) => {
    const id = importIn(location.search as Record<string, unknown>)
    const queries = importQueries(api)
    // What cannot be read says so itself.
    await queryClient.ensureQueryData(id === null ? queries.list() : (queries.one(id) as never)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Import people – ${match.context.session.portal.name}` }] }),
  component: ImportScreen,
})
