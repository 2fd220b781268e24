import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { exportQueries, FileList } from '#features/exports/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCertificate } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { makeCourseEvidence, makeEnrollmentEvidence, makePersonEvidence, makePortalEvidence } from '../../contract.ts'
import styles from './evidence.module.css'

/** What a file is made about; the portal has no id. */
export type EvidenceSubject =
  | { about: 'enrollment' | 'person' | 'course'; id: number; name: string }
  | { about: 'portal'; name: string }

const WORDS = {
  enrollment: 'this enrollment',
  person: 'all courses of this person',
  course: 'everyone in this course',
  portal: 'everyone in this portal',
} as const

const useMake = (subject: EvidenceSubject) => {
  const api = useApi()
  if (subject.about === 'portal') return () => api.call(makePortalEvidence)
  const call = { enrollment: makeEnrollmentEvidence, person: makePersonEvidence, course: makeCourseEvidence }[
    subject.about
  ]
  return () => api.call(call, { params: { id: subject.id } })
}

/** Makes a signed file for an inspector, and hands out those that were made (EVD-010). */
export function EvidenceDialog({ subject, onClose }: { subject: EvidenceSubject; onClose: () => void }) {
  const queries = exportQueries(useApi())
  const client = useQueryClient()
  const make = useMake(subject)
  const withAnswers = can(useSession(), 'grading.view')
  const [isStarting, setStarting] = useState(false)
  const files = (useQuery(queries).data?.data.files ?? []).filter(({ kind }) => kind.startsWith('evidence-'))
  const start = async () => {
    setStarting(true)
    try {
      await make()
      toast.success('We are making the file. You will get a notification when it is ready.')
      await client.invalidateQueries({ queryKey: queries.queryKey })
    } catch (error) {
      await toast.error(error)
    } finally {
      setStarting(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Inspector’s file"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button icon={IconCertificate} isLoading={isStarting} onClick={() => void start()}>
            Make the file
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <p>
          A signed ZIP with the training records of {WORDS[subject.about]}: <strong>{subject.name}</strong>.
        </p>
        <ul className={styles.list}>
          <li>PDF files to read, and JSON for programs</li>
          <li>
            Course versions, dates, times, attempts, {withAnswers ? 'answers, ' : ''}grades, resets, changes, and
            certificates
          </li>
          <li>A page that checks the file without a connection: a single changed byte is found</li>
        </ul>
        {!withAnswers && <Alert>Answers and submitted work are left out, because you can’t see them.</Alert>}
        {files.length > 0 && (
          <section aria-labelledby="evidence-files">
            <h3 id="evidence-files" className={styles.heading}>
              Your files
            </h3>
            <FileList files={files} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
