import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from './screens/settings.tsx'

/** The own name and e-mail; whoever lacks one of them is sent here (ROU-048, ROU-121, ROU-122). */
export const Route = createFileRoute('/_app/_signed-in/profile/settings')({
  head: ({ match }) => ({ meta: [{ title: `Profile settings – ${match.context.session.portal.name}` }] }),
  component: SettingsScreen,
})
