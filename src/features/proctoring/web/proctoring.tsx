import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { proctoringQueries } from './queries.ts'
import { ProctoringScreen } from './screens/proctoring.tsx'

/** The screen of proctors (TRD-046, ROU-149). */
export const Route = createFileRoute('/_app/_signed-in/proctoring')({
  beforeLoad: needs('grading.view'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(proctoringQueries(api).now()),
  head: ({ match }) => ({ meta: [{ title: `Proctoring – ${match.context.session.portal.name}` }] }),
  component: ProctoringScreen,
})
