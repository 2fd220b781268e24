import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { TOASTS } from '#kernel/product/texts.ts'
import { fieldErrors, isDirty, stripEmpty, z } from '#kernel/schema.ts'
import { useOnline } from '../../hooks/use-online.ts'
import { toast } from '../../public/dialogs/toasts.tsx'
import { textOfError } from '../../public/lists/error-text.ts'
import { firstOf, sortErrors } from './form-errors.ts'

export type FormValues = Record<string, unknown>

export type RecordFormOptions<Values extends FormValues> = {
  /** Every field of the form with what it holds while it is empty. */
  defaults: Values
  /** The record being edited; null or nothing while a new one is made. */
  record?: Partial<Values> | null
  /** The schema of the call's body: checked before the call, with the same texts (VAL-007). */
  schema?: z.core.$ZodType
  /** Asked before anything is sent; false leaves the edits as they are. */
  maySave?: (values: Values) => Promise<boolean>
  /** Sends the values: empty ones left out, cleared ones as null (VAL-002). Rejects with what the call rejects with. */
  save: (payload: Partial<Values>, values: Values) => Promise<unknown>
  /** After a save, before anything else is shown; `false` leaves out the toast. */
  savedText?: string | false
  onSaved?: (answer: unknown, values: Values) => void
  /** Called instead of a save if there is nothing to send (VAL-004). */
  onUnchanged?: () => void
  /** Sends even when nothing has changed (clean-data mode off, VAL-004); always so for a new record. */
  sendsUnchanged?: boolean
}

export type RecordForm<Values extends FormValues> = {
  form: UseFormReturnType<Values>
  values: Values
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  /** False while offline (RTM-008). */
  canSave: boolean
  submit: () => Promise<void>
  /** Back to what was last saved. */
  reset: () => void
  /** The element around the fields; their order in it is their order on the screen. */
  root: React.RefObject<HTMLFormElement | null>
}

/** The record's values, with defaults for missing ones. */
export const startValues = <Values extends FormValues>(defaults: Values, record?: Partial<Values> | null): Values => {
  const values: FormValues = { ...defaults }
  for (const name of Object.keys(defaults)) {
    const value = record?.[name]
    if (value !== undefined && value !== null) values[name] = value
  }
  return values as Values
}

/**
 * What every form of a record does: knows whether it was edited (VAL-003), leaves out what is empty (VAL-001, VAL-002),
 * sends nothing that has not changed (VAL-004) and nothing twice at a time (VAL-006), shows the server's messages at
 * their fields and the rest as toasts (VAL-005), and moves the focus to the first of them (VAL-006). Another record
 * needs another form: give the component around it the record's id as `key`.
 */
export const useRecordForm = <Values extends FormValues>(options: RecordFormOptions<Values>): RecordForm<Values> => {
  const {
    defaults,
    record,
    schema,
    maySave,
    save,
    savedText = TOASTS.saved.text,
    onSaved,
    onUnchanged,
    sendsUnchanged = false,
  } = options
  const isNew = !record
  const isOnline = useOnline()
  const root = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(() => startValues(defaults, record))
  const form = useForm<Values>({ initialValues: saved })
  const isRunning = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState(0)
  const dirty = isDirty(form.values, saved)

  const names = () => {
    const elements = root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []
    return [...new Set([...elements].map((element) => element.dataset.path ?? ''))]
  }

  const refuse = (errors: FieldErrors) => {
    const { fields, others } = sortErrors(errors, names())
    form.setErrors(fields)
    for (const text of others) toast.error(text)
    setFailed((count) => count + 1)
  }

  const focusFirst = useEffectEvent(() => {
    const first = firstOf(names(), form.errors)
    if (!first) return
    const element = root.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(first)}"]`)
    const target = element?.matches(FOCUSABLE) ? element : element?.querySelector<HTMLElement>(FOCUSABLE)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  })
  // The messages have to stand on the screen before the focus can go to the first of them.
  useEffect(() => {
    if (failed > 0) focusFirst()
  }, [failed])

  // The record as the server keeps it can differ from what was sent; edits are never overwritten by it.
  const read = useRef(record ?? null)
  const adopt = useEffectEvent((next: Partial<Values> | null) => {
    if (next === read.current) return
    read.current = next
    if (!next || dirty || isRunning.current) return
    const values = startValues(defaults, next)
    setSaved(values)
    form.setValues(values)
  })
  useEffect(() => adopt(record ?? null), [record])

  const submit = async () => {
    if (isRunning.current || !isOnline) return
    if (!isNew && !dirty && !sendsUnchanged) return onUnchanged?.()
    const values = form.getValues()
    const payload = stripEmpty(values, { previous: isNew ? null : saved }) as Partial<Values>
    form.clearErrors()
    const checked = schema && z.safeParse(schema, payload)
    if (checked?.success === false) return refuse(fieldErrors(checked.error.issues))
    isRunning.current = true
    if (maySave && !(await maySave(values))) {
      isRunning.current = false
      return
    }
    setSaving(true)
    try {
      const answer = await save(payload, values)
      setSaved(values)
      if (savedText !== false) toast.success(savedText)
      onSaved?.(answer, values)
    } catch (error) {
      const fields = (error as { errors?: FieldErrors }).errors
      if (fields && Object.keys(fields).length > 0) refuse(fields)
      else toast.error(textOfError(error))
    } finally {
      isRunning.current = false
      setSaving(false)
    }
  }

  const reset = () => {
    form.setValues(saved)
    form.clearErrors()
  }
  return { form, values: form.values, isNew, isDirty: dirty, isSaving, canSave: isOnline, submit, reset, root }
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex], [contenteditable=true]'
