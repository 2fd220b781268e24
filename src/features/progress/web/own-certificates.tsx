import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CertificateList, certificateQueries } from '#features/certificates/web/public.ts'
import { useApi, useSession } from '#ui/api.tsx'
import styles from './learn.module.css'

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
    <div className={styles.page}>
      <h1>My certificates</h1>
      <CertificateList certificates={certificates} />
    </div>
  )
}
