import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileNameOf } from '#kernel/uploads/file-name.ts'
import { ZIP_RULE } from '#kernel/uploads/resumable-uploads.ts'
import type { Files } from '#platform/files/files.ts'
import { createPgLocker, type PgLockerOptions } from '#platform/files/tus/locker.ts'
import type { PartRef, UploadRecord } from '#platform/files/tus/records.ts'
import { asDiskFull, NO_SUCH_UPLOAD, refuseUpload } from '#platform/files/tus/refusal.ts'
import { createRoom, type OwnerStorage } from '#platform/files/tus/room.ts'
import type { UploadSpace, Whole } from '#platform/files/tus/space.ts'
import { type Admit, UNFINISHED_LIFETIME_MS } from '#platform/files/tus/store.ts'

/** A finished upload that nobody uses is deleted after 7 days (UPL-028). */
const FINISHED_LIFETIME_MS = 7 * 24 * 3_600_000
const MAX_PARTS = 16
/** The lock under which room on the disk is given out; no upload has this id. */
const ROOM = 'room'

/** A whole file that has arrived. */
export interface FinishedUpload {
  id: string
  /** Bytes. */
  size: number
  /** As the client named it, without folders and control characters. */
  filename: string
  /** What the client says the file is for; null where it says nothing. */
  purpose: string | null
  owner: string
}

/**
 * Takes note of a whole file. It may be called again for the same id when a process died, so it must be idempotent;
 * when it throws, the file counts as unfinished and the client may try again.
 */
export type OnFinal = (upload: FinishedUpload) => Promise<void>

export interface UploadsOptions extends PgLockerOptions {
  /** All processes that take uploads share it. */
  space: UploadSpace
  /** Bytes of one upload; what one without a declared length may turn out to have. */
  maxSize?: number
  /** The storage of the portal that an owner uploads for; null if there is no limit. */
  storageOf?: (owner: string) => Promise<OwnerStorage | null>
}

export interface JoinedFile {
  metadata: UploadRecord['metadata']
  /** Bytes. */
  maxSize: number
  onFinal: OnFinal
  /** Called with the number of bytes of the joined file that stand. */
  onJoin?: (progress: { id: string; bytes: number; size: number }) => void
}

/** The name of a file without its folders (UPL-031). */
export const cleanFilename = (metadata: UploadRecord['metadata']): string =>
  fileNameOf((metadata?.filename ?? '').split(/[\\/]/).at(-1) ?? '', 255)

/** The uploads that the tus server does not know: joined, finished and expired ones. */
export const openUploads = (options: UploadsOptions) => {
  const { space, maxSize = ZIP_RULE.maxSize, storageOf = async () => null, ...lockerOptions } = options
  const locker = createPgLocker(lockerOptions)
  const { records } = space
  const room = createRoom({ space, maxSize, storageOf })
  const bytesOf = (upload: Whole): Promise<number | null> => space.sizeOf(upload)

  const own = async (id: string, owner: string): Promise<UploadRecord> => {
    const record = await records.read(id)
    return record && record.owner === owner ? record : refuseUpload(404, NO_SUCH_UPLOAD)
  }

  const known = async (id: string): Promise<UploadRecord> => {
    const record = await records.read(id)
    if (!record) throw new Error(`There is no upload ${id}`)
    return record
  }

  type Candidate = { record: UploadRecord; create: () => Promise<void>; done: PromiseWithResolvers<void> }
  let candidates: Candidate[] = []

  /** Judges all that wait, one after the other, and creates those with room at the same time: the parts of a file come together. */
  const admitWaiting = async (): Promise<void> => {
    const all = await room.readAll()
    const creating: Promise<void>[] = []
    for (let next = candidates.shift(); next; next = candidates.shift()) {
      const { record, create, done } = next
      try {
        await room.requireForNew(record, all)
        all.push(record)
        creating.push(create().then(done.resolve, done.reject))
      } catch (error) {
        done.reject(error)
      }
    }
    await Promise.all(creating)
  }

  const admit: Admit = (record, create) => {
    const done = Promise.withResolvers<void>()
    candidates.push({ record, create, done })
    if (candidates.length === 1)
      locker.withLock(ROOM, admitWaiting).catch((error: unknown) => {
        const refused = candidates
        candidates = []
        for (const candidate of refused) candidate.done.reject(error)
      })
    return done.promise
  }

  /** Hands a whole file over, once; the lock of the upload is held. */
  const handOver = async (record: UploadRecord, onFinal: OnFinal): Promise<void> => {
    if (record.finished_at || record.size === undefined) return
    const { id, size, owner } = record
    const purpose = record.metadata?.purpose ?? null
    await onFinal({ id, size, filename: cleanFilename(record.metadata), purpose, owner })
    await records.write({ ...record, finished_at: new Date().toISOString() })
  }

  const isWhole = async (record: UploadRecord): Promise<boolean> =>
    record.finished_at !== undefined || (record.size !== undefined && (await bytesOf(record)) === record.size)

  /** Hands over a plain upload when all its bytes are there. Parts are never handed over on their own. */
  const finish = async (id: string, onFinal: OnFinal): Promise<void> => {
    await locker.withLock(id, async () => {
      const record = await records.read(id)
      if (record && !record.is_partial && !record.parts && (await isWhole(record))) await handOver(record, onFinal)
    })
  }

  const checkParts = async (ids: readonly string[], owner: string, into: string): Promise<PartRef[]> => {
    const parts: PartRef[] = []
    for (const id of ids) {
      const record = await own(id, owner)
      if (!record.is_partial) refuseUpload(400, 'Only parts can be joined.')
      if (record.joined_into !== undefined && record.joined_into !== into)
        refuseUpload(400, 'A part belongs to another upload already.')
      if (record.size === undefined || (await bytesOf(record)) !== record.size)
        return refuseUpload(400, 'A part is not complete.')
      parts.push({ id, size: record.size })
    }
    return parts
  }

  /** Gives every part to the joined file; from then on nobody writes to a part or deletes it. */
  const claimParts = async (record: UploadRecord, parts: readonly PartRef[]): Promise<UploadRecord> => {
    for (const { id } of parts)
      await locker.withLock(id, async () => {
        const part = await own(id, record.owner)
        await records.write({ ...part, joined_into: record.id })
      })
    const joining: UploadRecord = { ...record, is_joining: true }
    await records.write(joining)
    return joining
  }

  const abandon = async (record: UploadRecord): Promise<void> => {
    await records.delete(record.id)
    for (const { id } of record.parts ?? []) {
      const { joined_into, ...part } = (await records.read(id)) ?? {}
      if (joined_into === record.id) await records.write(part as UploadRecord)
    }
  }

  const claimOrAbandon = async (record: UploadRecord, parts: readonly PartRef[]): Promise<UploadRecord> => {
    try {
      return await claimParts(record, parts)
    } catch (error) {
      await abandon(record)
      throw error
    }
  }

  /**
   * Makes one file of complete parts of one owner and hands it over. The same parts give the same id, and every step
   * can be repeated, so a request that comes again after a crash, or twice, ends in the same file (UPL-023, UPL-025).
   */
  const concatenate = async (owner: string, ids: readonly string[], file: JoinedFile): Promise<string> => {
    if (ids.length === 0 || ids.length > MAX_PARTS || new Set(ids).size !== ids.length)
      refuseUpload(400, 'The list of parts cannot be used.')
    const id = createHash('sha256')
      .update([owner, ...ids].join('\n'))
      .digest('hex')
      .slice(0, 32)
    await locker
      .withLock(id, async () => {
        let record = await records.read(id)
        if (record?.finished_at) return
        if (!record) {
          const parts = await checkParts(ids, owner, id)
          const size = parts.reduce((sum, part) => sum + part.size, 0)
          if (size > file.maxSize) refuseUpload(413, 'The file is too large.')
          // Room for one part twice is kept by the parts, but others may have used up the disk.
          await space.requireRoom(Math.max(...parts.map((part) => part.size)))
          const creation_date = new Date().toISOString()
          record = { id, size, metadata: file.metadata, creation_date, owner, is_partial: false, parts }
          await records.write(record)
        }
        const parts = record.parts ?? []
        const size = record.size ?? 0
        if (!record.is_joining) record = await claimOrAbandon(record, parts)
        for await (const bytes of space.join(id, parts)) file.onJoin?.({ id, bytes, size })
        await handOver(record, file.onFinal)
      })
      .catch((error) => {
        throw asDiskFull(error) ?? error
      })
    return id
  }

  const removeAll = async (record: UploadRecord): Promise<void> => {
    for (const { id } of [...(record.parts ?? []), record]) {
      await space.remove({ id })
      await records.delete(id)
    }
  }

  /**
   * Deletes an unfinished upload of its owner. A finished one has been handed over and can no longer be deleted here.
   */
  const terminate = async (id: string, owner: string): Promise<void> => {
    await own(id, owner)
    await locker.withLock(id, async () => {
      const record = await own(id, owner)
      if (record.finished_at) refuseUpload(400, 'The upload is complete.')
      if (record.joined_into !== undefined) refuseUpload(410, 'The part belongs to a joined upload.')
      await removeAll(record)
    })
  }

  const hasExpired = async (record: UploadRecord, now: Date): Promise<boolean> => {
    if (record.joined_into !== undefined) return (await records.read(record.joined_into)) === undefined
    const since = new Date(record.finished_at ?? record.creation_date).getTime()
    return now.getTime() - since > (record.finished_at ? FINISHED_LIFETIME_MS : UNFINISHED_LIFETIME_MS)
  }

  const deleteIfExpired = async (id: string, now: Date): Promise<boolean> => {
    const isDeleted = await locker.tryLock(id, async () => {
      const record = await records.read(id)
      if (!record || !(await hasExpired(record, now))) return false
      await removeAll(record)
      return true
    })
    return isDeleted === true
  }

  return {
    space,
    locker,
    own,
    bytesOf,
    finish,
    concatenate,
    terminate,
    /** Creates an upload when there is room for it. */
    admit,
    /** Keeps room for what an archive unpacks to; answers why there is none. */
    planUnpacking: (id: string, bytes: number) => locker.withLock(ROOM, () => room.planUnpacking(id, bytes)),

    /** A finished upload whose bytes are still there, or null. */
    find: async (id: string): Promise<FinishedUpload | null> => {
      const record = await records.read(id)
      if (!record?.finished_at || record.released_at || record.size === undefined) return null
      const { size, owner } = record
      const purpose = record.metadata?.purpose ?? null
      return { id, size, filename: cleanFilename(record.metadata), purpose, owner }
    },

    /** The beginning of a whole upload. */
    head: async (id: string, bytes: number): Promise<Buffer> =>
      buffer(await space.read(await known(id), { start: 0, end: bytes - 1 })),

    /** Runs work with a whole upload as a file of this machine, which is the work's to read and nobody's to keep. */
    withFile: async <T>(id: string, work: (path: string) => Promise<T>): Promise<T> =>
      space.withFile(await known(id), work),

    /** Stores a whole upload among the files. */
    copyTo: async (files: Files, key: string, id: string): Promise<void> => space.copyTo(files, key, await known(id)),

    /** Gives up the bytes of a finished upload; its record answers repeated requests until it expires. */
    release: async (id: string): Promise<void> => {
      await locker.withLock(id, async () => {
        const record = await records.read(id)
        if (!record?.finished_at) return
        await space.remove(record)
        await records.write({ ...record, released_at: new Date().toISOString() })
      })
    },

    /**
     * Deletes unfinished uploads after 24 hours and finished ones that nobody released or moved after 7 days (UPL-028);
     * what is being written at the moment is left to the next run. Answers how many uploads were deleted.
     */
    deleteExpired: async (now = new Date()): Promise<number> => {
      let count = 0
      for (const id of await records.ids()) if (await deleteIfExpired(id, now)) count += 1
      await space.removeOrphans(new Date(now.getTime() - UNFINISHED_LIFETIME_MS))
      return count
    },

    /** How many uploads are on their way; the parts of one count each. */
    countUnfinished: async (): Promise<number> =>
      (await room.readAll()).filter(({ finished_at: at, joined_into: whole }) => !at && whole === undefined).length,

    close: () => locker.close(),
  }
}

export type Uploads = ReturnType<typeof openUploads>
