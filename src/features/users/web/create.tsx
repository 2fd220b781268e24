import { createFileRoute } from '@tanstack/react-router'
import { CreateUserScreen } from './screens/create.tsx'
import { needsEverybody } from './sees-everybody.ts'

/** Adds somebody to the portal (ROU-070, USR-025). */
export const Route = createFileRoute('/_app/_signed-in/users/create')({
  beforeLoad: needsEverybody,
  head: ({ match }) => ({ meta: [{ title: `Add a person – ${match.context.session.portal.name}` }] }),
  component: CreateUserScreen,
})
