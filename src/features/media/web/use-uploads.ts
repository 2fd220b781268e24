import { useEffect, useRef, useState } from 'react'
import type { Api } from '#kernel/client.ts'
import { resumableErrorText } from '#kernel/uploads/resumable-uploads.ts'
import { uploadTypeOf, VIDEO_PURPOSE } from '#kernel/uploads/uploads.ts'
import type { DroppedFile } from '#ui/app/form/file-drop.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { type SendingState, sendFile } from '#ui/calls/send-file.ts'
import { sendResumable } from '#ui/calls/send-resumable.ts'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { takeUploadedVideo } from '../contract-admin.ts'
import type { MaterialRow } from './queries.ts'

/** The call that adds to the library alone; others add to it and use the file at once. */
const LIBRARY = '/api/v1/materials'
const OFFLINE = 'You are offline. The file will be sent when you are back online.'

type Sending = DroppedFile & { file: File }

/** The message of a refused file: that of its field, else that of the call (UPL-010, UPL-011). */
export const uploadErrorText = (error: unknown): string =>
  (error as { errors?: Record<string, string[]> }).errors?.file?.[0] ?? textOfError(error)

/** A video is sent in parts, and then taken into the library (UPL-045). */
const sendVideo = (api: Api, file: File, show: (state: SendingState) => void) => {
  const { done, stop } = sendResumable(file, {
    purpose: VIDEO_PURPOSE,
    onProgress: (percent) => show({ percent, isWaiting: false }),
  })
  const sent = done.catch((error: unknown) => {
    throw new Error(resumableErrorText(error, file))
  })
  return { done: sent.then((id) => api.call(takeUploadedVideo, { body: { upload_id: id } })), stop }
}

/** Sends a file into the library; `stop` ends it for good. */
export const sendToLibrary = (api: Api, file: File, show: (state: SendingState) => void) => {
  const { done, stop } =
    uploadTypeOf(file.name) === 'video' ? sendVideo(api, file, show) : sendFile(LIBRARY, file, show)
  return { done: done as Promise<{ data: MaterialRow }>, stop }
}

/** Files on their way into the library: each with its progress, or marked with why it failed (UPL-017). */
export const useUploads = <Answer = MaterialRow>(onAdded: (answer: Answer) => void, address: string = LIBRARY) => {
  const api = useApi()
  const [files, setFiles] = useState<readonly Sending[]>([])
  const number = useRef(0)
  const newest = useRef(onAdded)
  const running = useRef(new Map<DroppedFile['id'], () => void>())
  useEffect(() => {
    newest.current = onAdded
  })
  useEffect(() => {
    const all = running.current
    return () => {
      for (const stop of all.values()) stop()
    }
  }, [])

  const change = (id: number, next: Partial<Sending>) =>
    setFiles((now) => now.map((each) => (each.id === id ? { ...each, ...next } : each)))
  const drop = (id: DroppedFile['id']) => setFiles((now) => now.filter((each) => each.id !== id))

  const start = (file: File) => {
    number.current += 1
    const id = number.current
    setFiles((now) => [...now, { id, name: file.name, size: file.size, progress: 0, file }])
    const show = ({ percent, isWaiting }: SendingState) =>
      change(id, { progress: isWaiting ? 0 : Math.floor(percent), note: isWaiting ? OFFLINE : undefined })
    const { done, stop } = address === LIBRARY ? sendToLibrary(api, file, show) : sendFile(address, file, show)
    running.current.set(id, stop)
    done
      .then((answer) => {
        drop(id)
        newest.current((answer as { data: Answer }).data)
      })
      .catch((error: unknown) => change(id, { error: uploadErrorText(error), progress: undefined, note: undefined }))
      .finally(() => running.current.delete(id))
  }
  const remove = ({ id }: DroppedFile) => {
    running.current.get(id)?.()
    drop(id)
  }
  const retry = ({ id }: DroppedFile) => {
    const failed = files.find((each) => each.id === id)
    drop(id)
    if (failed) start(failed.file)
  }
  return { files, add: (files: readonly File[]) => files.forEach(start), remove, retry }
}
