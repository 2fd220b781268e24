import { createFileRoute } from '@tanstack/react-router'
import { showBadgeOptions } from '#features/badges/contract-options.ts'
import { BadgeSignIn } from '#features/badges/web/components/badge-sign-in.tsx'
import { listDemoPeople } from '#features/sessions/contract.ts'
import { LoginScreen } from '#features/sessions/web/screens/login.tsx'
import { signOnOptions } from '#features/single-sign-on/contract-signing.ts'
import { SignOnButtons } from '#features/single-sign-on/web/public.ts'
import { PasskeySignIn } from '#features/two-factor/web/components/passkey-sign-in.tsx'
import { isSessionEnding, type SessionEnding } from '#kernel/access/session-ending.ts'
import { useSession } from '#ui/calls/api.tsx'

/** The sign-in form (ROU-016), with a button for each provider of the portal (SSO-004), for passkeys (AUT-061) and badges (BDG-022). */
export const Route = createFileRoute('/_site/_guest/login')({
  validateSearch: (search: Record<string, unknown>): { reason?: SessionEnding } =>
    isSessionEnding(search.reason) ? { reason: search.reason } : {},
  loader: async ({ context: { api, session } }) => {
    const [people, options, badges] = await Promise.all([
      session.has_demo ? api.call(listDemoPeople) : null,
      // Without it the password is left.
      api.call(signOnOptions).catch(() => null),
      api.call(showBadgeOptions).catch(() => null),
    ])
    return {
      people: people?.data.filter((person) => person.badge_number === null) ?? [],
      options: options?.data ?? null,
      hasBadges: badges?.data.has_badges ?? false,
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Sign in – ${match.context.session.portal.name}` }] }),
  component: Login,
})

function Login() {
  const { people, options, hasBadges } = Route.useLoaderData()
  const session = useSession()
  const { reason } = Route.useSearch()
  // An open page knows only that its session has ended; the server knows how.
  const ended = session.ended ?? reason ?? null
  const isPasswordOff = options?.password_sign_in === 'off'
  return (
    <LoginScreen
      people={people}
      ended={ended}
      isPasswordOff={isPasswordOff}
      ways={
        <>
          <PasskeySignIn />
          {hasBadges && !isPasswordOff && <BadgeSignIn />}
          <a href="/lite/switch?to=lite&at=%2Flogin">Lite version for slow connections</a>
        </>
      }
    >
      {hasBadges && isPasswordOff && <BadgeSignIn />}
      {options && <SignOnButtons {...options} />}
    </LoginScreen>
  )
}
