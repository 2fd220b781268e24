import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { refuse } from '#platform/packages/unpack-errors.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
/** The upper half of code page 437, in which archives without the UTF-8 flag keep their names. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const windows = new TextDecoder('windows-1252')
const SHARP_S = 0xe1
/**
 * Whether a name was written in Windows-1252, as many tools do against the rule. Its accented letters stand where code page
 * 437 has lines and Greek letters, which no file name has; only the German sharp s is there in both.
 */
const isWindowsName = (raw: Uint8Array): boolean => raw.some((byte) => byte >= 0xc0 && byte !== SHARP_S)

/** The UTF-8 name that Info-ZIP keeps next to the plain one; it counts only while the plain one is unchanged. */
const unicodePath = (entry: Entry): Buffer | undefined =>
  entry.extraFields
    .find(
      ({ id, data }) =>
        id === 0x7075 && data.length > 5 && data[0] === 1 && data.readUInt32LE(1) === crc32(entry.fileNameRaw),
    )
    ?.data.subarray(5)

/**
 * The name of an entry as text. Names without the UTF-8 flag are read as UTF-8 when they are valid (some systems forget
 * the flag), else as Windows-1252 or code page 437; names with the flag must be valid.
 */
export const entryName = (entry: Entry): string => {
  const raw = unicodePath(entry) ?? entry.fileNameRaw
  try {
    return strictUtf8.decode(raw)
  } catch {
    if (raw !== entry.fileNameRaw || entry.generalPurposeBitFlag & 0x800)
      return refuse('bad_name', 'A name in the archive is not valid text.')
    if (isWindowsName(raw)) return windows.decode(raw)
    return Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('')
  }
}

const quoted = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)

/** Device names and endings with a special meaning on Windows. */
const WINDOWS_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*]|[. ]$/i

export interface NameLimits {
  /** Levels of folders, the file included. */
  depth: number
  /** Bytes of one part of a path, as UTF-8. */
  nameBytes: number
  /** Whether names that Windows cannot hold are refused. */
  windowsNames: boolean
}

export interface EntryPath {
  isFolder: boolean
  /** In canonical composition (NFC), in which they are written. */
  parts: string[]
}

/**
 * The parts of a path that stays inside its folder, or a refusal that says what is wrong with it: control characters,
 * drive letters, absolute and climbing paths, empty parts, too deep, too long.
 */
export const entryPath = (entryName: string, limits: NameLimits): EntryPath => {
  // Archives made on Windows may have backslashes between their folders; what follows judges them like slashes.
  const name = entryName.replaceAll('\\', '/')
  if (/\p{Cc}/u.test(name)) return refuse('control_character', `The name ${quoted(name)} holds a control character.`)
  if (/^[a-z]:/i.test(name)) return refuse('drive_letter', `The name ${quoted(name)} starts with a drive letter.`)
  if (name.startsWith('/')) return refuse('absolute_path', `The name ${quoted(name)} is an absolute path.`)
  const isFolder = name.endsWith('/')
  const parts = (isFolder ? name.slice(0, -1) : name).normalize('NFC').split('/')
  if (parts.includes('..')) return refuse('path_escape', `The name ${quoted(name)} leads out of the archive.`)
  if (parts.some((part) => part === '' || part === '.'))
    return refuse('bad_name', `The name ${quoted(name)} has an empty part.`)
  if (parts.length > limits.depth) return refuse('too_deep', `The name ${quoted(name)} has too many levels.`)
  if (parts.some((part) => Buffer.byteLength(part) > limits.nameBytes))
    return refuse('name_too_long', `The name ${quoted(name)} is too long.`)
  if (limits.windowsNames && parts.some((part) => WINDOWS_NAME.test(part)))
    return refuse('bad_name', `The name ${quoted(name)} cannot be used on this system.`)
  return { isFolder, parts }
}

/**
 * Refuses names that are the same file on a system that ignores case or Unicode forms, the same file twice, and a file
 * that is a folder elsewhere.
 */
export const createCollisionCheck = () => {
  const seen = new Map<string, { spelling: string; isFolder: boolean }>()
  return ({ parts, isFolder }: EntryPath): void => {
    let spelling = ''
    parts.forEach((part, i) => {
      spelling = spelling ? `${spelling}/${part}` : part
      const isFolderHere = isFolder || i < parts.length - 1
      const key = spelling.toUpperCase().toLowerCase().normalize('NFC')
      const earlier = seen.get(key)
      if (!earlier) seen.set(key, { spelling, isFolder: isFolderHere })
      else if (earlier.isFolder !== isFolderHere)
        refuse('file_as_folder', `${quoted(spelling)} is a file and a folder at once.`)
      else if (earlier.spelling !== spelling || !isFolderHere)
        refuse('name_collision', `${quoted(spelling)} and ${quoted(earlier.spelling)} would be the same file.`)
    })
  }
}
