import { createFileRoute } from '@tanstack/react-router'
import { OwnSecret } from '#features/badges/web/public.ts'
import { showMe } from '#features/sessions/contract.ts'
import { ChangePasswordScreen } from '#features/sessions/web/screens/change-password.tsx'
import { OwnMobile } from '#features/text-messages/web/public.ts'

/** Changes the own password (ROU-048), or what goes with the own badge (BDG-034, TXT-010). */
export const Route = createFileRoute('/_app/_signed-in/profile/change-password')({
  loader: async ({ context }) => ({ provider: (await context.api.call(showMe)).data.password_provider }),
  head: ({ match }) => ({ meta: [{ title: `Change password – ${match.context.session.portal.name}` }] }),
  component: ChangePassword,
})

function ChangePassword() {
  const own = (
    <>
      <OwnSecret />
      <OwnMobile />
    </>
  )
  return <ChangePasswordScreen {...Route.useLoaderData()} badge={own} />
}
