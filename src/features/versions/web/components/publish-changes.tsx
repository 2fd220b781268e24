import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showCourse } from '#features/courses/contract.ts'
import { Checklist, missingParts } from '#features/courses/web/public.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconCircleCheck } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Textarea } from '#ui/public/parts/field.tsx'
import { listVersionChanges, publishVersion } from '../../contract.ts'
import { useVersionsChanged } from '../use-versions.ts'
import styles from '../versions.module.css'
import { ChangeList } from './change-list.tsx'

type PublishChangesProps = { slug: string; newest: number }

/** The button that publishes the changes of a course's draft as its next version, and the dialog that shows them (VER-005, VER-007). */
export function PublishChanges({ slug, newest }: PublishChangesProps) {
  const [isOpen, setOpen] = useState(false)
  // Kept while its author mends elsewhere what is missing.
  const [note, setNote] = useState('')
  return (
    <>
      <Button icon={IconCircleCheck} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Publish changes
      </Button>
      {isOpen && (
        <PublishChangesDialog slug={slug} newest={newest} note={note} onNote={setNote} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type DialogProps = PublishChangesProps & { note: string; onNote: (note: string) => void; onClose: () => void }

function PublishChangesDialog({ slug, newest, note, onNote, onClose }: DialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const id = useId()
  const result = useQuery(api.query(listVersionChanges, { params: { slug }, query: { from: newest, to: 0 } }))
  // What is missing may have changed with the questions of an exam, so it is read for the dialog.
  const course = useQuery({ ...api.query(showCourse, { params: { slug } }), refetchOnMount: 'always' }).data?.data
  const missing = missingParts(course?.missing_for_publication ?? {})
  const changed = useVersionsChanged()
  const publish = useCall(publishVersion, {
    onSuccess: ({ data: { number } }) => {
      void changed()
      onNote('')
      onClose()
      toast.success(`Version ${number} is published.`)
    },
    onError: (error) => {
      void changed()
      void client.invalidateQueries({ queryKey: [showCourse.path] })
      // Missing parts stand in the dialog.
      if (missingParts(error.errors).length === 0) void toast.error(error)
    },
  })
  return (
    <Dialog
      isOpen
      isStrict={note !== ''}
      onClose={onClose}
      title={`Publish version ${newest + 1}?`}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            icon={IconCircleCheck}
            disabled={!result.data?.data.length || !course || missing.length > 0}
            aria-describedby={missing.length > 0 ? id : undefined}
            isLoading={publish.isPending}
            onClick={() => publish.mutate({ params: { slug }, body: { newest, note: note || null } })}
          >
            Publish changes
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Learners who start from now on get this version. Everyone who has already started keeps theirs until you move
          them.
        </p>
        {course && missing.length > 0 && (
          <section className={styles.missing} aria-labelledby={id}>
            <h3 id={id}>Fix this before you publish</h3>
            <Checklist course={course} isShort onLeave={onClose} />
          </section>
        )}
        {result.data?.data.length === 0 ? (
          <p>There are no changes to publish.</p>
        ) : result.data ? (
          <ChangeList changes={result.data.data} />
        ) : result.error ? (
          <CallFailure error={result.error} refetch={result.refetch} />
        ) : (
          <SkeletonText lines={4} />
        )}
        <Field label="What is new" hint="Shown in the list of versions.">
          <Textarea rows={2} maxLength={500} value={note} onChange={(event) => onNote(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
