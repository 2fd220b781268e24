import { createFileRoute } from '@tanstack/react-router'
import { needsPartner } from './needs-partner.ts'
import { OwnFeatureScreen } from './screens/own-feature.tsx'

/** New feature of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/create')({
  beforeLoad: needsPartner('partner-content.create'),
  head: ({ match }) => ({ meta: [{ title: `New feature – ${match.context.session.portal.name}` }] }),
  component: () => <OwnFeatureScreen record={null} />,
})
