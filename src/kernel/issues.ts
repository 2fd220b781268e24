import * as z from 'zod/mini'
import { type ErrorCode, errorText, type FieldErrors, type Params } from './errors.ts'
import { formatDate, formatFileSize } from './format.ts'

/** What one failed check of any schema says, as far as it is read here. */
export interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
  message?: string | undefined
  [detail: string]: unknown
}

const FORMAT_CODES: Record<string, ErrorCode> = {
  email: 'email_invalid',
  url: 'url_invalid',
  e164: 'phone_invalid',
  hostname: 'not_fqdn',
  ipv4: 'not_ip_or_fqdn',
  ipv6: 'not_ip_or_fqdn',
}
const TYPE_CODES: Record<string, ErrorCode> = {
  number: 'not_decimal',
  bigint: 'not_integer',
  int: 'not_integer',
  nan: 'not_decimal',
  nonoptional: 'required',
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isMissing(issue: Issue): boolean {
  if ('input' in issue) return isEmpty(issue['input'])
  return /received (undefined|null)\b/.test(issue.message ?? '')
}

function limitText(origin: unknown, side: 'min' | 'max', limit: unknown, isInclusive: boolean): string {
  const size = Number(limit)
  if (origin === 'string') {
    if (side === 'min' && size <= 1) return errorText('required')
    return errorText(side === 'min' ? 'min_characters' : 'max_characters', { length: size })
  }
  if (origin === 'file') return errorText(side === 'min' ? 'required' : 'file_size', { size: formatFileSize(size) })
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    return side === 'min' ? errorText('required') : errorText('max_entries', { max: size })
  }
  // Dates carry their limit as milliseconds; a bound that is itself excluded is named by the next whole number.
  const step = isInclusive || origin === 'date' ? 0 : 1
  const format = (value: number): Params[string] => (origin === 'date' ? formatDate(value) : value)
  return side === 'min'
    ? errorText('min_value', { min: format(size + step) })
    : errorText('max_value', { max: format(size - step) })
}

function unionText(issue: Issue): string {
  const { discriminator, errors, input } = issue
  const isWithoutKind =
    typeof discriminator === 'string' &&
    typeof input === 'object' &&
    isEmpty((input as Record<string, unknown> | null)?.[discriminator])
  if (isMissing(issue) || isWithoutKind) return errorText('required')
  const texts = new Set((errors as Issue[][] | undefined)?.flatMap((option) => option.map(issueText)))
  return texts.size === 1 ? [...texts].join('') : errorText('not_in_options')
}

/** The catalog text for an issue of any schema, whatever raised it (VAL-007). */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return errorText(isMissing(issue) ? 'required' : (TYPE_CODES[String(issue['expected'])] ?? 'not_in_options'))
    case 'invalid_format':
      return errorText(isMissing(issue) ? 'required' : (FORMAT_CODES[String(issue['format'])] ?? 'not_in_options'))
    case 'invalid_value':
      return errorText(isMissing(issue) ? 'required' : 'not_in_options')
    case 'too_small':
      return limitText(issue['origin'], 'min', issue['minimum'], issue['inclusive'] !== false)
    case 'too_big':
      return limitText(issue['origin'], 'max', issue['maximum'], issue['inclusive'] !== false)
    case 'not_multiple_of':
      return errorText(issue['divisor'] === 1 ? 'not_integer' : 'not_decimal')
    case 'invalid_union':
      return unionText(issue)
    default:
      return errorText('not_in_options')
  }
}

// From here on every schema of the process answers in the texts of the catalog unless it names its own; this is the
// only moment at which the input of an issue, and so the difference between missing and wrong, is still known.
z.config({ customError: (issue) => issueText(issue as Issue) })

/** The options of a union whose kind fits the input, so that only something inside them is wrong. */
function fittingOption(issue: Issue): Issue[] | undefined {
  const options = (issue['errors'] ?? []) as Issue[][]
  return options.find((option) => option.length > 0 && option.every((inner) => (inner.path ?? []).length > 0))
}

function* flatten(issues: readonly Issue[], parent: readonly PropertyKey[]): Generator<[PropertyKey[], string]> {
  for (const issue of issues) {
    const path = [...parent, ...(issue.path ?? [])]
    const option = issue.code === 'invalid_union' ? fittingOption(issue) : undefined
    if (option) yield* flatten(option, path)
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue['keys'] as string[]) yield [[...path, key], errorText('not_in_options')]
    } else {
      const isNamed = issue.message !== undefined && !/^Invalid\b/.test(issue.message)
      yield [path, isNamed ? String(issue.message) : issueText(issue)]
    }
  }
}

/** The messages per field, by dotted path such as `items.0.price`; issues of the whole value use the empty name. */
export function fieldErrors(issues: readonly object[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const [path, text] of flatten(issues as readonly Issue[], [])) {
    const name = path.map(String).join('.')
    const texts = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!texts)
      Object.defineProperty(fields, name, { value: [text], enumerable: true, writable: true, configurable: true })
    else if (!texts.includes(text)) texts.push(text)
  }
  return fields
}
