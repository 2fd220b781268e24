import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import { CertificateList, certificateQueries } from '#features/certificates/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'

/** The own certificates of all courses (ROU-048, CER-014). */
export const Route = createFileRoute('/_app/_signed-in/profile/certificates')({
  loader: ({ context }) => {
    const { viewer } = context.session
    return viewer && context.queryClient.ensureQueryData(certificateQueries(context.api).ofUser(viewer.user_id))
  },
  head: () => ({ meta: [{ title: 'My certificates' }] }),
  component: OwnCertificates,
})

function OwnCertificates() {
  const { viewer } = useSession()
  const certificates = useSuspenseQuery(certificateQueries(useApi()).ofUser(viewer?.user_id ?? 0)).data.data
  return (
    <ProfileFrame title="Profile">
      <CertificateList certificates={certificates} />
    </ProfileFrame>
  )
}
