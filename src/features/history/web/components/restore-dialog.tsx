import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { PartState } from '#ui/app/list/part-state.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { restoreHistory } from '../../contract.ts'
import styles from '../history.module.css'
import { historyQueries, type Preview, type PreviewLine, type RestoreTarget, type Subject } from '../queries.ts'
import { ValueTable } from './value-table.tsx'

const NOUNS: Record<Subject['kind'], string> = {
  settings: 'field',
  person: 'field',
  roles: 'permission',
  course: 'field',
}

type RestoreDialogProps = {
  subject: Subject
  target: RestoreTarget
  title: string
  onClose: () => void
  onRestored: () => void
}

/** What a restore would change, and what stays with the reason, before anything is restored (HIS-011 to HIS-014). */
export function RestoreDialog({ subject, target, title, onClose, onRestored }: RestoreDialogProps) {
  const client = useQueryClient()
  const counted = (count: number) => `${count} ${NOUNS[subject.kind]}${count === 1 ? '' : 's'}`
  const router = useRouter()
  const query = useQuery(historyQueries(useApi(), subject).preview(target))
  const preview = query.data?.data
  const restore = useCall(restoreHistory, {
    onSuccess: async ({ data }) => {
      await client.invalidateQueries()
      await router.invalidate()
      toast.success(`Restored ${counted(data.fields.length)}. You can restore what was there before the same way.`)
      onRestored()
    },
    onError: async (error) => {
      toast.error(error)
      await query.refetch()
    },
  })
  const run = ({ seen_id, fields }: Preview) => restore.mutate({ body: { ...subject, ...target, seen_id, fields } })
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {preview && preview.fields.length > 0 && (
            <Button isLoading={restore.isPending} disabled={query.isFetching} onClick={() => run(preview)}>
              Restore {counted(preview.fields.length)}
            </Button>
          )}
        </>
      }
    >
      {preview ? <PreviewParts lines={preview.lines} /> : <PartState query={query} label="the preview" lines={5} />}
    </Dialog>
  )
}

const noteOf = ({ is_changed_since: isChanged }: PreviewLine) => isChanged && 'Changed again since'

function PreviewParts({ lines }: { lines: readonly PreviewLine[] }) {
  const restored = lines.filter(({ reason }) => reason === null)
  const kept = lines.filter(({ reason }) => reason !== null)
  if (lines.length === 0) return <p>Nothing differs from how it is now, so there is nothing to restore.</p>
  return (
    <div className={styles.stack}>
      {restored.length === 0 && (
        <Alert tone="warning" title="Nothing can be restored">
          The reasons are below.
        </Alert>
      )}
      {restored.length > 0 && (
        <section className={styles.stack}>
          <h3>Will be restored</h3>
          <ValueTable
            label="Will be restored"
            titles={['Now', 'After the restore']}
            rows={restored.map((line) => ({
              key: line.field,
              label: line.label,
              values: [line.from, line.to],
              note: noteOf(line),
            }))}
          />
        </section>
      )}
      {restored.some(({ field, to }) => field === 'is_blocked' && to === 'Yes') && (
        <p>Blocking ends every session of this person. Unused seats and credits go back.</p>
      )}
      {kept.length > 0 && (
        <section className={styles.stack}>
          <h3>Stays as it is</h3>
          <ValueTable
            label="Stays as it is"
            titles={['Now', 'Before']}
            rows={kept.map((line) => ({
              key: line.field,
              label: line.label,
              values: [line.from, line.is_forgotten ? 'Deleted' : line.to],
              note: line.reason,
            }))}
          />
        </section>
      )}
    </div>
  )
}
