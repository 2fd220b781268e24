import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import type { DroppedFile } from '#ui/app/form/file-drop.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { forgetFile, keepFile, storedFiles } from '#ui/kept/kept-files.ts'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { addDraftFile, removeDraftFile } from '../contract.ts'

type KeptFile = { uuid: string; client_id: string | null; name: string; size: number }
type Sending = { id: string; file: File; error?: string }
type DraftFilesOptions = {
  assignmentId: number
  relatedId: number
  files: readonly KeptFile[]
  onChange: () => unknown
}

const WAITS = 'Saved in this browser. It will be sent when you are back online.'

/** Files being uploaded: a page that is opened again at that moment must not upload them a second time. */
const onTheWay = new Set<string>()

/** The server has looked at the file and does not take it; everything else may pass. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 419, 429].includes(error.status)

/**
 * The files of a response that is being written: each goes to the server as soon as it is chosen, so that handing in is
 * quick. One that the network stopped is kept in the browser and sent when that is back, also by a later page (ASG-023,
 * UPL-017).
 */
export const useDraftFiles = ({ assignmentId, relatedId, files, onChange }: DraftFilesOptions) => {
  const api = useApi()
  const work = `assignment ${useSession().viewer?.user_id} ${relatedId} ${assignmentId}`
  const [sending, setSending] = useState<readonly Sending[]>([])
  const params = { assignmentId }
  // What the server called those that it has, and which of the others were taken away before it had them.
  const uuids = useRef(new Map<string, string>())
  const takenAway = useRef(new Set<string>())
  // The files that this page has uploaded or tried: the browser's storage may report the same file later than it was
  // chosen.
  const begun = useRef(new Set<string>())
  /** Those that the browser is keeping; each ends when the file is on the disk. */
  const keeping = useRef(new Map<string, Promise<void>>())
  const takeBack = (uuid: string) =>
    api.call(removeDraftFile, { params: { ...params, uuid }, query: { related_id: relatedId } })

  const send = async (one: Sending) => {
    setSending((all) => all.map((other) => (other.id === one.id ? { id: one.id, file: one.file } : other)))
    const form = new FormData()
    form.append('related_id', String(relatedId))
    // The server knows by it a file whose answer was lost.
    form.append('client_id', one.id)
    form.append('file', one.file)
    onTheWay.add(one.id)
    try {
      const { data } = await api.call(
        addDraftFile,
        { params, body: { related_id: relatedId, client_id: one.id } },
        { files: form },
      )
      uuids.current.set(one.id, data.uuid)
      await forgetFile(one.id)
      if (takenAway.current.delete(one.id)) await takeBack(data.uuid)
      await onChange()
      setSending((all) => all.filter(({ id }) => id !== one.id))
    } catch (error) {
      if (isRefused(error)) void forgetFile(one.id)
      // A person who reads that the file is stored may leave.
      else await keeping.current.get(one.id)
      const text = error instanceof ApiError ? textOfError(error) : WAITS
      setSending((all) => all.map((other) => (other.id === one.id ? { ...one, error: text } : other)))
    } finally {
      onTheWay.delete(one.id)
    }
  }
  const begin = (added: readonly Sending[]) => {
    for (const { id } of added) begun.current.add(id)
    setSending((all) => [...all, ...added])
    for (const one of added) void send(one)
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file) => ({ id: newUuid(), file }))
    for (const { id, file } of added) keeping.current.set(id, keepFile({ id, work, file }))
    begin(added)
  }
  const remove = async (file: DroppedFile) => {
    const id = String(file.id)
    const isSending = sending.some((one) => one.id === id)
    const uuid = uuids.current.get(id) ?? (isSending ? null : id)
    if (isSending) {
      void forgetFile(id)
      setSending((all) => all.filter((one) => one.id !== id))
    }
    if (uuid === null) {
      if (onTheWay.has(id)) takenAway.current.add(id)
      return
    }
    try {
      await takeBack(uuid)
      await onChange()
    } catch (error) {
      toast.error(error)
    }
  }
  const goOn = useEffectEvent(async () => {
    const stored = (await storedFiles(work)).filter(({ id }) => !onTheWay.has(id) && !begun.current.has(id))
    // If it is there already, only the answer was lost.
    const isThere = ({ id }: Sending) => files.some(({ client_id }) => client_id === id)
    for (const one of stored) if (isThere(one)) void forgetFile(one.id)
    begin(stored.filter((one) => !isThere(one)).map(({ id, file }) => ({ id, file })))
  })
  const again = useEffectEvent(() => {
    for (const one of sending) if (one.error) void send(one)
  })
  useEffect(() => {
    void goOn()
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
