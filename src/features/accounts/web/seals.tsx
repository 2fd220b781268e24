import { createFileRoute } from '@tanstack/react-router'
import { IconCertificate } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { EmptyState } from '#ui/public/empty-state.tsx'
import { ProfileFrame } from './components/profile-frame.tsx'

/** The own seals of approving agencies (ROU-048, CER-021). */
export const Route = createFileRoute('/_app/_signed-in/profile/seals')({
  head: ({ match }) => ({ meta: [{ title: `Seals – ${match.context.session.portal.name}` }] }),
  component: Seals,
})

function Seals() {
  return (
    <ProfileFrame title="Profile">
      <EmptyState
        icon={IconCertificate}
        title="No seals yet"
        text="A seal is the numbered mark of an approving agency on a certificate. Yours stand here when a certificate bears one."
        action={
          <LinkButton href="/profile/certificates" variant="outline">
            See my certificates
          </LinkButton>
        }
      />
    </ProfileFrame>
  )
}
