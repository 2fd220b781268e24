import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { isStorageUnavailable } from '#platform/files/store.ts'
import type { UploadOrigin, UploadRecord } from '#platform/files/tus/records.ts'
import { asDiskFull } from '#platform/files/tus/refusal.ts'
import type { UploadSpace } from '#platform/files/tus/space.ts'

/** An unfinished upload is deleted after 24 hours (UPL-028). */
export const UNFINISHED_LIFETIME_MS = 24 * 3_600_000

/** Runs `create` when there is room for the upload, and refuses it otherwise; one at a time over all processes. */
export type Admit = (record: UploadRecord, create: () => Promise<void>) => Promise<void>
export type UploadStoreOptions = { space: UploadSpace; admit: Admit }

/** What the tus server stores and finds: the bytes of an upload, and its record. */
export class UploadStore extends DataStore {
  readonly #space: UploadSpace
  readonly #admit: Admit
  readonly #announced = new Map<string, { origin: UploadOrigin; isGone: () => boolean }>()

  constructor({ space, admit }: UploadStoreOptions) {
    super()
    this.#space = space
    this.#admit = admit
    // The server looks for `concatenation` under this misspelled name before it lets a part through.
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
      'concatentation',
    ]
  }

  /** Says who is making the upload that is about to be created with this id, and whether they are still there. */
  announce(id: string, origin: UploadOrigin, isGone: () => boolean): void {
    this.#announced.set(id, { origin, isGone })
  }

  override async create(upload: Upload): Promise<Upload> {
    const announced = this.#announced.get(upload.id)
    this.#announced.delete(upload.id)
    if (!announced) throw new Error(`Nobody announced the upload ${upload.id}`)
    const { origin, isGone } = announced
    const { id, size, metadata, creation_date } = upload
    const record: UploadRecord = {
      id,
      ...(size === undefined ? {} : { size }),
      ...(metadata === undefined ? {} : { metadata }),
      creation_date: creation_date ?? new Date().toISOString(),
      ...origin,
    }
    try {
      await this.#admit(record, async () => {
        await this.#space.create(id)
        await this.#space.records.write(record)
      })
      // Nobody learned its address, so it would only keep its room for a day.
      if (isGone()) await this.#forget(id)
    } catch (error) {
      throw asDiskFull(error) ?? error
    }
    return upload
  }

  async #forget(id: string): Promise<void> {
    await this.#space.remove({ id })
    await this.#space.records.delete(id)
  }

  /** Writes from an offset on and answers where the file ends. What was written before a failure stays, to go on from. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    try {
      return await this.#space.append(id, offset, readable)
    } catch (error) {
      // Errors of the request itself pass through, so that the server sees who broke off.
      const isOurs = isStorageUnavailable(error) || (error as NodeJS.ErrnoException).syscall !== undefined
      throw asDiskFull(error) ?? (isOurs ? ERRORS.FILE_WRITE_ERROR : error)
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const [record, offset] = await Promise.all([this.#space.records.read(id), this.#space.sizeOf({ id })])
    if (!record || offset === null) throw ERRORS.FILE_NOT_FOUND
    const { size, metadata, creation_date } = record
    return new Upload({ id, size, metadata, creation_date, offset })
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const record = await this.#space.records.read(id)
    if (!record) throw ERRORS.FILE_NOT_FOUND
    await this.#space.records.write({ ...record, size })
  }

  override getExpiration(): number {
    return UNFINISHED_LIFETIME_MS
  }
}
