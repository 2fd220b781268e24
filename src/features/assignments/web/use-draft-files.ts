import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#ui/api.tsx'
import type { DroppedFile } from '#ui/app/file-drop.tsx'
import { textOfError } from '#ui/public/error-text.ts'
import { toast } from '#ui/public/toasts.tsx'
import { addDraftFile, removeDraftFile } from '../contract.ts'

type Kept = { uuid: string; name: string; size: number }
type Sending = { id: string; file: File; error?: string }
type Given = { assignmentId: number; relatedId: number; files: readonly Kept[]; onChange: () => unknown }

let counter = 0

/**
 * The files of a response that is being written: each goes to the server as soon as it is chosen, so that handing in is
 * quick and nothing is lost; one that the network stopped is sent again when that is back (ASG-023, UPL-017).
 */
export const useDraftFiles = ({ assignmentId, relatedId, files, onChange }: Given) => {
  const api = useApi()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const params = { assignmentId }

  const send = async (one: Sending) => {
    setSending((all) => all.map((other) => (other.id === one.id ? { id: one.id, file: one.file } : other)))
    const form = new FormData()
    form.append('related_id', String(relatedId))
    form.append('file', one.file)
    try {
      await api.call(addDraftFile, { params, body: { related_id: relatedId } }, { files: form })
      await onChange()
      setSending((all) => all.filter(({ id }) => id !== one.id))
    } catch (error) {
      setSending((all) => all.map((other) => (other.id === one.id ? { ...one, error: textOfError(error) } : other)))
    }
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file) => ({ id: `new-${++counter}`, file }))
    setSending((all) => [...all, ...added])
    for (const one of added) void send(one)
  }
  const remove = async ({ id }: DroppedFile) => {
    if (sending.some((one) => one.id === id)) return setSending((all) => all.filter((one) => one.id !== id))
    try {
      await api.call(removeDraftFile, { params: { ...params, uuid: String(id) }, query: { related_id: relatedId } })
      await onChange()
    } catch (error) {
      toast.error(error)
    }
  }
  const again = useEffectEvent(() => {
    for (const one of sending) if (one.error) void send(one)
  })
  useEffect(() => {
    const onOnline = () => again()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  const shown: DroppedFile[] = [
    ...files.map(({ uuid, name, size }) => ({ id: uuid, name, size })),
    ...sending.map(({ id, file, error }) => ({ id, name: file.name, size: file.size, ...(error && { error }) })),
  ]
  return {
    shown,
    add,
    remove,
    isSending: sending.some((one) => !one.error),
    hasFailed: sending.some((one) => one.error),
  }
}
