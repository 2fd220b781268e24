import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  CertificateList,
  certificateQueries,
  GenerateCertificateButton,
  refreshCertificates,
} from '#features/certificates/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'

/** The certificates of one enrollment; a finished course without one can ask for it (CER-008). */
export function CourseCertificatesScreen({ slug, relatedId }: { slug: string; relatedId: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const userId = viewer?.user_id ?? 0
  const { data: course } = useSuspenseQuery(learnerQueries(api).course(slug, relatedId)).data
  const all = useSuspenseQuery(certificateQueries(api).ofUser(userId)).data.data
  const certificates = all.filter((certificate) => certificate.related_id === relatedId)
  useLive(`notifications.${userId}`, { 'certificate.issued': () => void refreshCertificates(queryClient) })
  const isFinished = course.learner.completed_at !== null
  return (
    <div className={styles.content}>
      <h1>Certificate</h1>
      <CertificateList
        certificates={certificates}
        empty={{
          title: isFinished ? 'No certificate yet' : 'Not there yet',
          text: isFinished
            ? 'You have finished the course. Your certificate can be made now.'
            : `Finish the course, and your certificate appears here. ${course.items_done} of ${course.items_total} items are done.`,
          action: isFinished ? <GenerateCertificateButton relatedIds={[relatedId]} /> : undefined,
        }}
      />
    </div>
  )
}
