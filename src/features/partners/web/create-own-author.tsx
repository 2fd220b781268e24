import { createFileRoute } from '@tanstack/react-router'
import { needsPartner } from './needs-partner.ts'
import { OwnAuthorScreen } from './screens/own-author.tsx'

/** New author of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/create')({
  beforeLoad: needsPartner('partner-content.create'),
  head: ({ match }) => ({ meta: [{ title: `New author – ${match.context.session.portal.name}` }] }),
  component: () => <OwnAuthorScreen record={null} />,
})
