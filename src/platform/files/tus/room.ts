import { UNFINISHED_UPLOADS_MAX } from '#kernel/uploads/resumable-uploads.ts'
import { type PortalStorage, quotaText } from '#platform/files/portal-storage.ts'
import type { UploadRecord } from '#platform/files/tus/records.ts'
import { NO_ROOM, refuseUpload, TOO_MANY_UPLOADS } from '#platform/files/tus/refusal.ts'
import type { UploadSpace } from '#platform/files/tus/space.ts'

/** The storage of the portal that an owner uploads for; its other uploads have owners that begin with `prefix`. */
export type OwnerStorage = PortalStorage & { prefix: string }

type Planned = Pick<UploadRecord, 'id' | 'size' | 'metadata' | 'owner'>
type RoomOptions = {
  space: UploadSpace
  /** Bytes that an upload without a declared size may turn out to have. */
  maxSize: number
  storageOf: (owner: string) => Promise<OwnerStorage | null>
}

/**
 * Packages are mostly pictures and videos, which hardly compress. Until an archive is opened, its own size is reserved
 * once more; after that, the size in its directory.
 */
const unpackedEstimate = (size: number): number => size
const needOf = (size: number): number => size + unpackedEstimate(size)

/** The parts of one file are sent with the file's own name and size, so that all of them are judged as that file. */
const setOf = ({ metadata, owner }: Planned): string | null => (metadata?.set ? `${owner} ${metadata.set}` : null)
const totalOf = ({ metadata }: Planned): number => {
  const total = Number(metadata?.total ?? 0)
  return Number.isSafeInteger(total) && total > 0 ? total : 0
}

/** Bytes that the uploads of the folder will still write, over all processes: their records are what all of them read. */
export const createRoom = ({ space, maxSize, storageOf }: RoomOptions) => {
  const { records } = space

  const readAll = async (): Promise<UploadRecord[]> => {
    const uploads = await Promise.all((await records.ids()).map((id) => records.read(id)))
    return uploads.filter((record): record is UploadRecord => record !== undefined && !record.released_at)
  }

  const sizeOf = (record: Planned): number => record.size ?? maxSize

  /** What one upload will still write: the rest of its bytes, and what it unpacks to. */
  const outstandingOf = async (record: UploadRecord): Promise<number> => {
    if (record.joined_into !== undefined) return 0
    const size = sizeOf(record)
    const unpacked = record.unpacks_to ?? unpackedEstimate(size)
    // What goes to somebody else is not unpacked here.
    if (record.finished_at) return record.metadata?.purpose ? 0 : unpacked
    // The bytes of a file that is being joined lie in its parts.
    if (record.parts) return unpacked
    return Math.max(0, size - ((await space.sizeOf(record)) ?? 0)) + unpacked
  }

  const sum = async (list: readonly UploadRecord[]): Promise<number> =>
    (await Promise.all(list.map(outstandingOf))).reduce((all, one) => all + one, 0)

  /** Bytes that portals are charged for: whole files that have not become a package yet, each once. */
  const heldBy = (list: readonly UploadRecord[], prefix: string): number =>
    list
      .filter(({ owner, joined_into }) => owner.startsWith(prefix) && joined_into === undefined)
      .reduce((all, record) => all + Math.max(sizeOf(record), record.unpacks_to ?? 0), 0)

  const hasRoom = async (bytes: number, others: readonly UploadRecord[]): Promise<boolean> => {
    const free = await space.free()
    return free === Number.POSITIVE_INFINITY || free - (await sum(others)) >= bytes
  }

  return {
    /** The uploads there are, for `requireForNew`. */
    readAll,

    /**
     * Refuses a new upload if the person has too many unfinished ones, its portal has no storage left, or the disk has
     * no room for it and all other uploads in progress (UPL-038, UPL-039). Call it under the lock of the folder.
     */
    requireForNew: async (planned: Planned, all: readonly UploadRecord[]): Promise<void> => {
      const own = all.filter(({ owner, finished_at }) => owner === planned.owner && !finished_at)
      if (own.length >= UNFINISHED_UPLOADS_MAX) refuseUpload(429, TOO_MANY_UPLOADS)
      const set = setOf(planned)
      const others = all.filter((record) => set === null || setOf(record) !== set)
      const size = Math.max(sizeOf(planned), set === null ? 0 : totalOf(planned))
      const storage = await storageOf(planned.owner)
      if (storage) {
        const used = storage.used + heldBy(others, storage.prefix)
        if (used + size > storage.quota) refuseUpload(413, quotaText({ ...storage, used }, size))
      }
      if ((await space.free()) === Number.POSITIVE_INFINITY) return
      // What of the set has arrived already is on the disk.
      const parts = all.filter((record) => !others.includes(record))
      const arrived = parts.reduce((done, part) => done + needOf(sizeOf(part)), 0) - (await sum(parts))
      if (!(await hasRoom(needOf(size) - arrived, others))) refuseUpload(413, NO_ROOM)
    },

    /**
     * Reserves room for the unpacked size of an archive, as its directory gives it, until it is released. Returns
     * `disk` or the sentence of the quota if there is no room. Call it under the lock of the folder.
     */
    planUnpacking: async (id: string, bytes: number): Promise<'disk' | { quota: string } | null> => {
      const all = await readAll()
      const record = all.find((one) => one.id === id)
      const others = all.filter((one) => one.id !== id)
      if (!record) return (await hasRoom(bytes, others)) ? null : 'disk'
      const storage = await storageOf(record.owner)
      if (storage) {
        const used = storage.used + heldBy(others, storage.prefix)
        if (used + bytes > storage.quota) return { quota: quotaText({ ...storage, used }, bytes) }
      }
      if (!(await hasRoom(bytes, others))) return 'disk'
      await records.write({ ...record, unpacks_to: bytes })
      return null
    },
  }
}
