import { useEffect, useEffectEvent, useState } from 'react'
import { keptStorage, restored } from '../../kept/kept-storage.ts'
import type { FormValues, RecordForm } from '../form/use-record-form.ts'

/**
 * Keeps the edits of a form in this browser until they are saved or discarded, and restores them when the form is
 * opened again, even after a crash of the browser. `id` names the person and the record.
 */
export function EditKeeper<Values extends FormValues>({ id, record }: { id: string; record: RecordForm<Values> }) {
  const key = `edits ${id}`
  const [isOpen, setOpen] = useState(false)
  const goOn = useEffectEvent(() => {
    setOpen(true)
    try {
      const edits = JSON.parse(keptStorage.getItem(key) ?? 'null') as Partial<Values> | null
      if (edits && !record.isDirty) record.form.setValues(edits)
    } catch {
      // Nothing that could be gone on with.
    }
  })
  useEffect(() => void restored().then(goOn), [])
  const written = JSON.stringify(record.values)
  useEffect(() => {
    try {
      // What is written before the kept edits are there takes their place.
      if (record.isDirty) keptStorage.setItem(key, written)
      else if (isOpen) keptStorage.removeItem(key)
    } catch {
      // Without storage only the page keeps them.
    }
  }, [isOpen, key, written, record.isDirty])
  return null
}
