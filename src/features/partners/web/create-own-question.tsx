import { createFileRoute } from '@tanstack/react-router'
import { needsPartner } from './needs-partner.ts'
import { OwnQuestionScreen } from './screens/own-question.tsx'

/** New question of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/faq/create')({
  beforeLoad: needsPartner('partner-content.create'),
  head: ({ match }) => ({ meta: [{ title: `New question – ${match.context.session.portal.name}` }] }),
  component: () => <OwnQuestionScreen record={null} />,
})
