import { createFileRoute } from '@tanstack/react-router'
import { openMember } from './open-person.ts'
import { personRoute } from './person-route.ts'
import { ChangePasswordScreen } from './screens/change-password.tsx'
import { needsEverybody } from './sees-everybody.ts'

/** Sets a password for somebody (ROU-071, USR-010, USR-032). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/change-password')({
  beforeLoad: needsEverybody,
  ...personRoute('Password', undefined, { open: openMember }),
  component: Screen,
})

function Screen() {
  const { id } = Route.useLoaderData()
  return <ChangePasswordScreen key={id} id={id} />
}
