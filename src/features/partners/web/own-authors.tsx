import { createFileRoute } from '@tanstack/react-router'
import { contentQueries } from './content-queries.ts'
import { needsPartner } from './needs-partner.ts'
import { OwnAuthorsScreen } from './screens/own-authors.tsx'

/** Authors of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/')({
  beforeLoad: needsPartner('partner-content.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    const query = contentQueries(api).authors(location.search as Record<string, unknown>)
    await queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Authors – ${match.context.session.portal.name}` }] }),
  component: OwnAuthorsScreen,
})
