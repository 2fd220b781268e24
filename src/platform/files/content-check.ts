import { fileTypeFromBuffer } from 'file-type'
import {
  checkUpload,
  damagedPicture,
  extensionOf,
  refusedKind,
  takesExtension,
  tooManyPixels,
  type UploadRefusal,
  type UploadRule,
  uploadTypeOf,
  withExtension,
  wrongFormat,
  wrongUnpackedSize,
} from '#kernel/uploads/uploads.ts'
import type { PictureReading } from '#platform/files/pictures/picture-types.ts'
import { readPicture } from '#platform/files/pictures/pictures.ts'
import { isZip, readZipDirectory } from '#platform/packages/zip-directory.ts'

export interface CheckedFile {
  /** As it was given; that of a picture with the extension of what it is. */
  name: string
  /** What to store; a picture has been written again (UPL-033). */
  bytes: Buffer
  extension: string
  /** The type to store and to serve it with; it follows from the extension, which the content has confirmed. */
  mime_type: string
  width: number | null
  height: number | null
}

export type ContentCheck = { file: CheckedFile; refusal: null } | { file: null; refusal: UploadRefusal }

const MIME_TYPES: Record<string, string> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ico: 'image/x-icon',
  zip: 'application/zip',
}

/** What the content may turn out to be, by extension, in the words of the detector; `text` and the rest are ours. */
const CONTENTS: Record<string, readonly string[]> = {
  doc: ['cfb:doc', 'rtf'],
  docx: ['docx'],
  rtf: ['rtf'],
  txt: ['text', 'xml'],
  ppt: ['cfb:ppt'],
  pptx: ['pptx'],
  odt: ['odt'],
  pdf: ['pdf'],
  xls: ['cfb:xls'],
  xlsx: ['xlsx'],
  csv: ['text'],
  mp3: ['mp3'],
  mp4: ['mp4', 'm4v'],
  webm: ['webm'],
  zip: ['zip'],
}

/** The streams that distinguish the old Office formats; installers and other programs use the same container. */
const OFFICE_STREAMS = [
  ['cfb:doc', 'WordDocument'],
  ['cfb:ppt', 'PowerPoint Document'],
  ['cfb:xls', 'Workbook'],
  ['cfb:xls', 'Book'],
] as const

const officeKind = (bytes: Buffer): string =>
  OFFICE_STREAMS.find(([, stream]) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le')))?.[0] ?? 'cfb'

/** The detector reads archives from the front and may stop early; the directory at the end decides. */
const zipKind = (names: readonly string[]): string => {
  const has = (start: string) => names.some((name) => name.startsWith(start))
  if (has('[Content_Types].xml')) {
    if (has('word/')) return 'docx'
    if (has('ppt/')) return 'pptx'
    if (has('xl/')) return 'xlsx'
  }
  return 'zip'
}

/** Text has no control characters but tabs, line ends and form feeds; UTF-16 needs its byte order mark. */
const isText = (bytes: Buffer): boolean => {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide) return bytes.length % 2 === 0
  return !bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)
}

const contentKind = async (bytes: Buffer, zipNames: readonly string[]): Promise<string> => {
  const fileType = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (fileType?.ext === 'cfb') return officeKind(bytes)
  if (fileType?.ext === 'zip') return zipKind(zipNames)
  if (fileType) return fileType.ext
  return isText(bytes) ? 'text' : 'unknown'
}

/** Whether a name says that the file is a picture. */
export const isPictureName = (name: string): boolean => {
  const type = uploadTypeOf(name)
  return type === 'img' || type === 'icon'
}

const checkPicture = (
  { name, size, picture }: { name: string; size: number; picture: PictureReading },
  rule: UploadRule,
): ContentCheck => {
  const refused = (refusal: UploadRefusal): ContentCheck => ({ file: null, refusal })
  if (picture.state === 'other') return refused(refusedKind(name, picture.kind, rule))
  if (picture.state === 'damaged') return refused(damagedPicture(name))
  if (picture.state === 'too_many_pixels') return refused(tooManyPixels(name, picture))
  const { kind, bytes, width, height, original } = picture
  if (!takesExtension(rule, kind)) return refused(refusedKind(name, kind, rule))
  const trueName = withExtension(name, kind)
  const refusal = checkUpload({ name: trueName, size, ...original }, rule)
  if (refusal) return refused({ ...refusal, name })
  const extension = extensionOf(trueName)
  return { file: { name: trueName, bytes, extension, mime_type: MIME_TYPES[kind] ?? '', width, height }, refusal: null }
}

/**
 * Checks an uploaded file by name, size, content and dimensions (UPL-009 to UPL-013, UPL-016, UPL-030). Content that
 * does not match the extension is a wrong format; a picture is accepted as the kind it really is (UPL-036) and
 * rewritten. If it was read before the transaction of the call, `picture` is the result.
 */
export const checkContent = async (
  input: { name: string; bytes: Buffer; picture?: PictureReading },
  rule: UploadRule = {},
): Promise<ContentCheck> => {
  const { name, bytes } = input
  const byName = checkUpload({ name, size: bytes.length }, { ...rule, width: undefined, height: undefined })
  if (byName) return { file: null, refusal: byName }
  if (isPictureName(name))
    return checkPicture({ name, size: bytes.length, picture: input.picture ?? (await readPicture(bytes)) }, rule)
  const extension = extensionOf(name)
  const mimeType = MIME_TYPES[extension]
  // The detector unpacks parts of an archive, so what they unpack to is known before it starts.
  const directory = isZip(bytes) ? await readZipDirectory(bytes) : null
  if (directory?.is_too_large) return { file: null, refusal: wrongUnpackedSize(name, directory.unpacked_size) }
  if (directory?.is_damaged) return { file: null, refusal: wrongFormat(name) }
  const kind = await contentKind(bytes, directory?.names ?? [])
  if (!mimeType || !CONTENTS[extension]?.includes(kind)) return { file: null, refusal: wrongFormat(name) }
  return { file: { name, bytes, extension, mime_type: mimeType, width: null, height: null }, refusal: null }
}

/** Bytes at the beginning of a video that tell its format. */
export const VIDEO_HEAD = 4100

/** The type to serve a video with, or null where its beginning is not of the format that its name says (UPL-045). */
export const videoTypeOf = async (name: string, head: Buffer): Promise<string | null> => {
  const extension = extensionOf(name)
  if (uploadTypeOf(name) !== 'video') return null
  return CONTENTS[extension]?.includes(await contentKind(head, [])) ? (MIME_TYPES[extension] ?? null) : null
}
