import { isEmptyValue } from './validators.ts'

export * as z from 'zod/mini'
export { fieldErrors, issueText } from './issues.ts'
export * as rule from './rule.ts'
export {
  type FileFacts,
  type FileLimits,
  fileExtension,
  fileMessages,
  generatePassword,
  hasImageDimensions,
  isAlpha,
  isAlphaDash,
  isColor,
  isDecimal,
  isEmail,
  isEmptyValue,
  isFileType,
  isFqdn,
  isInteger,
  isIp,
  isIpOrFqdn,
  isPassword,
  isPhone,
  isUrl,
  normalizeWebsite,
  parseVideoLink,
  type VideoLink,
  videoEmbedUrl,
} from './validators.ts'

type Values = Record<string, unknown>

function isPlainObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/**
 * The values to send: empty ones are left out, except those that had a value before, which become null so that they
 * are cleared (VAL-001, VAL-002). `previous` is the record being updated, absent on create; objects inside follow the
 * same rule, lists are kept whole.
 */
export function stripEmpty<T extends object>(values: T, { previous }: { previous?: object | null } = {}): Partial<T> {
  const before = (previous ?? {}) as Values
  const sent: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const old = before[name]
    if (isPlainObject(value)) sent[name] = stripEmpty(value, { previous: isPlainObject(old) ? old : null })
    else if (!isEmptyValue(value)) sent[name] = value
    else if (!isEmptyValue(old)) sent[name] = null
  }
  return sent as Partial<T>
}

function isSame(value: unknown, other: unknown): boolean {
  if (value === other) return true
  if (isEmptyValue(value)) return isEmptyValue(other)
  if (value instanceof Date && other instanceof Date) return value.getTime() === other.getTime()
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.length === other.length && value.every((item, index) => isSame(item, other[index]))
  }
  if (isPlainObject(value) && isPlainObject(other)) return !isDirty(value, other)
  return Object.is(value, other)
}

/** True when the values differ from the defaults; one empty value equals another (VAL-001, VAL-003). */
export function isDirty(values: object, defaults: object): boolean {
  const [now, before] = [values as Values, defaults as Values]
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].some((name) => !isSame(now[name], before[name]))
}
