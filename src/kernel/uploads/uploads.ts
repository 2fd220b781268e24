import { type ErrorCode, errorText, type Params } from '../errors.ts'
import { formatFileSize } from '../format/size.ts'

/** Extensions by type of material (UPL-013, UPL-045), lower case. */
export const UPLOAD_TYPES = {
  docs: ['doc', 'docx', 'rtf', 'txt', 'ppt', 'pptx', 'odt'],
  pdf: ['pdf'],
  sheets: ['xls', 'xlsx', 'csv'],
  img: ['jpg', 'jpeg', 'gif', 'png', 'webp'],
  audio: ['mp3'],
  icon: ['ico'],
  video: ['mp4', 'webm'],
} as const satisfies Record<string, readonly string[]>
export type UploadType = keyof typeof UPLOAD_TYPES

/** The words of the library's filter (UPL-004). Icons are found under img. */
export const MEDIA_TYPES = ['docs', 'pdf', 'sheets', 'img', 'audio', 'video'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** Images that may be used for SEO (UPL-014). */
export const SEO_EXTENSIONS = ['jpg', 'jpeg', 'png'] as const

/** 20 MB (UPL-009). */
export const UPLOAD_MAX_SIZE = 20_971_520
/** 10 GiB for a video, which is sent in parts like an archive (UPL-045). */
export const VIDEO_MAX_SIZE = 10_737_418_240
/** What such an upload says of its purpose. */
export const VIDEO_PURPOSE = 'video'
/** What the files in a zipped document (docx, pptx, xlsx, odt) may unpack to: 160 MB in 5,000 files (UPL-030). */
export const UNPACKED_MAX_SIZE = 167_772_160
export const UNPACKED_MAX_FILES = 5000
/** How many refusals a screen shows at once (UPL-009). */
export const SHOWN_UPLOAD_ERRORS = 3

export interface UploadFile {
  name: string
  /** Bytes. */
  size: number
  /** Pixels as shown, where the file is an image whose measures are known. */
  width?: number
  height?: number
}

export interface UploadRule {
  /** Every type of material but video when neither types nor extensions are named. */
  types?: readonly UploadType[]
  extensions?: readonly string[]
  /** Bytes, inclusive; without it the usual maximum of the file's type. */
  maxSize?: number
  /** If set, an image must have exactly this many pixels. */
  width?: number
  height?: number
}

export type UploadRefusalCode =
  | 'invalidFileFormat'
  | 'invalidFileSize'
  | 'invalidFileDimensions'
  | 'heicPicture'
  | 'otherPicture'
  | 'damagedPicture'
  | 'tooManyPixels'

/** Why a file is not taken: a title (ERR-072), a sentence for people and its parts. */
export interface UploadRefusal {
  code: UploadRefusalCode
  title: 'Wrong Format' | 'Wrong Size' | 'Wrong Dimensions'
  message: string
  name: string
}

/** Other names of a kind of picture: Windows and some browsers save a JPEG as `.jfif` (UPL-036). */
const ALIASES: Readonly<Record<string, string>> = { jfif: 'jpg', jpe: 'jpg' }
const aliased = (extension: string): string => ALIASES[extension] ?? extension

/** Kinds of pictures that browsers do not all show, by extension or by the word of the content detector. */
const HEIC = new Set(['heic', 'heif', 'hif'])
const OTHER_PICTURES = new Set(['avif', 'bmp', 'jp2', 'jxl', 'psd', 'svg', 'tif', 'tiff'])

/** The extension of a file name in lower case, without the dot; empty when there is none. */
export const extensionOf = (name: string): string => /[^./\\]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The type of material a file name belongs to, or null when it may not be uploaded (UPL-013). */
export const uploadTypeOf = (name: string): UploadType | null => {
  const extension = aliased(extensionOf(name))
  for (const [type, extensions] of Object.entries(UPLOAD_TYPES))
    if ((extensions as readonly string[]).includes(extension)) return type as UploadType
  return null
}

/** The filter word under which the library lists a file name (UPL-004), or null when it may not be uploaded. */
export const mediaTypeOf = (name: string): MediaType | null => {
  const type = uploadTypeOf(name)
  return type === 'icon' ? 'img' : type
}

/** Videos go to the library alone (UPL-015). */
const USUAL_TYPES = (Object.keys(UPLOAD_TYPES) as UploadType[]).filter((type) => type !== 'video')

/** The extensions a rule takes, lower case. */
export const allowedExtensions = (rule: UploadRule): readonly string[] =>
  rule.extensions ?? (rule.types ?? USUAL_TYPES).flatMap((type) => [...UPLOAD_TYPES[type]])

/** Bytes that a file may have at most, by its name. */
export const maxSizeOf = (name: string, rule: UploadRule): number =>
  rule.maxSize ?? (uploadTypeOf(name) === 'video' ? VIDEO_MAX_SIZE : UPLOAD_MAX_SIZE)

/** The `accept` attribute of a file input for a rule. */
export const acceptAttribute = (rule: UploadRule): string => {
  const extensions = allowedExtensions(rule)
  const others = Object.keys(ALIASES).filter((alias) => extensions.includes(aliased(alias)))
  return [...extensions, ...others].map((extension) => `.${extension}`).join(',')
}

/** Whether a rule takes a file with this extension, under whichever of its names. */
export const takesExtension = (rule: UploadRule, extension: string): boolean =>
  allowedExtensions(rule).includes(aliased(extension))

/** The name with another extension, unless the one it has means the same. */
export const withExtension = (name: string, extension: string): string => {
  const present = extensionOf(name)
  if (present === extension || (present === 'jpeg' && extension === 'jpg')) return name
  return `${present ? name.slice(0, -present.length - 1) : name}.${extension}`
}

export const wrongFormat = (name: string): UploadRefusal => ({
  code: 'invalidFileFormat',
  title: 'Wrong Format',
  message: `The file ${name} has a wrong format.`,
  name,
})

export const wrongSize = (name: string, size: number): UploadRefusal => ({
  code: 'invalidFileSize',
  title: 'Wrong Size',
  message: `The file ${name} (${formatFileSize(size)}) is too large.`,
  name,
})

/** A document that is small as it lies and large once it is opened (UPL-030). */
export const wrongUnpackedSize = (name: string, unpackedSize: number): UploadRefusal => ({
  code: 'invalidFileSize',
  title: 'Wrong Size',
  message:
    unpackedSize > UNPACKED_MAX_SIZE
      ? `The file ${name} unpacks to ${formatFileSize(unpackedSize)}; at most ${formatFileSize(UNPACKED_MAX_SIZE)} can be opened. Please split it into smaller files.`
      : `The file ${name} holds more than ${UNPACKED_MAX_FILES} files, which is too many to open. Please split it into smaller files.`,
  name,
})

export const wrongDimensions = (name: string, width: number, height: number): UploadRefusal => ({
  code: 'invalidFileDimensions',
  title: 'Wrong Dimensions',
  message: `The image ${name} must be ${width}x${height} pixels.`,
  name,
})

/** What a picture may have at most, and an animation in all of its frames (UPL-032). */
export const MAX_PIXELS = 50_000_000
export const MAX_ANIMATED_PIXELS = 100_000_000

const pictureRefusal = (
  name: string,
  code: UploadRefusalCode,
  text: ErrorCode,
  params: Params = {},
): UploadRefusal => ({
  code,
  title: code === 'tooManyPixels' ? 'Wrong Dimensions' : 'Wrong Format',
  message: errorText(text, { name, ...params }),
  name,
})

export const damagedPicture = (name: string): UploadRefusal =>
  pictureRefusal(name, 'damagedPicture', 'file_damaged_picture')

export const tooManyPixels = (name: string, size: { width: number; height: number }): UploadRefusal =>
  pictureRefusal(name, 'tooManyPixels', 'file_too_many_pixels', {
    width: size.width.toLocaleString('en-US'),
    height: size.height.toLocaleString('en-US'),
  })

const PICTURES: readonly string[] = UPLOAD_TYPES.img

/**
 * Why a kind that the rule does not take is refused, by its extension or the detector's word. Where pictures are taken,
 * another kind of picture gets a text that says how to bring it (UPL-035).
 */
export const refusedKind = (name: string, kind: string, rule: UploadRule): UploadRefusal => {
  const pictures = allowedExtensions(rule).filter((extension) => PICTURES.includes(extension))
  if (pictures.length === 0) return wrongFormat(name)
  if (HEIC.has(kind)) return pictureRefusal(name, 'heicPicture', 'file_heic_picture')
  if (!OTHER_PICTURES.has(kind) && !PICTURES.includes(kind)) return wrongFormat(name)
  const types = pictures.filter((extension) => extension !== 'jpeg').join(', ')
  return pictureRefusal(name, 'otherPicture', 'file_other_picture', { kind: kind.toUpperCase(), types })
}

/**
 * The first reason not to take a file by its name, size and measures (UPL-009 to UPL-012), or null. Measures that are
 * required but unknown count as wrong.
 */
export const checkUpload = (file: UploadFile, rule: UploadRule = {}): UploadRefusal | null => {
  const extension = extensionOf(file.name)
  if (!takesExtension(rule, extension)) return refusedKind(file.name, extension, rule)
  if (file.size > maxSizeOf(file.name, rule)) return wrongSize(file.name, file.size)
  const { width, height } = rule
  if (width !== undefined && height !== undefined && (file.width !== width || file.height !== height))
    return wrongDimensions(file.name, width, height)
  return null
}

/** Sorts chosen files into taken and refused; `shown` are the refusals a screen shows (UPL-009). */
export const checkUploads = <F extends UploadFile>(
  files: readonly F[],
  rule: UploadRule = {},
): { accepted: F[]; refused: UploadRefusal[]; shown: UploadRefusal[] } => {
  const accepted: F[] = []
  const refused: UploadRefusal[] = []
  for (const file of files) {
    const refusal = checkUpload(file, rule)
    if (refusal) refused.push(refusal)
    else accepted.push(file)
  }
  return { accepted, refused, shown: refused.slice(0, SHOWN_UPLOAD_ERRORS) }
}
