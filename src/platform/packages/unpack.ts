import fs from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { aboveFloor, isDiskFull } from '#platform/files/disk.ts'
import { refuse, UnpackError } from '#platform/packages/unpack-errors.ts'
import { createCollisionCheck, entryName, entryPath, type NameLimits } from '#platform/packages/unpack-names.ts'

export { UnpackError, type UnpackErrorCode } from '#platform/packages/unpack-errors.ts'

export interface UnpackLimits extends NameLimits {
  entries: number
  /** Bytes of all files together. */
  totalBytes: number
  /** Bytes of one file. */
  fileBytes: number
  /** How many times larger than its compressed form a file above `ratioFloor` bytes, or the whole, may be. */
  ratio: number
  ratioFloor: number
  /** Bytes that must stay free on the disk. */
  reserveBytes: number
}

export const UNPACK_LIMITS: UnpackLimits = {
  entries: 20_000,
  totalBytes: 20 * 2 ** 30,
  fileBytes: 8 * 2 ** 30,
  ratio: 200,
  ratioFloor: 50 * 2 ** 20,
  depth: 32,
  nameBytes: 240,
  windowsNames: process.platform === 'win32',
  reserveBytes: 64 * 2 ** 20,
}

export interface UnpackProgress {
  files: number
  total_files: number
  bytes: number
  total_bytes: number
}

export interface UnpackOptions {
  limits?: Partial<UnpackLimits>
  /** Called with the bytes of all files before the first is written; what it throws ends the unpacking. */
  onPlan?: (bytes: number) => Promise<void>
  /** Called after every file, and within large ones after every 8 MiB. */
  onProgress?: (progress: UnpackProgress) => void
  signal?: AbortSignal
}

export interface Unpacked {
  /** Paths with slashes, in canonical composition, in the order of the archive. */
  names: string[]
  bytes: number
}

interface PlannedFile {
  entry: Entry
  parts: string[]
}

const PROGRESS_STEP = 8 * 2 ** 20
const NOTHING = Buffer.alloc(0)
/** Folders that a desktop adds and no content needs. */
const IS_JUNK = /^__MACOSX\/|(?:^|\/)\.DS_Store$/
const REGULAR = 0x8000
const FOLDER = 0x4000
const LINK = 0xa000
/** Hosts whose archives carry Unix modes. */
const UNIX_HOSTS = new Set([3, 19])
/** The headers of an entry before its name. */
const LOCAL_HEADER_BYTES = 30

const checkKind = (entry: Entry, name: string): void => {
  const kind = (entry.externalFileAttributes >>> 16) & 0xf000
  if (kind === LINK) refuse('link', `${JSON.stringify(name)} is a link.`)
  if (UNIX_HOSTS.has(entry.versionMadeBy >> 8) && kind !== 0 && kind !== REGULAR && kind !== FOLDER)
    refuse('link', `${JSON.stringify(name)} is neither a file nor a folder.`)
  if (entry.isEncrypted()) refuse('encrypted', `${JSON.stringify(name)} is encrypted.`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    refuse('unsupported_method', `${JSON.stringify(name)} is packed with a method that is not supported.`)
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize)
    refuse('size_mismatch', `${JSON.stringify(name)} is not as large as the archive says.`)
}

/** Names, comments and extra fields may be 64 KB each; only what reading needs is kept until the second pass. */
const slim = (entry: Entry): Entry =>
  Object.assign(entry, {
    fileName: '',
    fileNameRaw: NOTHING,
    fileComment: '',
    fileCommentRaw: NOTHING,
    comment: '',
    extraFieldRaw: NOTHING,
    extraFields: [],
  })

/** Two entries that share bytes are how a small archive unpacks into a huge one. */
const checkOverlaps = (spans: { start: number; end: number }[]): void => {
  spans.sort((a, b) => a.start - b.start)
  spans.forEach((span, i) => {
    const next = spans[i + 1]
    if (next && next.start < span.end) refuse('overlap', 'Entries of the archive overlap.')
  })
}

/** The first pass: only the directory decides whether anything is written at all. */
const plan = async (zip: ZipFile, limits: UnpackLimits): Promise<{ files: PlannedFile[]; bytes: number }> => {
  if (zip.entryCount > limits.entries)
    refuse('too_many_entries', `The archive has ${zip.entryCount} entries; ${limits.entries} are allowed.`)
  const files: PlannedFile[] = []
  const spans: { start: number; end: number }[] = []
  const checkCollision = createCollisionCheck()
  let bytes = 0
  let packedBytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry)
    const place = entryPath(name, limits)
    checkKind(entry, name)
    const start = entry.relativeOffsetOfLocalHeader
    spans.push({ start, end: start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize })
    if (IS_JUNK.test(name.replaceAll('\\', '/'))) continue
    checkCollision(place)
    if (place.isFolder) continue
    const { uncompressedSize, compressedSize } = entry
    if (uncompressedSize > limits.fileBytes) refuse('file_too_large', `${JSON.stringify(name)} is too large.`)
    bytes += uncompressedSize
    packedBytes += compressedSize
    if (bytes > limits.totalBytes) refuse('too_large', 'The unpacked files are too large.')
    if (uncompressedSize > limits.ratioFloor && uncompressedSize > limits.ratio * compressedSize)
      refuse('ratio', `${JSON.stringify(name)} is packed too tightly to be real content.`)
    files.push({ entry: slim(entry), parts: place.parts })
  }
  if (bytes > limits.ratioFloor && bytes > limits.ratio * packedBytes)
    refuse('ratio', 'The archive is packed too tightly to be real content.')
  checkOverlaps(spans)
  if (files.length === 0) refuse('empty', 'The archive holds no files.')
  return { files, bytes }
}

/** Passes bytes on only while they stay within the size that the directory named, and compares the checksum at the end. */
const verifier = (entry: Entry, name: string, onBytes: (count: number) => void): Transform => {
  let count = 0
  let checksum = 0
  const mismatch = () =>
    new UnpackError('size_mismatch', `${JSON.stringify(name)} is not as large as the archive says.`)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > entry.uncompressedSize) return done(mismatch())
      checksum = crc32(chunk, checksum)
      try {
        onBytes(chunk.length)
      } catch (error) {
        return done(error as Error)
      }
      return done(null, chunk)
    },
    flush(done) {
      if (count !== entry.uncompressedSize) return done(mismatch())
      if (checksum !== entry.crc32)
        return done(new UnpackError('damaged', `${JSON.stringify(name)} is damaged: its checksum is wrong.`))
      return done()
    },
  })
}

/** The second pass. Throws what went wrong; the caller removes what was written. */
const writeFiles = async (
  zip: ZipFile,
  files: PlannedFile[],
  totalBytes: number,
  folder: string,
  floor: number,
  options: UnpackOptions,
): Promise<void> => {
  const progress: UnpackProgress = { files: 0, total_files: files.length, bytes: 0, total_bytes: totalBytes }
  const report = () => options.onProgress?.({ ...progress })
  const folders = new Set<string>()
  let reported = 0
  for (const { entry, parts } of files) {
    options.signal?.throwIfAborted()
    const target = path.join(folder, ...parts)
    // The names were checked; this holds even if a check should miss something.
    if (!target.startsWith(folder + path.sep)) refuse('path_escape', 'A name leads out of the archive.')
    const parent = path.dirname(target)
    if (!folders.has(parent)) await fs.promises.mkdir(parent, { recursive: true, mode: 0o750 })
    folders.add(parent)
    const onBytes = (count: number) => {
      progress.bytes += count
      if (progress.bytes - reported < PROGRESS_STEP) return
      reported = progress.bytes
      report()
    }
    await pipeline(
      await zip.openReadStreamPromise(entry),
      verifier(entry, parts.join('/'), onBytes),
      aboveFloor(folder, floor),
      fs.createWriteStream(target, { flags: 'wx', mode: 0o640 }),
      { signal: options.signal },
    )
    progress.files += 1
    report()
  }
}

/** What a failure means to the person who uploaded the archive; failures of ours stay what they are. */
const explain = (error: unknown): unknown => {
  if (error instanceof UnpackError || !(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return new UnpackError('no_space', 'There is not enough space on the disk.', { cause: error })
  if (error.name === 'AbortError' || (code && /^E[A-Z]+$/.test(code))) return error
  if (/strong encryption/.test(error.message))
    return new UnpackError('encrypted', 'The archive is encrypted.', { cause: error })
  return new UnpackError('damaged', 'The archive is damaged.', { cause: error })
}

const openZip = async (zipPath: string): Promise<ZipFile> => {
  try {
    return await yauzl.openPromise(zipPath, { autoClose: false, validateEntrySizes: false, decodeStrings: false })
  } catch (error) {
    if (/^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    return refuse('not_a_zip', 'The file is not a zip archive, or it is cut off.', error)
  }
}

/**
 * Unpacks a zip archive into the folder `dest`, which must not exist yet (SCO-015). The directory is judged as a whole
 * before anything is written. The files are written to a temporary folder, and `dest` appears complete or not at all.
 * Throws an UnpackError with a code and a sentence for people. Nothing of a refused archive is left behind, and the
 * next call for the same `dest` removes what a killed process left.
 */
export const unpack = async (zipPath: string, dest: string, options: UnpackOptions = {}): Promise<Unpacked> => {
  const limits = { ...UNPACK_LIMITS, ...options.limits }
  const target = path.resolve(dest)
  const staging = `${target}.staging`
  if (fs.existsSync(target)) refuse('destination_exists', 'The archive has been unpacked before.')
  const zip = await openZip(zipPath)
  try {
    const { files, bytes } = await plan(zip, limits)
    await options.onPlan?.(bytes)
    await fs.promises.mkdir(path.dirname(target), { recursive: true })
    const disk = await fs.promises.statfs(path.dirname(target))
    if (disk.bavail * disk.bsize < bytes + limits.reserveBytes)
      refuse('no_space', 'There is not enough space on the disk.')
    await fs.promises.rm(staging, { recursive: true, force: true })
    await fs.promises.mkdir(staging, { mode: 0o750 })
    await writeFiles(zip, files, bytes, staging, limits.reserveBytes, options)
    await fs.promises.rename(staging, target)
    return { names: files.map(({ parts }) => parts.join('/')), bytes }
  } catch (error) {
    await fs.promises.rm(staging, { recursive: true, force: true })
    throw options.signal?.aborted ? error : explain(error)
  } finally {
    zip.close()
  }
}
