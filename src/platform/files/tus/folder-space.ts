import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { aboveFloor, diskOf, requireFloor } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import type { FileRange } from '#platform/files/store.ts'
import { joinParts } from '#platform/files/tus/join.ts'
import { isUploadId, type PartRef, UploadRecords } from '#platform/files/tus/records.ts'
import type { UploadSpace, Whole } from '#platform/files/tus/space.ts'

/** Uploads in a folder: the bytes of each in a file with its id, and its record next to it. */
export class FolderSpace implements UploadSpace {
  readonly records: UploadRecords
  readonly #dir: string
  readonly #floor: number

  /** `floor`: bytes of the disk that stay free whatever is uploaded. */
  constructor(dir: string, floor: number) {
    fs.mkdirSync(dir, { recursive: true })
    this.records = new UploadRecords(dir)
    this.#dir = dir
    this.#floor = floor
  }

  async create(id: string): Promise<void> {
    await fs.promises.writeFile(this.#fileOf(id), '', { flag: 'wx', mode: 0o640 })
  }

  async sizeOf({ id }: Whole): Promise<number | null> {
    return (await fs.promises.stat(this.#fileOf(id)).catch(() => null))?.size ?? null
  }

  async append(id: string, offset: number, content: Readable): Promise<number> {
    const target = fs.createWriteStream(this.#fileOf(id), { flags: 'r+', start: offset })
    await pipeline(content, aboveFloor(this.#dir, this.#floor), target)
    return offset + target.bytesWritten
  }

  join(id: string, parts: readonly PartRef[]): AsyncGenerator<number> {
    return joinParts(this.#dir, id, parts)
  }

  async read({ id }: Whole, range?: FileRange): Promise<Readable> {
    return (await fs.promises.open(this.#fileOf(id))).createReadStream(range)
  }

  withFile<T>({ id }: Whole, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.#fileOf(id))
  }

  copyTo(files: Files, key: string, { id }: Whole): Promise<void> {
    return files.putFile(key, this.#fileOf(id))
  }

  async remove({ id }: Whole): Promise<void> {
    await fs.promises.rm(this.#fileOf(id), { force: true })
  }

  async free(): Promise<number> {
    return (await diskOf(this.#dir)).free - this.#floor
  }

  requireRoom(bytes: number): Promise<void> {
    return requireFloor(this.#dir, bytes, this.#floor)
  }

  /** What a crash left without a record, or of a record that was being written. */
  async removeOrphans(before: Date): Promise<void> {
    for (const name of await fs.promises.readdir(this.#dir)) {
      if (name.endsWith('.json') || (isUploadId(name) && (await this.records.read(name)))) continue
      const stat = await fs.promises.stat(this.#fileOf(name)).catch(() => null)
      if (stat && stat.mtime < before) await fs.promises.rm(this.#fileOf(name), { force: true })
    }
  }

  #fileOf(id: string): string {
    return path.join(this.#dir, id)
  }
}
