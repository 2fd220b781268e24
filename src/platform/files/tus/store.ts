import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { aboveFloor } from '#platform/files/disk.ts'
import type { UploadOrigin, UploadRecord, UploadRecords } from '#platform/files/tus/records.ts'
import { asDiskFull } from '#platform/files/tus/refusal.ts'

/** An unfinished upload is deleted after 24 hours (UPL-028). */
export const UNFINISHED_LIFETIME_MS = 24 * 3_600_000

/** Runs `create` when there is room for the upload, and refuses it otherwise; one at a time over all processes. */
export type Admit = (record: UploadRecord, create: () => Promise<void>) => Promise<void>
export type UploadStoreOptions = { records: UploadRecords; floor: number; admit: Admit }

/** What the tus server stores and finds: the bytes of an upload in a file with its id, and its record next to it. */
export class UploadStore extends DataStore {
  readonly #records: UploadRecords
  readonly #floor: number
  readonly #admit: Admit
  readonly #announced = new Map<string, { origin: UploadOrigin; isGone: () => boolean }>()

  constructor({ records, floor, admit }: UploadStoreOptions) {
    super()
    this.#records = records
    this.#floor = floor
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
        await fs.promises.writeFile(this.#fileOf(id), '', { flag: 'wx', mode: 0o640 })
        await this.#records.write(record)
      })
      // Nobody learned its address, so it would only keep its room for a day.
      if (isGone()) await this.#forget(id)
    } catch (error) {
      throw asDiskFull(error) ?? error
    }
    return upload
  }

  async #forget(id: string): Promise<void> {
    await fs.promises.rm(this.#fileOf(id), { force: true })
    await this.#records.delete(id)
  }

  /** Writes from an offset on and answers where the file ends. What was written before a failure stays, to go on from. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const target = fs.createWriteStream(this.#fileOf(id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, aboveFloor(this.#records.dir, this.#floor), target)
    } catch (error) {
      // Errors of the request itself pass through, so that the server sees who broke off.
      throw asDiskFull(error) ?? ((error as NodeJS.ErrnoException).syscall ? ERRORS.FILE_WRITE_ERROR : error)
    }
    return offset + target.bytesWritten
  }

  override async getUpload(id: string): Promise<Upload> {
    const record = await this.#records.read(id)
    const file = await fs.promises.stat(this.#fileOf(id)).catch(() => null)
    if (!record || !file) throw ERRORS.FILE_NOT_FOUND
    const { size, metadata, creation_date } = record
    return new Upload({ id, size, metadata, creation_date, offset: file.size })
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const record = await this.#records.read(id)
    if (!record) throw ERRORS.FILE_NOT_FOUND
    await this.#records.write({ ...record, size })
  }

  override getExpiration(): number {
    return UNFINISHED_LIFETIME_MS
  }

  #fileOf(id: string): string {
    return path.join(this.#records.dir, id)
  }
}
