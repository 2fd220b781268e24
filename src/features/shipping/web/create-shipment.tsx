import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { CreateShipmentScreen } from './screens/create-shipment.tsx'

/** A shipment made by hand (ROU-066, SHP-009, ROL-052). */
export const Route = createFileRoute('/_app/_signed-in/shipments/create')({
  beforeLoad: needs('shipments.create'),
  head: ({ match }) => ({ meta: [{ title: `New shipment – ${match.context.session.portal.name}` }] }),
  component: CreateShipmentScreen,
})
