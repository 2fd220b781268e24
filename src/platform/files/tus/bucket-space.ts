import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Bucket, PIECE } from '#platform/files/bucket/bucket.ts'
import { aboveFloor, requireFloor } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { FileNotFound, type FileRange } from '#platform/files/store.ts'
import { isUploadId, type PartRef, type RecordStore, type UploadRecord } from '#platform/files/tus/records.ts'
import { NO_SUCH_UPLOAD, refuseUpload } from '#platform/files/tus/refusal.ts'
import type { UploadSpace, Whole } from '#platform/files/tus/space.ts'

// Not `.uploads/`: SeaweedFS keeps the parts of its own multipart uploads there.
const RECORDS = '.unfinished/records/'
const BYTES = '.unfinished/bytes/'
/** Digits that keep the pieces of an upload in their order in a list. */
const DIGITS = 6

const folderOf = (id: string): string => `${BYTES}${id}/`
const pieceOf = (id: string, at: number): string => `${folderOf(id)}${String(at).padStart(DIGITS, '0')}`

/** Bytes of an upload that stand in one place of the bucket. */
type Piece = { key: string; size: number }

class BucketRecords implements RecordStore {
  readonly #bucket: Bucket

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  async read(id: string): Promise<UploadRecord | undefined> {
    if (!isUploadId(id)) return undefined
    try {
      return (await json(await this.#bucket.open(RECORDS + id))) as UploadRecord
    } catch (error) {
      if (error instanceof FileNotFound) return undefined
      throw error
    }
  }

  write(record: UploadRecord): Promise<void> {
    return this.#bucket.put(RECORDS + record.id, JSON.stringify(record))
  }

  delete(id: string): Promise<void> {
    return this.#bucket.delete(RECORDS + id)
  }

  async ids(): Promise<string[]> {
    return (await Array.fromAsync(this.#bucket.list(RECORDS))).map(({ key }) => key.slice(RECORDS.length))
  }
}

/**
 * Uploads in a bucket, so that every process of every machine can go on with them. The bytes of an upload are pieces of
 * one size, the last of which grows until it is full: it is written again with what it had and what came. No file in
 * pieces is begun for them, so nothing has to be aborted and whatever stands in the bucket is in its lists. A joined upload
 * is its parts, one after the other; nothing is copied to join them.
 */
export class BucketSpace implements UploadSpace {
  readonly records: RecordStore
  readonly #bucket: Bucket
  readonly #scratch: Files['inScratch']
  readonly #dir: string
  readonly #floor: number

  /** `dir`, `floor`: the disk of this machine, where an upload is a file while somebody works with it. */
  constructor(bucket: Bucket, files: Pick<Files, 'inScratch'>, { dir, floor }: { dir: string; floor: number }) {
    this.records = new BucketRecords(bucket)
    this.#bucket = bucket
    this.#scratch = files.inScratch
    this.#dir = dir
    this.#floor = floor
  }

  /** An upload of no bytes is a record alone. */
  async create(): Promise<void> {}

  /** The pieces from the first on, without a gap. */
  async #piecesOf({ id, parts }: Whole): Promise<Piece[]> {
    if (parts) return (await Promise.all(parts.map((part) => this.#piecesOf({ id: part.id })))).flat()
    const listed = (await Array.fromAsync(this.#bucket.list(folderOf(id)))).sort((a, b) => (a.key < b.key ? -1 : 1))
    const end = listed.findIndex(({ key }, at) => key !== pieceOf(id, at) || (listed[at - 1]?.size ?? PIECE) < PIECE)
    return end < 0 ? listed : listed.slice(0, end)
  }

  async sizeOf(upload: Whole): Promise<number> {
    return (await this.#piecesOf(upload)).reduce((sum, { size }) => sum + size, 0)
  }

  async append(id: string, offset: number, content: Readable): Promise<number> {
    let at = Math.floor(offset / PIECE)
    let gathered: Buffer[] = []
    let bytes = offset % PIECE
    if (bytes > 0) gathered.push((await buffer(await this.#bucket.open(pieceOf(id, at)))).subarray(0, bytes))
    let end = offset
    let stored = offset
    // One piece is on its way while the next is gathered.
    let sending: Promise<void> = Promise.resolve()
    const send = async () => {
      const [key, piece, last] = [pieceOf(id, at), Buffer.concat(gathered), end]
      await sending
      sending = this.#bucket.put(key, piece).then(() => {
        stored = last
      })
      // A failure is thrown where the piece is waited for.
      sending.catch(() => {})
    }
    const finish = async () => {
      if (end > stored && bytes > 0) await send()
      await sending
    }
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        for (let rest = chunk; rest.length > 0; ) {
          const taken = rest.subarray(0, PIECE - bytes)
          gathered.push(taken)
          bytes += taken.length
          end += taken.length
          rest = rest.subarray(taken.length)
          if (bytes < PIECE) continue
          await send()
          at += 1
          gathered = []
          bytes = 0
        }
      }
    } catch (error) {
      // What came before the connection broke is kept, to go on from.
      await finish().catch(() => {})
      throw error
    }
    await finish()
    return stored
  }

  async *join(_id: string, parts: readonly PartRef[]): AsyncGenerator<number> {
    let bytes = 0
    for (const { id, size } of parts) {
      if ((await this.sizeOf({ id })) !== size) return refuseUpload(410, NO_SUCH_UPLOAD)
      bytes += size
      yield bytes
    }
  }

  async read(upload: Whole, range: FileRange = { start: 0, end: Number.MAX_SAFE_INTEGER }): Promise<Readable> {
    const { start, end } = range
    const pieces = await this.#piecesOf(upload)
    const bucket = this.#bucket
    const parts = async function* () {
      let from = 0
      for (const { key, size } of pieces) {
        const first = Math.max(0, start - from)
        const last = Math.min(size - 1, end - from)
        from += size
        if (first <= last) yield* await bucket.open(key, { start: first, end: last })
      }
    }
    return Readable.from(parts(), { objectMode: false })
  }

  withFile<T>(upload: Whole, work: (path: string) => Promise<T>): Promise<T> {
    return this.#scratch(`upload-${upload.id}`, async (folder) => {
      const file = path.join(folder, 'upload')
      await requireFloor(this.#dir, await this.sizeOf(upload), this.#floor)
      await pipeline(await this.read(upload), aboveFloor(this.#dir, this.#floor), fs.createWriteStream(file))
      return work(file)
    })
  }

  async copyTo(_files: Files, key: string, upload: Whole): Promise<void> {
    await this.#bucket.compose(key, await this.#piecesOf(upload))
  }

  async remove({ id, parts = [] }: Whole): Promise<void> {
    for (const one of [id, ...parts.map((part) => part.id)]) await this.#bucket.deleteAll(folderOf(one))
  }

  /** The quota of a portal is the limit (UPL-039), and the bucket says itself when it is full. */
  async free(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  async requireRoom(): Promise<void> {}

  async removeOrphans(before: Date): Promise<void> {
    const known = new Map<string, boolean>()
    for await (const { key, modified_at: since } of this.#bucket.list(BYTES)) {
      const id = key.slice(BYTES.length).split('/')[0] ?? ''
      if (since >= before) continue
      if (!known.has(id)) known.set(id, (await this.records.read(id)) !== undefined)
      if (!known.get(id)) await this.#bucket.delete(key)
    }
  }
}
