import { type UseFormReturnType, useForm } from '@mantine/form'
import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { TOASTS } from '#kernel/product/texts.ts'
import { fieldErrors, isDirty, stripEmpty, z } from '#kernel/schema.ts'
import { useOnline } from '../../hooks/use-online.ts'
import { toast } from '../../public/dialogs/toasts.tsx'
import { textOfError } from '../../public/lists/error-text.ts'
import { changedFields, fits, fromLists, mergeEdits, versionOf } from './edits.ts'
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
  /**
   * Sends the values: empty ones left out, cleared ones as null (VAL-002). Rejects with what the call rejects with. The
   * options go with the call that saves: they say which version of the record the edits begin from (API-030).
   */
  save: (payload: Partial<Values>, values: Values, options: SaveOptions) => Promise<unknown>
  /** After a save, before anything else is shown; `false` leaves out the toast. */
  savedText?: string | false
  onSaved?: (answer: unknown, values: Values) => void
  /** Called instead of a save if there is nothing to send (VAL-004). */
  onUnchanged?: () => void
  /** Sends even when nothing has changed (clean-data mode off, VAL-004); always so for a new record. */
  sendsUnchanged?: boolean
  /**
   * Puts edits of two people together that began from the same values; null where somebody has to decide. Without it the
   * one who saves second always decides (UIX-042).
   */
  merge?: (base: Values, mine: Values, theirs: Values) => Values | null
  /** After a save that was put together: what was undone before has to know of their edits. */
  onMerged?: (base: Values, theirs: Values) => void
  /** Says what a field shows for a value, where the value alone does not tell: ids of choices (UIX-042). */
  words?: { [name in keyof Values]?: (value: Values[name]) => string }
  /** What people call a value that several fields show together (UIX-041). */
  labels?: { [name in keyof Values]?: string }
}

/** `version` is that of the record as it was read, where the call that reads it answers one. */
export type SaveOptions = { version?: number }

/** A save that was refused because somebody else saved the record meanwhile; null while there is none. */
export type Conflict<Values extends FormValues> = {
  by: string
  at: string
  version: number
  /** What this form began from, and what is saved now; null when it could not be read. */
  base: Values
  theirs: Values | null
}

/** A save of edits that were put together with somebody else's; `mine` is what this form would have saved. */
type Together<Values extends FormValues> = Conflict<Values> & { theirs: Values; mine: Values }

const savedTogether = (by: string) => `Saved, together with the changes of ${by}.`

export type RecordForm<Values extends FormValues> = {
  form: UseFormReturnType<Values>
  values: Values
  /** What was saved last, as far as this form knows. */
  saved: Values
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  /** False while offline (RTM-008). */
  canSave: boolean
  /** Answers whether everything that was typed is saved. */
  submit: () => Promise<boolean>
  /** Back to what was last saved. */
  reset: () => void
  conflict: Conflict<Values> | null
  /** Ends a conflict: goes on with the own edits, takes what is saved, or saves the own edits over it. */
  settle: (how: 'keep' | 'theirs' | 'mine') => void
  /** The element around the fields; their order in it is their order on the screen. */
  root: React.RefObject<HTMLFormElement | null>
  words: RecordFormOptions<Values>['words']
  labels: RecordFormOptions<Values>['labels']
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
    merge,
    onMerged,
    words,
    labels,
  } = options
  const isNew = !record
  const isOnline = useOnline()
  const root = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(() => startValues(defaults, record))
  const form = useForm<Values>({ initialValues: saved })
  const isRunning = useRef(false)
  const isAskedAgain = useRef(false)
  const [repeats, setRepeats] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState(0)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const version = useRef(versionOf(record))
  const client = useContext(QueryClientContext)
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
  const rereading = useRef<((next: Partial<Values>) => void) | null>(null)
  const adopt = useEffectEvent((next: Partial<Values> | null) => {
    if (next === read.current) return
    read.current = next
    if (next) rereading.current?.(next)
    if (!next || dirty || isRunning.current) return
    version.current = versionOf(next) ?? version.current
    const values = startValues(defaults, next)
    setSaved(values)
    form.setValues(values)
  })
  useEffect(() => adopt(record ?? null), [record])

  /** The record as it is saved now, by what the screen reads it with; null when that does not show it. */
  const reread = async (wanted: number): Promise<{ values: Values | null; version: number }> => {
    const arrived = new Promise<Partial<Values>>((resolve) => {
      rereading.current = (next) => (versionOf(next) ?? 0) >= wanted && resolve(next)
    })
    const tooLate = client
      ?.invalidateQueries({ refetchType: 'active' })
      .then(() => new Promise<null>((resolve) => setTimeout(resolve, 500, null)))
    const next = await Promise.race([arrived, tooLate ?? null])
    rereading.current = null
    const isRead = (versionOf(read.current) ?? -1) >= wanted
    const latest = next ?? (isRead ? read.current : null) ?? (client ? fromLists(client, record, wanted) : null)
    const values = latest && startValues(defaults, latest as Partial<Values>)
    return { values, version: versionOf(latest) ?? wanted }
  }

  /** Meets a save that came too late: goes on where both fit together, else asks. */
  const meet = async (error: unknown, values: Values, base: Values, isAgain: boolean): Promise<boolean> => {
    const { details } = error as { details: Record<string, unknown> }
    const { values: theirs, version: now } = await reread(Number(details.version))
    if (theirs && !isAgain && changedFields(base, theirs).every((name) => fits(theirs, values, name)))
      return send(values, theirs, now, true)
    const other = { by: String(details.changed_by), at: String(details.changed_at), version: now, base }
    const merged = theirs && !isAgain ? merge?.(base, values, theirs) : null
    if (theirs && merged) return send(merged, theirs, now, true, { ...other, theirs, mine: values })
    setConflict({ ...other, theirs })
    return false
  }

  /** Shows what two people saved together, with what was written here while it was being saved. */
  const showTogether = (together: Together<Values>, merged: Values) => {
    const { mine, base, theirs } = together
    const shown = merge?.(mine, form.getValues(), merged)
    onMerged?.(base, theirs)
    if (shown) form.setValues(shown)
    else setConflict({ ...together, version: version.current ?? together.version, base: mine, theirs: merged })
  }

  const send = async (
    values: Values,
    base: Values,
    from: number | undefined,
    isAgain = false,
    together: Together<Values> | null = null,
  ): Promise<boolean> => {
    const payload = stripEmpty(values, { previous: isNew ? null : base }) as Partial<Values>
    try {
      const answer = await save(payload, values, from === undefined ? {} : { version: from })
      version.current = versionOf(answer) ?? (from === undefined ? undefined : from + 1)
      setConflict(null)
      setSaved(values)
      if (together) showTogether(together, values)
      if (savedText !== false) toast.success(together ? savedTogether(together.by) : savedText)
      onSaved?.(answer, values)
      return true
    } catch (error) {
      const { errors: fields, code } = error as { errors?: FieldErrors; code?: string }
      if (fields && Object.keys(fields).length > 0) refuse(fields)
      else if (code === 'record_changed') return await meet(error, values, base, isAgain)
      else toast.error(textOfError(error))
      return false
    }
  }

  const submit = async (): Promise<boolean> => {
    if (!isOnline) return false
    if (isRunning.current) {
      isAskedAgain.current = true
      return false
    }
    if (!isNew && !dirty && !sendsUnchanged) {
      onUnchanged?.()
      return true
    }
    const values = form.getValues()
    const payload = stripEmpty(values, { previous: isNew ? null : saved }) as Partial<Values>
    form.clearErrors()
    const checked = schema && z.safeParse(schema, payload)
    if (checked?.success === false) {
      refuse(fieldErrors(checked.error.issues))
      return false
    }
    isRunning.current = true
    if (maySave && !(await maySave(values))) {
      isRunning.current = false
      return false
    }
    setSaving(true)
    isAskedAgain.current = false
    const isSaved = await send(values, saved, version.current)
    isRunning.current = false
    setSaving(false)
    // What was written during the save and saved by key meanwhile goes next; the same values never go twice (VAL-006).
    const isMore = isDirty(form.getValues(), values)
    if (isAskedAgain.current && !isNew && isMore) setRepeats((count) => count + 1)
    return isSaved && !isMore
  }
  const submitAgain = useEffectEvent(submit)
  useEffect(() => {
    if (repeats > 0) void submitAgain()
  }, [repeats])

  const settle = (how: 'keep' | 'theirs' | 'mine') => {
    setConflict(null)
    if (how === 'keep' || !conflict) return
    const { theirs, base, version: now } = conflict
    version.current = now
    if (theirs) setSaved(theirs)
    if (how === 'theirs' && theirs) return form.setValues(theirs)
    const mine = form.getValues()
    const merged = theirs ? mergeEdits(base, mine, theirs) : mine
    form.setValues(merged)
    isRunning.current = true
    setSaving(true)
    void send(merged, theirs ?? base, now).finally(() => {
      isRunning.current = false
      setSaving(false)
    })
  }

  const reset = () => {
    form.setValues(saved)
    form.clearErrors()
  }
  return {
    form,
    values: form.values,
    saved,
    isNew,
    isDirty: dirty,
    isSaving,
    canSave: isOnline,
    submit,
    reset,
    conflict,
    settle,
    root,
    words,
    labels,
  }
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex], [contenteditable=true]'
