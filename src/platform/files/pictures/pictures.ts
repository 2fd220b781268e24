import { fileTypeFromBuffer } from 'file-type'
import { isZip } from '../../packages/zip-directory.ts'
import { createGate, drawInProcess, readInProcess } from './picture-processes.ts'
import { PICTURE_KINDS, type PictureKind, type PictureReading, type PictureSize } from './picture-types.ts'

/** Decoding takes up to about 250 MB and a core each, so a process does two at once, and a few more may wait. */
const uploads = createGate(2, 30)
/** Visitors wait for each other and never in the way of somebody who uploads. */
const narrowing = createGate(1, 60)
/** A document waits for its pictures, however many are before it. */
const documents = createGate(1, Number.POSITIVE_INFINITY)
const drawings = createGate(1, Number.POSITIVE_INFINITY)

const isPictureKind = (kind: string): kind is PictureKind => (PICTURE_KINDS as readonly string[]).includes(kind)

const kindOf = async (bytes: Buffer): Promise<string> => {
  // The detector would unpack parts of an archive.
  if (isZip(bytes)) return 'zip'
  const fileType = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return fileType?.ext === 'apng' ? 'png' : (fileType?.ext ?? 'unknown')
}

/**
 * Reads an uploaded picture by its content, never by its name, and rewrites it (UPL-032 to UPL-037). The size in the
 * header is checked before anything is decoded. Never throws because of a file's content; throws `pictures_busy` when
 * too many are being processed.
 */
export const readPicture = async (picture: Uint8Array): Promise<PictureReading> => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  const kind = await kindOf(bytes)
  if (!isPictureKind(kind)) return { state: 'other', kind }
  const reading = await uploads(() => readInProcess<PictureReading>({ task: 'rewrite', bytes, kind }))
  return reading ?? { state: 'damaged' }
}

/**
 * A stored picture as WebP, at most `width` pixels wide (UPL-042), or null if it cannot be made. Throws `pictures_busy`
 * when too many are being processed.
 */
export const narrowPicture = async (bytes: Uint8Array, width: number): Promise<Buffer | null> => {
  const narrow = await narrowing(() => readInProcess<Uint8Array | 'damaged'>({ task: 'narrow', bytes, width }))
  return narrow instanceof Uint8Array ? Buffer.from(narrow) : null
}

/**
 * A PNG or JPEG for a document: a PNG in its simplest form (8 bits, RGB or RGBA, rows unchanged), a JPEG unchanged.
 * Null when it is damaged; throws when the process failed, so that no document is issued without a good picture.
 */
export const plainPicture = async (
  bytes: Uint8Array,
  maxPixels: number,
): Promise<(PictureSize & { bytes: Buffer }) | null> => {
  type Plain = PictureSize & { bytes: Uint8Array }
  const plain = await documents(() => readInProcess<Plain | 'damaged'>({ task: 'plain', bytes, maxPixels }))
  if (!plain) throw new Error('The process that reads pictures ended')
  return plain === 'damaged' ? null : { ...plain, bytes: Buffer.from(plain.bytes) }
}

/** One of our drawings as a PNG. Its text is outlines, because the process has no fonts. */
export const drawPng = async (svg: string): Promise<Buffer> => {
  const png = await drawings(() => drawInProcess<Uint8Array>({ task: 'draw', svg }))
  if (!png) throw new Error('The process that draws pictures ended')
  return Buffer.from(png)
}
