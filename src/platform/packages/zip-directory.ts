import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UNPACKED_MAX_FILES, UNPACKED_MAX_SIZE } from '#kernel/uploads/uploads.ts'

export interface ZipDirectory {
  names: string[]
  /** Bytes of all files as the directory states them. */
  unpacked_size: number
  is_too_large: boolean
  /** The archive cannot be read, or a file in it is larger than its directory says. */
  is_damaged: boolean
}

/** The headers of an entry before its name. */
const LOCAL_HEADER_BYTES = 30

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const readEntries = async (zip: ZipFile): Promise<Entry[]> => {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

const overlap = (entries: readonly Entry[]): boolean => {
  const spans = entries
    .map(({ relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize }) => ({
      start,
      end: start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize,
    }))
    .sort((a, b) => a.start - b.start)
  return spans.some(({ start }, at) => start < (spans[at - 1]?.end ?? 0))
}

/** Reads every file once without keeping it; throws at the first that is not as large as the directory says. */
const checkSizes = async (zip: ZipFile, entries: readonly Entry[]): Promise<void> => {
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    await pipeline(await zip.openReadStreamPromise(entry), new PassThrough().resume())
  }
}

/**
 * The contents of a zipped document and their unpacked size. The directory is judged before anything is unpacked; only
 * an archive within the limits has its files read, piece by piece, to check that the directory is true (UPL-030).
 */
export const readZipDirectory = async (bytes: Buffer): Promise<ZipDirectory> => {
  const damaged = { names: [], unpacked_size: 0, is_too_large: false, is_damaged: true }
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > UNPACKED_MAX_FILES) return { ...damaged, is_too_large: true, is_damaged: false }
    const entries = await readEntries(zip)
    const names = entries.map(({ fileName }) => fileName)
    const unpacked_size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (unpacked_size > UNPACKED_MAX_SIZE) return { names, unpacked_size, is_too_large: true, is_damaged: false }
    if (overlap(entries)) return damaged
    // What an encrypted entry unpacks to cannot be checked, and no office program writes one.
    if (entries.some((entry) => entry.isEncrypted())) return damaged
    await checkSizes(zip, entries)
    return { names, unpacked_size, is_too_large: false, is_damaged: false }
  } catch {
    return damaged
  }
}
