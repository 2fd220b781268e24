import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../cx.ts'
import { useTypedBefore } from '../../hooks/use-typed-before.ts'
import { SAVES_BY_KEY } from '../../page/early-clicks.ts'
import { confirm } from '../../public/dialogs/confirm.tsx'
import { Dialog, type DialogProps } from '../../public/dialogs/dialog.tsx'
import { Button } from '../../public/parts/button.tsx'
import { ConflictDialog } from '../edits/conflict-dialog.tsx'
import { UnsavedOffer, useForgetUnsaved } from '../edits/unsaved-offer.tsx'
import { PageHeader, type PageHeaderProps } from '../page-header.tsx'
import { OpenElsewhere } from '../presence/open-elsewhere.tsx'
import styles from './form.module.css'
import { FormContext } from './form-context.ts'
import { SaveMark, type SaveState } from './save-mark.tsx'
import { type FormValues, type RecordForm, type RecordFormOptions, useRecordForm } from './use-record-form.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

type Children<Values extends FormValues> = ReactNode | ((record: RecordForm<Values>) => ReactNode)

export type DetailFormProps<Values extends FormValues> = RecordFormOptions<Values> &
  Omit<Partial<PageHeaderProps>, 'actions'> & {
    actions?: Children<Values>
    /** Sections with their fields. */
    children: Children<Values>
    saveLabel?: string
    /** Names the record: what is not saved of it is kept in this browser, and offered when its form is opened again (BLD-075). */
    keepAs?: string
    /** Shows the values without letting anybody change them. */
    isReadOnly?: boolean
    /** Below the form: what cannot be undone, apart from everything else. */
    danger?: ReactNode
  }

/**
 * The one form screen of the product: sections, a bar with the save button that stays in view, Ctrl+S, and the guard
 * against losing edits. What it does with values and errors: `useRecordForm`.
 */
export function DetailForm<Values extends FormValues>(props: DetailFormProps<Values>) {
  const {
    title,
    text,
    badge,
    crumbs,
    actions,
    children,
    saveLabel = 'Save',
    isReadOnly = false,
    danger,
    onSaved,
  } = props
  const release = useRef(() => {})
  const forget = useForgetUnsaved(props.keepAs)
  const record = useRecordForm<Values>({
    ...props,
    onSaved: (answer, values) => {
      release.current()
      forget()
      onSaved?.(answer, values)
    },
  })
  const { letGo } = useUnsavedGuard(record.isDirty && !isReadOnly)
  useEffect(() => {
    release.current = letGo
  }, [letGo])
  useSaveKey(record, !isReadOnly)
  return (
    <>
      {title && (
        <PageHeader
          title={title}
          text={text}
          badge={badge}
          crumbs={crumbs}
          actions={typeof actions === 'function' ? actions(record) : actions}
        />
      )}
      <RecordFields record={record} isReadOnly={isReadOnly} className={styles.form}>
        {!isReadOnly && <OpenElsewhere isEditing={record.isDirty} />}
        {props.keepAs && !isReadOnly && <UnsavedOffer name={props.keepAs} record={record} />}
        {typeof children === 'function' ? children(record) : children}
        {!isReadOnly && (
          <div className={styles.bar} data-save-bar>
            <SaveMark state={stateOf({ ...record, isNew: record.isNew || props.sendsUnchanged === true })} />
            {record.isDirty && !record.isNew && (
              <Button variant="ghost" onClick={record.reset} disabled={record.isSaving}>
                Discard
              </Button>
            )}
            <Button
              type="submit"
              isLoading={record.isSaving}
              disabled={!record.canSave || !(record.isDirty || record.isNew || props.sendsUnchanged)}
              title="Ctrl+S"
            >
              {saveLabel}
            </Button>
          </div>
        )}
      </RecordFields>
      {danger && <div className={styles.after}>{danger}</div>}
    </>
  )
}

type FormState = { canSave: boolean; isSaving: boolean; isDirty: boolean; isNew: boolean }
const stateOf = ({ canSave, isSaving, isDirty, isNew }: FormState): SaveState => {
  if (!canSave) return 'offline'
  if (isSaving) return 'saving'
  return isDirty ? 'unsaved' : isNew ? 'ready' : 'saved'
}

type RecordFieldsProps<Values extends FormValues> = {
  record: RecordForm<Values>
  isReadOnly?: boolean
  className?: string
  id?: string
  children: ReactNode
}

/** The form element around fields of a record, for forms that are neither a screen nor a dialog. */
export function RecordFields<Values extends FormValues>({
  record,
  isReadOnly = false,
  className,
  id,
  children,
}: RecordFieldsProps<Values>) {
  useTypedBefore(record.root)
  return (
    <form
      ref={record.root}
      id={id}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        void record.submit()
      }}
    >
      <FormContext value={{ form: record.form as never, isReadOnly }}>{children}</FormContext>
      {record.conflict && <ConflictDialog record={record} conflict={record.conflict} />}
    </form>
  )
}

/** Ctrl+S, on a Mac Cmd+S, saves, also from within a field; a form behind an open dialog waits. */
export const useSaveKey = <Values extends FormValues>({ submit, root }: RecordForm<Values>, isOn: boolean) => {
  const newest = useRef(submit)
  useEffect(() => {
    newest.current = submit
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      const front = [...document.querySelectorAll('dialog:modal')].at(-1)
      if (!front || front.contains(root.current)) void newest.current()
    }
    addEventListener('keydown', onKey)
    root.current?.setAttribute(SAVES_BY_KEY, '')
    return () => removeEventListener('keydown', onKey)
  }, [isOn, root])
}

type FormSectionProps = { title?: ReactNode; text?: ReactNode; isDanger?: boolean; children: ReactNode }

/** Fields that belong together, with what they are about. */
export function FormSection({ title, text, isDanger, children }: FormSectionProps) {
  return (
    <section className={cx(styles.section, isDanger && styles.danger)}>
      <div className={styles.words}>
        {title && <h2>{title}</h2>}
        {text && <p>{text}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

/** Sections that are not of one form, as far apart as those that are. */
export const FormSections = ({ children }: { children: ReactNode }) => <div className={styles.form}>{children}</div>

/** A field, or anything else, over the whole width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}

export type FormDialogProps<Values extends FormValues> = RecordFormOptions<Values> &
  Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'size'> & {
    children: Children<Values>
    text?: ReactNode
    saveLabel?: string | ((values: Values) => string)
    keepAs?: string
    isDanger?: boolean
  }

/** A form in a dialog; Ctrl+S saves, it closes when its values are saved or were not changed, and asks before edits are lost (UIX-026). */
export function FormDialog<Values extends FormValues>(props: FormDialogProps<Values>) {
  if (!props.isOpen) return null
  return <OpenFormDialog {...props} />
}

function OpenFormDialog<Values extends FormValues>(props: FormDialogProps<Values>) {
  const { onClose, title, size, text, children, saveLabel = 'Save', isDanger, onSaved } = props
  const release = useRef(() => {})
  const forget = useForgetUnsaved(props.keepAs)
  const record = useRecordForm<Values>({
    ...props,
    onSaved: (answer, values) => {
      release.current()
      forget()
      onSaved?.(answer, values)
      onClose()
    },
    onUnchanged: onClose,
  })
  const { letGo } = useUnsavedGuard(record.isDirty)
  useEffect(() => {
    release.current = letGo
  }, [letGo])
  useSaveKey(record, true)
  const leave = async () => {
    if (!record.isDirty || (await confirm('unsaved_changes'))) onClose()
  }
  return (
    <Dialog
      isOpen
      isStrict={record.isDirty}
      onClose={() => void leave()}
      title={title}
      size={size}
      footer={
        <>
          <Button variant="outline" onClick={() => void leave()}>
            Cancel
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isLoading={record.isSaving}
            disabled={!record.canSave}
            onClick={() => void record.submit()}
          >
            {typeof saveLabel === 'function' ? saveLabel(record.values) : saveLabel}
          </Button>
        </>
      }
    >
      {text && <p>{text}</p>}
      <RecordFields record={record} className={styles.fields}>
        {props.keepAs && <UnsavedOffer name={props.keepAs} record={record} />}
        {typeof children === 'function' ? children(record) : children}
        {/* Enter in a field sends the form, whose visible button stands outside of it. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </RecordFields>
    </Dialog>
  )
}
