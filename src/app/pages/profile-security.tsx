import { createFileRoute } from '@tanstack/react-router'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import { listSessions } from '#features/sessions/contract-list.ts'
import { SessionList } from '#features/sessions/web/components/session-list.tsx'
import { showTwoFactor } from '#features/two-factor/contract.ts'
import { TwoFactorSettings } from '#features/two-factor/web/components/two-factor-settings.tsx'
import { FormSection, FormSections, Wide } from '#ui/app/form/detail-form.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'

/** Second factors and sessions of the own account (ROU-140, AUT-058, AUT-071). */
export const Route = createFileRoute('/_app/_signed-in/profile/security')({
  loader: async ({ context: { api, queryClient, session } }) => {
    // Closed to those who work as somebody else (AUT-021).
    if (session.viewer?.impersonator_id) return null
    const [standing] = await Promise.all([
      api.call(showTwoFactor),
      queryClient.ensureQueryData(api.query(listSessions)).catch(() => null),
    ])
    return standing.data
  },
  head: ({ match }) => ({ meta: [{ title: `Sign-in and security – ${match.context.session.portal.name}` }] }),
  component: Security,
})

function Security() {
  const standing = Route.useLoaderData()
  const { viewer } = useSession()
  return (
    <ProfileFrame title="Profile">
      {standing ? (
        <FormSections>
          <FormSection
            title="Two-factor sign-in"
            text="A second step protects your account even if somebody learns your password. It counts in every site you belong to."
          >
            <Wide>
              <TwoFactorSettings initial={standing} />
            </Wide>
          </FormSection>
          <SessionList />
        </FormSections>
      ) : (
        <Alert tone="warning" title="Not available while you work as someone else">
          Only {viewer?.first_name ?? 'the person'} can change how they sign in. Return to your account to change yours.
        </Alert>
      )}
    </ProfileFrame>
  )
}
