import { createFileRoute } from '@tanstack/react-router'
import { OnThisDeviceScreen } from './screens/on-this-device.tsx'

/** What this device keeps of courses (ROU-152). */
export const Route = createFileRoute('/_learn/_learning/on-this-device')({
  head: ({ match }) => ({ meta: [{ title: `On this device – ${match.context.session.portal.name}` }] }),
  component: OnThisDeviceScreen,
})
