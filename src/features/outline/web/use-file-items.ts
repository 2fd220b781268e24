import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sendToLibrary, uploadErrorText } from '#features/media/web/public.ts'
import { ApiError } from '#kernel/client.ts'
import type { DroppedFile } from '#ui/app/form/file-drop.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { textOfError } from '#ui/public/lists/error-text.ts'
import {
  type FileKind,
  keptForRetry,
  kindOfFile,
  type MadeOfFile,
  refusalOfFile,
  titleOfFile,
} from '../rules/dropped-files.ts'
import { useOutlineContext } from './outline-context.ts'
import { type Course, MODULE_ITEM_CALLS, type OutlineItem } from './queries.ts'

/** `key` is that of the file in all its tries (API-024): an answer that was lost leaves one item behind, not two. */
type Entry = DroppedFile & { file: File; module_id: number | null; key: string; made: MadeOfFile }

/** The module that is made for files where a course has none. */
const FIRST_MODULE = 'Uploaded files'
const OFFLINE = 'You are offline. The file will be sent when you are back online.'

/** Thrown for a file that was taken out while it was on its way. */
class Stopped extends Error {}

/** A connection that is gone fails as a TypeError, whose words are the browser's. */
const textOf = (error: unknown): string => {
  if (error instanceof TypeError) return textOfError(new ApiError(0, { code: 'unreachable', message: '' }))
  return error instanceof ApiError ? uploadErrorText(error) : (error as Error).message
}
const refusalOf = (error: unknown) =>
  error instanceof ApiError ? { status: error.status, fields: Object.keys(error.errors) } : { status: 0, fields: [] }

/**
 * Files that become items of an outline (BLD-089): one after the other, so that the items stand in the order of the files,
 * each with its progress, or with why it failed.
 */
export const useFileItems = (course: Course, items: readonly OutlineItem[]) => {
  const api = useApi()
  const { calls, changed, takePackage } = useOutlineContext()
  const [files, setFiles] = useState<readonly Entry[]>([])
  const [added, setAdded] = useState<readonly string[]>([])
  const [isRunning, setRunning] = useState(false)
  const number = useRef(0)
  const queue = useRef<Entry[]>([])
  const current = useRef<{ id: Entry['id']; stop: () => void } | null>(null)
  const made = useRef<number | null>(null)
  const isBusy = useRef(false)

  const change = (id: Entry['id'], next: Partial<Entry>) =>
    setFiles((now) => now.map((each) => (each.id === id ? { ...each, ...next } : each)))
  const drop = (id: Entry['id']) => setFiles((now) => now.filter((each) => each.id !== id))

  /** Never resolves: what is sent in parts does not end when it is stopped. */
  const stopping = (id: Entry['id'], stop: () => void) =>
    new Promise<never>((_, reject) => {
      const end = () => {
        stop()
        reject(new Stopped())
      }
      current.current = { id, stop: end }
    })

  /** Files go into the module that was chosen, else the last one, else one that is made for them. */
  const moduleFor = async ({ module_id: chosen, made: { module_id: before }, key }: Entry): Promise<number> => {
    const modules = items.filter((item) => item.itemable_type === 'Module').map(({ itemable_id }) => itemable_id)
    const isThere = chosen !== null && modules.includes(chosen)
    const last = before ?? (isThere ? chosen : (modules.at(-1) ?? made.current))
    if (last !== null) return last
    const body = { title: FIRST_MODULE }
    const once = { idempotency_key: `${key}-module` }
    const { data } = (await api.call(calls.Module.create, { params: { courseId: course.id }, body }, once)) as {
      data: { itemable_id: number }
    }
    made.current = data.itemable_id
    return data.itemable_id
  }
  const sendPackage = async ({ id, file }: Entry): Promise<MadeOfFile> => {
    const { done, stop } = await takePackage(api, file, ({ percent, note }) => change(id, { progress: percent, note }))
    const { id: scorm_id, title: scorm_title } = await Promise.race([done, stopping(id, stop)])
    return { scorm_id, scorm_title }
  }
  const makePackage = async (entry: Entry) => {
    if (entry.made.scorm_id === undefined) entry.made = await sendPackage(entry)
    const { scorm_id, scorm_title } = entry.made
    const body = { title: scorm_title?.slice(0, 200) || titleOfFile(entry.name), scorm_id }
    await api.call(
      calls.ScormModule.create,
      { params: { courseId: course.id }, body },
      { idempotency_key: `${entry.key}-item` },
    )
  }
  const sendFile = async ({ id, file }: Entry): Promise<string> => {
    const { done, stop } = sendToLibrary(api, file, ({ percent, isWaiting }) =>
      change(id, { progress: isWaiting ? 0 : Math.floor(percent), note: isWaiting ? OFFLINE : undefined }),
    )
    return (await Promise.race([done, stopping(id, stop)])).data.uuid
  }
  const makeModuleItem = async (entry: Entry, kind: Exclude<FileKind, 'ScormModule'>) => {
    const media_uuid = entry.made.media_uuid ?? (await sendFile(entry))
    entry.made = { ...entry.made, media_uuid }
    const module_id = await moduleFor(entry)
    entry.made = { media_uuid, module_id }
    const body = { module_id, title: titleOfFile(entry.name), media_uuid }
    await api.call(MODULE_ITEM_CALLS[kind].create, { body: body as never }, { idempotency_key: `${entry.key}-item` })
  }
  const make = async (entry: Entry) => {
    const kind = kindOfFile(entry.name) as FileKind
    await (kind === 'ScormModule' ? makePackage(entry) : makeModuleItem(entry, kind))
    await changed()
  }
  const run = useEffectEvent(async () => {
    isBusy.current = true
    setRunning(true)
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, name } = next
      try {
        await make(next)
        drop(id)
        setAdded((now) => [...now, name])
      } catch (error) {
        const made = keptForRetry(next.made, refusalOf(error))
        if (!(error instanceof Stopped))
          change(id, { error: textOf(error), progress: undefined, note: undefined, made })
      }
      current.current = null
    }
    isBusy.current = false
    setRunning(false)
  })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn > 0 && !isBusy.current) void run()
  }, [turn])
  useEffect(
    () => () => {
      queue.current = []
      current.current?.stop()
    },
    [],
  )

  const begin = (entries: readonly Entry[]) => {
    setFiles((now) => [...now, ...entries])
    queue.current.push(...entries.filter(({ error }) => error === undefined))
    setTurn((now) => now + 1)
  }
  const add = (chosen: readonly File[], module_id: number | null) => {
    setAdded([])
    begin(
      chosen.map((file) => {
        number.current += 1
        const { name, size } = file
        const error = refusalOfFile(file) ?? undefined
        return {
          id: number.current,
          name,
          size,
          file,
          module_id,
          key: newUuid(),
          made: {},
          ...(error ? { error, isRefused: true } : { progress: 0 }),
        }
      }),
    )
  }
  const remove = ({ id }: DroppedFile) => {
    queue.current = queue.current.filter((each) => each.id !== id)
    if (current.current?.id === id) current.current.stop()
    drop(id)
  }
  const retry = ({ id }: DroppedFile) => {
    const failed = files.find((each) => each.id === id)
    drop(id)
    if (failed) begin([{ ...failed, error: undefined, progress: 0 }])
  }
  return { files, added, isRunning, add, remove, retry }
}

export type FileItems = ReturnType<typeof useFileItems>
