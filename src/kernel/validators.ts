import { canonicalEmail } from './email.ts'
import { errorText } from './errors.ts'
import { formatFileSize } from './format.ts'

export { generatePassword, isPassword } from './access/password.ts'
export { isPhone } from './phone.ts'
export { parseVideoLink, type VideoLink, videoEmbedUrl } from './uploads/video.ts'

/** True for null, undefined and the empty string (VAL-001). */
export function isEmptyValue(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

const LABEL = '[a-z0-9\\u00a1-\\uffff](?:[a-z0-9\\u00a1-\\uffff-]{0,61}[a-z0-9\\u00a1-\\uffff])?'
const TLD = '(?:[a-z\\u00a1-\\uffff]{2,63}|xn--[a-z0-9-]{1,59})'
const FQDN = new RegExp(`^(?:${LABEL}\\.)+${TLD}$`, 'i')

/** A domain with a top-level domain (VAL-024). */
export function isFqdn(value: string): boolean {
  return value.length <= 253 && FQDN.test(value)
}

/** An IP address of version 4 or 6. */
export function isIp(value: string): boolean {
  if (/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(value)) return true
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(value) && URL.canParse(`http://[${value}]`)
}

/** An IP address or a domain with a top-level domain (VAL-024). */
export function isIpOrFqdn(value: string): boolean {
  return isIp(value) || isFqdn(value)
}

/** An e-mail address with a domain that has a top-level domain (VAL-010), in any spelling, without blanks around it. */
export function isEmail(value: string): boolean {
  return value === value.trim() && canonicalEmail(value) !== null
}

const WEB_ADDRESS = /^(?:https?|ftp):\/\/(?:[^\\/?#@]*@)?(\[[^\]]*\]|[^\\/?#@:]*)(?::(\d{1,5}))?(?:[/?#].*)?$/i

function isWebAddress(value: string): boolean {
  const [whole, host = '', port] = WEB_ADDRESS.exec(value) ?? []
  if (!whole || (port !== undefined && (Number(port) < 1 || Number(port) > 65535))) return false
  if (host.startsWith('[')) return isIp(host.slice(1, -1))
  return host.toLowerCase() === 'localhost' || isIpOrFqdn(host)
}

/** An address with scheme by the URL rule (VAL-017). */
export function isUrl(value: string): boolean {
  if (value.length >= 2083 || /[\s<>]/.test(value)) return false
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.+)$/i.exec(value) ?? []
  if (scheme.toLowerCase() === 'mailto') return isEmail(rest.replace(/\?.*$/, ''))
  if (scheme) return /^\+?[\d().-]*\d[\d().-]*(?:;[\w=.+-]+)*$/.test(rest)
  return isWebAddress(value)
}

/** A company website as it is saved: with `https://` in front unless it has http or https (PRT-020). */
export function normalizeWebsite(value: string): string {
  const website = value.trim()
  return website === '' || /^https?:\/\//i.test(website) ? website : `https://${website}`
}

/** A whole number, as a number or as digits (VAL-023). */
export function isInteger(value: string | number): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : /^[+-]?\d+$/.test(value)
}

/** A number with optional fraction, as a number or as digits (VAL-023). */
export function isDecimal(value: string | number): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^[+-]?\d+(?:\.\d+)?$/.test(value)
}

/** Letters only, of any alphabet (VAL-023). */
export function isAlpha(value: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(value)
}

/** Letters, digits, hyphen and underscore only (VAL-023). */
export function isAlphaDash(value: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}_-]+$/u.test(value)
}

/** Starts with #, var(--, rgb( or hsl( (VAL-027), and holds nothing that could leave the style it is put into. */
export function isColor(value: string): boolean {
  return /^(?:#|var\(--|rgb\(|hsl\()/.test(value) && !/[;{}<>"'\\\n\r]|\/\*/.test(value)
}

/** What is known of a chosen file before it is read; width and height for images. */
export interface FileFacts {
  name: string
  size: number
  width?: number | undefined
  height?: number | undefined
}
export interface FileLimits {
  /** Allowed extensions without the dot. */
  types?: readonly string[]
  /** In bytes. */
  max_size?: number
  width?: number
  height?: number
}

const MEASURED_IMAGES = ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif']

/** The extension in lower case without the dot, empty without one. */
export function fileExtension(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** True when the extension is allowed, without regard to case (VAL-018). */
export function isFileType(name: string, types: readonly string[]): boolean {
  return types.some((type) => type.toLowerCase() === fileExtension(name))
}

/** True for an image of a measured kind with exactly these pixels (VAL-020). */
export function hasImageDimensions(file: FileFacts, width: number, height: number): boolean {
  return MEASURED_IMAGES.includes(fileExtension(file.name)) && file.width === width && file.height === height
}

/** The messages for a chosen file, empty when it fits: type, size, then dimensions (VAL-018 to VAL-020). */
export function fileMessages(file: FileFacts, limits: FileLimits): string[] {
  const messages: string[] = []
  const { types, max_size, width, height } = limits
  if (types && !isFileType(file.name, types)) messages.push(errorText('file_type', { types: types.join(', ') }))
  if (max_size !== undefined && file.size > max_size) {
    messages.push(errorText('file_size', { size: formatFileSize(max_size) }))
  }
  if (width !== undefined && height !== undefined && !hasImageDimensions(file, width, height)) {
    messages.push(errorText('image_dimensions', { width, height }))
  }
  return messages
}
