import { useQuery } from '@tanstack/react-query'
import { showCourse, updateCourse } from '#features/courses/contract.ts'
import { missingParts, PUBLICATION_MEANINGS, PublicationBadge } from '#features/courses/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { usePortalScope } from '../portal-scope.ts'
import styles from '../portals.module.css'

const LABELS: Record<number, string> = {
  [PUBLICATION.draft]: 'Back to draft',
  [PUBLICATION.published]: 'Publish',
  [PUBLICATION.coming_soon]: 'Announce',
  [PUBLICATION.archived]: 'Archive',
}

type Props = { course: { slug: string; title: string }; onClose: () => void; onSaved: () => unknown }

/** Where the publication of a course can go from here, with what each step means (CAT-006, PRT-050). */
export function PublicationDialog({ course: { slug, title }, onClose, onSaved }: Props) {
  const api = useApi()
  const scope = usePortalScope()
  const { data } = useQuery(api.query(showCourse, { ...scope, params: { slug } }))
  const move = useCall(updateCourse, {
    onSuccess: async ({ data: saved }) => {
      await onSaved()
      onClose()
      toast.success(`${saved.title} is saved.`)
    },
    onError: (error) => void toast.error(error),
  })
  const course = data?.data
  const missing = missingParts(course?.missing_for_publication ?? {})
  return (
    <Dialog isOpen onClose={onClose} title={`Publication of ${title}`}>
      {!course ? (
        <LoadingNote text="Loading the course" />
      ) : (
        <div className={styles.moves}>
          <PublicationBadge status={course.publication_status} />
          {course.next_publication_statuses
            .filter((status) => status !== course.publication_status)
            .map((status) => {
              const isHeld = status === PUBLICATION.published && missing.length > 0
              return (
                <div key={status} className={styles.move}>
                  <div>
                    <strong>{LABELS[status]}</strong>
                    <p>{PUBLICATION_MEANINGS[status]}</p>
                  </div>
                  <Button
                    variant="outline"
                    disabled={isHeld || move.isPending}
                    onClick={() => move.mutate({ ...scope, params: { slug }, body: { publication_status: status } })}
                  >
                    {LABELS[status]}
                  </Button>
                </div>
              )
            })}
          {missing.length > 0 && (
            <Alert tone="warning">Before it can be published it needs {missing.join(', ')}.</Alert>
          )}
        </div>
      )}
    </Dialog>
  )
}
