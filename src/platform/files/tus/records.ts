import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

/** One part of a file that was sent in several, in its place. */
export interface PartRef {
  id: string
  /** Bytes. */
  size: number
}

/** The record of an upload next to its bytes, as `<id>.json`. */
export interface UploadRecord {
  id: string
  /** Bytes of the whole; missing while the client has not said it. */
  size?: number
  metadata?: Record<string, string | null>
  creation_date: string
  /** Who made it, as the program names its users; nobody else finds it. */
  owner: string
  is_partial: boolean
  /** Only of a file made of parts: what it is made of. */
  parts?: PartRef[]
  /** Set when every part belongs to this file and the joining may begin. */
  is_joining?: boolean
  /** Only of a part: the file that it belongs to now. */
  joined_into?: string
  /** Set when the receiver has taken note of the whole file. */
  finished_at?: string
  /** Bytes that the archive unpacks to, once its directory has been read. */
  unpacks_to?: number
  /** Set when the bytes are needed no more; the record stays to answer repeated requests. */
  released_at?: string
}

/** Values of a new upload that the client does not send. */
export type UploadOrigin = Pick<UploadRecord, 'owner' | 'is_partial'>

/** The records of the uploads; all processes that take uploads read the same. */
export interface RecordStore {
  read(id: string): Promise<UploadRecord | undefined>
  /** Complete or not at all. */
  write(record: UploadRecord): Promise<void>
  delete(id: string): Promise<void>
  ids(): Promise<string[]>
}

const ID = /^[\w-]{1,64}$/
export const isUploadId = (id: string): boolean => ID.test(id)

/**
 * The records of a folder. A record is written under a temporary name and then renamed, so that a reader never finds
 * half of one, and a full disk or a crash leaves the earlier one.
 */
export class UploadRecords implements RecordStore {
  readonly dir: string

  constructor(dir: string) {
    this.dir = dir
  }

  async read(id: string): Promise<UploadRecord | undefined> {
    if (!isUploadId(id)) return undefined
    try {
      return JSON.parse(await fs.readFile(this.#file(id), 'utf8')) as UploadRecord
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async write(record: UploadRecord): Promise<void> {
    const temporary = path.join(this.dir, `${record.id}.${randomUUID()}.tmp`)
    try {
      await fs.writeFile(temporary, JSON.stringify(record), { flush: true })
      await fs.rename(temporary, this.#file(record.id))
    } catch (error) {
      await fs.rm(temporary, { force: true })
      throw error
    }
  }

  async ids(): Promise<string[]> {
    const names = await fs.readdir(this.dir)
    return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  }

  async delete(id: string): Promise<void> {
    await fs.rm(this.#file(id), { force: true })
  }

  #file(id: string): string {
    if (!isUploadId(id)) throw new TypeError(`Not an upload id: ${id.slice(0, 80)}`)
    return path.join(this.dir, `${id}.json`)
  }
}
