import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { UploadOrigin, UploadRecords } from '#platform/tus/records.ts'
import { asDiskFull } from '#platform/tus/refusal.ts'

/** An unfinished upload is deleted after 24 hours (UPL-028). */
export const UNFINISHED_LIFETIME_MS = 24 * 3_600_000

/** What the tus server keeps and finds: the bytes of an upload in a file under its id, its record beside it. */
export class UploadStore extends DataStore {
  readonly #records: UploadRecords
  readonly #origins = new Map<string, UploadOrigin>()

  constructor(records: UploadRecords) {
    super()
    this.#records = records
    // The server looks for `concatenation` under this misspelt name before it lets a part through.
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
      'concatentation',
    ]
  }

  /** Tells who makes the upload that is about to be created under this id. */
  announce(id: string, origin: UploadOrigin): void {
    this.#origins.set(id, origin)
  }

  override async create(upload: Upload): Promise<Upload> {
    const origin = this.#origins.get(upload.id)
    this.#origins.delete(upload.id)
    if (!origin) throw new Error(`Nobody announced the upload ${upload.id}`)
    const { id, size, metadata, creation_date } = upload
    try {
      await fs.promises.writeFile(this.#fileOf(id), '', { flag: 'wx', mode: 0o640 })
      await this.#records.write({
        id,
        ...(size === undefined ? {} : { size }),
        ...(metadata === undefined ? {} : { metadata }),
        creation_date: creation_date ?? new Date().toISOString(),
        ...origin,
      })
    } catch (error) {
      throw asDiskFull(error) ?? error
    }
    return upload
  }

  /** Writes from an offset on and answers where the file ends. What was written before a failure stays, to go on from. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const target = fs.createWriteStream(this.#fileOf(id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, target)
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
