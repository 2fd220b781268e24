import { useCallback, useEffect, useRef, useState } from 'react'
import { isDirty } from '#kernel/schema.ts'
import type { FormValues, RecordForm } from '#ui/app/form/use-record-form.ts'
import { begin, type History, rebase, redo, settle, step, undo } from '../../rules/history.ts'
import { type Blocks, withValueAt } from '../../rules/operations.ts'

/** Letters typed with longer pauses are undone apart. */
const PAUSE = 1000

/** What a form with blocks in it edits, and what of that can be undone (PGB-008, PGB-044). */
export const useEditHistory = <Values extends FormValues & { components: Blocks }>(
  record: RecordForm<Values>,
  isSame: (one: Values, other: Values) => boolean,
) => {
  const { values, form } = record
  const [history, setHistory] = useState<History<Values>>(() => begin(values))
  // What was not done here can be undone all the same: edits restored from this browser, or the other version of a conflict.
  if (history.present !== values) {
    // What was saved is the record as the server keeps it, and no step of the author.
    const isEqual = isSame(history.present, values) || !record.isDirty || !isDirty(history.present, values)
    setHistory(isEqual ? { ...history, present: values } : step(history, values))
  }

  const now = useRef({ history, values })
  useEffect(() => {
    now.current = { history, values }
  })
  const pause = useRef(0)
  const show = useCallback(
    (next: History<Values>) => {
      now.current = { history: next, values: next.present }
      setHistory(next)
      form.setValues(next.present)
    },
    [form.setValues],
  )
  /** One step of the author; `name` joins it with the step before of the same name. */
  const edit = useCallback(
    (change: (values: Values) => Values, name: string | null = null) => {
      const { history: before, values: current } = now.current
      const next = change(current)
      if (next === current) return false
      clearTimeout(pause.current)
      if (name) pause.current = window.setTimeout(() => setHistory(settle), PAUSE)
      show(step({ ...before, present: current }, next, name))
      return true
    },
    [show],
  )
  useEffect(() => () => clearTimeout(pause.current), [])
  const editBlocks = useCallback(
    (change: (blocks: Blocks) => Blocks, name: string | null = null) =>
      edit((current) => {
        const components = change(current.components)
        return components === current.components ? current : { ...current, components }
      }, name),
    [edit],
  )
  const setField = useCallback(
    (path: string, value: unknown) => {
      form.clearFieldError(path)
      edit((current) => withValueAt(current, path, value), `page ${path}`)
    },
    [edit, form.clearFieldError],
  )
  return {
    edit,
    editBlocks,
    setField,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: useCallback(() => show(undo(now.current.history)), [show]),
    /** Gives every step that can be undone the edits of somebody else. */
    rebase: useCallback(
      (change: (values: Values) => Values | null) => setHistory((before) => rebase(before, change)),
      [],
    ),
    redo: useCallback(() => show(redo(now.current.history)), [show]),
  }
}
