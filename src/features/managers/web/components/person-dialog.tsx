import { useQuery } from '@tanstack/react-query'
import { listUserCertificates } from '#features/certificates/contract.ts'
import { Person, TitleWithNote } from '#ui/app/person.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { listManagerUsers } from '../../contract.ts'
import styles from '../managers.module.css'

type PersonDialogProps = {
  user: { id: number; display_name: string; avatar: string | null; email: string | null }
  onClose: () => void
}

/** One of a manager's people with all courses, progress and certificates (MGR-010). */
export function PersonDialog({ user, onClose }: PersonDialogProps) {
  const api = useApi()
  const people = useQuery(api.query(listManagerUsers, { query: { search: user.email ?? user.display_name } }))
  const query = useQuery(api.query(listUserCertificates, { params: { userId: user.id }, query: {} }))
  const enrollments = people.data?.data.find(({ id }) => id === user.id)?.enrollments ?? []
  const certificates = query.data?.data ?? []
  const error = people.error ?? query.error
  return (
    <Dialog isOpen size="lg" title={user.display_name} onClose={onClose}>
      <div className={styles.stack}>
        {user.email !== null && user.email !== user.display_name && <Person user={user} />}
        {error && (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        )}
        {(people.isPending || query.isPending) && !error && (
          <>
            <LoadingNote />
            <SkeletonText />
          </>
        )}
        {people.data && (
          <section>
            <h2>Courses</h2>
            <ul className={styles.certificates}>
              {enrollments.map(({ id, course, progress, completed_at: completedAt }) => (
                <li key={id} className={styles.row}>
                  <TitleWithNote
                    title={course.title}
                    note={
                      completedAt && (
                        <>
                          Completed <DayText value={completedAt} />
                        </>
                      )
                    }
                  />
                  <ProgressCell value={progress} label={`Progress in ${course.title}`} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {query.data && (
          <section>
            <h2>Certificates</h2>
            {certificates.length === 0 && <p>None yet.</p>}
            <ul className={styles.certificates}>
              {certificates.map((certificate) => (
                <li key={certificate.id} className={styles.row}>
                  <TitleWithNote
                    title={certificate.course_title}
                    note={
                      <>
                        {certificate.number}, issued <DayText value={certificate.issued_at} />
                      </>
                    }
                  />
                  {certificate.status !== 'valid' && <StatusBadge status={certificate.status} />}
                  <LinkButton
                    href={certificate.file.url}
                    download=""
                    size="sm"
                    variant="outline"
                    icon={IconDownload}
                    aria-label={`PDF of the certificate of ${certificate.course_title}`}
                  >
                    PDF
                  </LinkButton>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
