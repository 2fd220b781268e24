import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { undescribedQuery } from './queries.ts'
import { AlternativeTextsScreen } from './screens/alternative-texts.tsx'

/** The pictures without an alternative text, one after the other (UPL-052). */
export const Route = createFileRoute('/_app/_signed-in/admin/media/alternative-texts')({
  beforeLoad: needs('site-content.update'),
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(undescribedQuery(api)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Alternative texts – ${match.context.session.portal.name}` }] }),
  component: AlternativeTextsScreen,
})
