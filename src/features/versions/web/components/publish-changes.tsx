import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  return (
    <>
      <Button icon={IconCircleCheck} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Publish changes
      </Button>
      {isOpen && <PublishChangesDialog slug={slug} newest={newest} onClose={() => setOpen(false)} />}
    </>
  )
}

function PublishChangesDialog({ slug, newest, onClose }: PublishChangesProps & { onClose: () => void }) {
  const result = useQuery(useApi().query(listVersionChanges, { params: { slug }, query: { from: newest, to: 0 } }))
  const [note, setNote] = useState('')
  const changed = useVersionsChanged()
  const publish = useCall(publishVersion, {
    onSuccess: ({ data: { number } }) => {
      void changed()
      onClose()
      toast.success(`Version ${number} is published.`)
    },
    onError: (error) => {
      void changed()
      void toast.error(error)
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
            disabled={!result.data?.data.length}
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
        {result.data ? (
          <ChangeList changes={result.data.data} />
        ) : result.error ? (
          <CallFailure error={result.error} refetch={result.refetch} />
        ) : (
          <SkeletonText lines={4} />
        )}
        <Field label="What is new" hint="Shown in the list of versions.">
          <Textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
