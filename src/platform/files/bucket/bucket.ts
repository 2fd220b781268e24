import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { openClient } from '#platform/files/bucket/client.ts'
import { statusOf } from '#platform/files/bucket/errors.ts'
import { piecesOf } from '#platform/files/bucket/pieces.ts'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'
import {
  FileNotFound,
  type FileRange,
  type FileStore,
  type ListedFile,
  type StoredFile,
} from '#platform/files/store.ts'

/** Bytes of a piece of a file that is sent in several; of each file at most `PARALLEL` and one more are in memory. */
export const PIECE = 8 * 2 ** 20
const PARALLEL = 3
/** Every piece but the last has at least this many bytes; that is a rule of the protocol. */
const LEAST_PIECE = 5 * 2 ** 20
/** Files that are deleted by one call at most. */
const DELETED_AT_ONCE = 1000
/** Where it is noted which files are being sent in pieces. */
const NOTES = '.pieces/'

type Part = { PartNumber: number; ETag: string | undefined }
/** Sends one piece of a file that is sent in several. */
type SendPart = (target: {
  Bucket: string
  Key: string
  UploadId: string
  PartNumber: number
}) => Promise<string | undefined>
/** Pieces that stand in the bucket already, of which a file is made. */
export type Source = { key: string; size: number }

const isMissing = (error: unknown): boolean => statusOf(error) === 404
/** A key as a header names it. */
const encodedKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

/**
 * The bucket driver: flydrive's, with parts of files, streams of any length and whole lists. A file is complete or
 * absent, as in a folder: it appears with the last byte. Keys beginning with a dot are the driver's and the uploads' own.
 */
export class Bucket extends S3Driver implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(settings: BucketSettings, timeouts: { answer_ms?: number } = {}) {
    const client = openClient(settings, timeouts)
    super({ client, bucket: settings.bucket, visibility: 'private', supportsACL: false })
    this.#client = client
    this.#bucket = settings.bucket
  }

  async open(key: string, range?: FileRange): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      )
      return Body as Readable
    } catch (error) {
      throw isMissing(error) ? new FileNotFound(key) : error
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      const head = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }))
      return { size: head.ContentLength ?? 0, modified_at: head.LastModified ?? new Date(0) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** In one call, unless it is too large for one: then what fails is repeated piece by piece. */
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    if (Buffer.byteLength(contents) <= PIECE) return super.put(key, contents)
    const pieces = typeof contents === 'string' ? Buffer.from(contents) : contents
    return this.putStream(key, Readable.from([pieces]))
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const pieces = piecesOf(contents, PIECE)
    const first = await pieces.next()
    // What fits into one piece needs no more than one call.
    if (first.done) return this.put(key, Buffer.alloc(0))
    const second = await pieces.next()
    if (second.done) return this.put(key, first.value)
    const send =
      (Body: Buffer): SendPart =>
      async (target) =>
        (await this.#client.send(new UploadPartCommand({ ...target, Body }))).ETag
    const parts = async function* () {
      yield send(first.value)
      yield send(second.value)
      for await (const piece of pieces) yield send(piece)
    }
    await this.#sendParts(key, parts())
  }

  async putFile(key: string, source: string): Promise<void> {
    await this.putStream(key, fs.createReadStream(source, { highWaterMark: 2 ** 20 }))
  }

  /**
   * Makes a file of others that stand in the bucket, one after the other. The bucket copies them itself; only what is
   * too small to be a piece passes through here.
   */
  async compose(key: string, sources: readonly Source[]): Promise<void> {
    const [only, ...more] = sources
    if (!only) return this.put(key, Buffer.alloc(0))
    if (more.length === 0) {
      const CopySource = `${this.#bucket}/${encodedKey(only.key)}`
      await this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: key, CopySource }))
      return
    }
    if (sources.reduce((sum, { size }) => sum + size, 0) < LEAST_PIECE) {
      const read = await Promise.all(sources.map(async (source) => buffer(await this.open(source.key))))
      return this.put(key, Buffer.concat(read))
    }
    await this.#sendParts(key, this.#composed(sources))
  }

  async *#composed(sources: readonly Source[]): AsyncGenerator<SendPart> {
    let small: Buffer[] = []
    let bytes = 0
    for (const [at, source] of sources.entries()) {
      const isLast = at === sources.length - 1
      if (bytes === 0 && (source.size >= LEAST_PIECE || isLast)) {
        const CopySource = `${this.#bucket}/${encodedKey(source.key)}`
        yield async (target) =>
          (await this.#client.send(new UploadPartCopyCommand({ ...target, CopySource }))).CopyPartResult?.ETag
        continue
      }
      small.push(await buffer(await this.open(source.key)))
      bytes += source.size
      if (bytes < LEAST_PIECE && !isLast) continue
      const Body = Buffer.concat(small)
      yield async (target) => (await this.#client.send(new UploadPartCommand({ ...target, Body }))).ETag
      small = []
      bytes = 0
    }
  }

  /**
   * Sends a file in pieces, some at the same time. It is noted first, so that `clean` finds the pieces that a killed
   * process has left, which no list shows.
   */
  async #sendParts(key: string, parts: AsyncIterable<SendPart>): Promise<void> {
    const at = { Bucket: this.#bucket, Key: key }
    const { UploadId = '' } = await this.#client.send(new CreateMultipartUploadCommand(at))
    const note = `${NOTES}${createHash('sha256').update(UploadId).digest('hex').slice(0, 40)}`
    const done: Part[] = []
    const failures: unknown[] = []
    const running = new Set<Promise<void>>()
    const start = (send: SendPart, PartNumber: number): void => {
      const work: Promise<void> = send({ ...at, UploadId, PartNumber })
        .then(
          (ETag) => void done.push({ PartNumber, ETag }),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => running.delete(work))
      running.add(work)
    }
    try {
      await this.put(note, JSON.stringify({ key, upload_id: UploadId }))
      let count = 0
      for await (const part of parts) {
        if (running.size >= PARALLEL) await Promise.race(running)
        if (failures.length > 0) break
        start(part, ++count)
      }
      await Promise.all(running)
      if (failures.length > 0) throw failures[0]
      const Parts = done.sort((a, b) => a.PartNumber - b.PartNumber)
      await this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      await Promise.all(running)
      await this.#abort(key, UploadId).then(
        () => this.delete(note),
        // The note stays, and `clean` tries it again.
        () => {},
      )
      throw error
    }
    // A note that stays names what is complete, which cannot be aborted any more.
    await this.delete(note).catch(() => {})
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId: uploadId }))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedFile> {
    let next: string | undefined
    do {
      const { Contents = [], NextContinuationToken } = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: next }),
      )
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents)
        if (!Key.startsWith('.') || prefix.startsWith('.')) yield { key: Key, size: Size, modified_at: LastModified }
      next = NextContinuationToken
    } while (next)
  }

  override async deleteAll(prefix: string): Promise<void> {
    let keys: string[] = []
    for await (const { key } of this.list(prefix)) {
      keys.push(key)
      if (keys.length < DELETED_AT_ONCE) continue
      await this.deleteMany(keys)
      keys = []
    }
    await this.deleteMany(keys)
  }

  /** Removes at most 1,000 files. */
  async deleteMany(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
    const left = await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete })).then(
      ({ Errors = [] }) => Errors.map(({ Key = '' }) => Key),
      // Not every storage knows this call.
      () => keys,
    )
    for (const key of left) await this.delete(key)
  }

  async clean(before: Date): Promise<void> {
    for await (const { key: note, modified_at: since } of this.list(NOTES)) {
      if (since >= before) continue
      const begun = JSON.parse(String(await buffer(await this.open(note)))) as { key: string; upload_id: string }
      await this.#abort(begun.key, begun.upload_id)
      await this.delete(note)
    }
  }

  /** Answers when the bucket does; throws what keeps it from answering. */
  async ping(signal: AbortSignal): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal: signal })
  }

  /** Makes the bucket where it is missing; answers whether it was. */
  async make(): Promise<boolean> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
      return false
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket }))
    return true
  }

  /** Writes, reads, lists and removes a file. */
  async probe(key: string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: 'x' }))
    await buffer(await this.open(key))
    await Array.fromAsync(this.list(key))
    await this.delete(key)
  }

  close(): void {
    this.#client.destroy()
  }
}
