import type { Readable } from 'node:stream'
import type { Files } from '#platform/files/files.ts'
import type { FileRange } from '#platform/files/store.ts'
import type { PartRef, RecordStore, UploadRecord } from '#platform/files/tus/records.ts'

/** An upload, and what it is made of where it is joined. */
export type Whole = Pick<UploadRecord, 'id' | 'parts'>

/**
 * Where uploads lie until somebody takes them: a folder that all processes share, or a bucket. The lock of an upload is
 * held by everyone who changes it.
 */
export interface UploadSpace {
  readonly records: RecordStore
  /** Makes an upload of no bytes; its record follows. */
  create(id: string): Promise<void>
  /** Bytes that have arrived, or null where there are none and never were. */
  sizeOf(upload: Whole): Promise<number | null>
  /** Writes from an offset on and answers where the bytes end. What was written before a failure stays. */
  append(id: string, offset: number, content: Readable): Promise<number>
  /** Makes one file of complete parts and yields how many bytes are joined; it may be called again after a crash. */
  join(id: string, parts: readonly PartRef[]): AsyncGenerator<number>
  /** A whole upload, or a part of it. */
  read(upload: Whole, range?: FileRange): Promise<Readable>
  /** Runs work with the whole upload as a file of this machine. */
  withFile<T>(upload: Whole, work: (path: string) => Promise<T>): Promise<T>
  /** Stores a whole upload among the files; it stays here as well. */
  copyTo(files: Files, key: string, upload: Whole): Promise<void>
  /** Removes the bytes of an upload. */
  remove(upload: Whole): Promise<void>
  /** Bytes that can still be written, apart from a floor that stays; infinite where no disk is the limit. */
  free(): Promise<number>
  /** Throws FloorReached unless there is room for this many more bytes. */
  requireRoom(bytes: number): Promise<void>
  /** Removes bytes without a record that are older than a moment. */
  removeOrphans(before: Date): Promise<void>
}
