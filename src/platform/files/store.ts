import type { Readable } from 'node:stream'
import type { DriverContract } from 'flydrive/types'

export interface StoredFile {
  /** Bytes. */
  size: number
  modified_at: Date
}

export interface ListedFile extends StoredFile {
  key: string
}

/** Bytes of a file, both ends included. */
export type FileRange = { start: number; end: number }

export class FileNotFound extends Error {
  override name = 'FileNotFound'
  readonly key: string
  constructor(key: string) {
    super(`There is no file ${key}`)
    this.key = key
  }
}

/** What a storage of files does beside what flydrive asks of its drivers. */
export interface FileStore extends DriverContract {
  /** A file, or a part of one, as a stream. Throws FileNotFound before the first byte. */
  open(key: string, range?: FileRange): Promise<Readable>
  /** Size and time, or null where there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** Stores what lies in a file of this machine, which stays. */
  putFile(key: string, source: string): Promise<void>
  /** Every file whose key begins so, in no promised order, without those that are being written. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes what killed processes have left of files that they were writing. */
  clean(before: Date): Promise<void>
}

/** The storage of files did not answer, or refused. What was stored before is as it was, and the same call may work later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
  /** What it answered, if it did. */
  readonly answer: { status: number | undefined; name: string }
  constructor(message: string, answer: StorageUnavailable['answer'] = { status: undefined, name: '' }) {
    super(message)
    this.answer = answer
  }
}

/** Whether a failure comes from a storage that cannot be used at the moment. */
export const isStorageUnavailable = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof StorageUnavailable) return true
  return false
}
