import { errorText } from '#kernel/errors.ts'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { Button } from '../../public/parts/button.tsx'
import { TimeText } from '../../public/parts/time.tsx'
import type { Conflict, FormValues, RecordForm } from '../form/use-record-form.ts'
import styles from './conflict-dialog.module.css'
import { Differences } from './differences.tsx'

type Props<Values extends FormValues> = { record: RecordForm<Values>; conflict: Conflict<Values> }

/** Says who saved the record meanwhile, shows both versions, and asks which one stays (ERR-138, UIX-041, UIX-042). */
export function ConflictDialog<Values extends FormValues>({ record, conflict }: Props<Values>) {
  const { theirs } = conflict
  const { values } = record
  return (
    <Dialog
      isOpen
      isStrict
      role="alertdialog"
      size="lg"
      title="Somebody saved this before you"
      onClose={() => record.settle('keep')}
      footer={
        <>
          <Button variant="outline" onClick={() => record.settle('keep')}>
            Keep editing
          </Button>
          {theirs && (
            <Button variant="outline" onClick={() => record.settle('theirs')}>
              Use their version
            </Button>
          )}
          <Button onClick={() => record.settle('mine')}>Save mine over it</Button>
        </>
      }
    >
      <p>{errorText('record_changed', { name: conflict.by })}</p>
      <p className={styles.when}>
        Saved <TimeText value={conflict.at} />
      </p>
      <Differences record={record} mine={values} versions={conflict} other="Theirs" />
      <p className={styles.note}>
        {theirs
          ? '“Save mine over it” replaces only the fields that you changed. Everything else stays as they saved it.'
          : 'Their version cannot be shown here: open this in a second window to compare. “Save mine over it” replaces everything they saved.'}
      </p>
    </Dialog>
  )
}
