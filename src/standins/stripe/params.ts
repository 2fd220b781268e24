import { badParam } from './failure.ts'

/** A decoded form: brackets become nested objects, list positions keep their digits as keys. */
export type Form = { [key: string]: Form | string }

const MAX_DEPTH = 8

/** Decodes `a[b][0]=c` form encoding, as bodies and queries of the API carry it. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...rest] = name.split('[')
    const path = [first ?? '', ...rest.map((part) => part.replace(/\]$/, ''))]
    if (path.length > MAX_DEPTH) throw badParam(`Invalid nesting: ${name}`, name)
    let place = form
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(place).length) : part
      if (depth === path.length - 1) {
        place[key] = value
        break
      }
      const next = place[key]
      if (typeof next === 'string') throw badParam(`Invalid parameter: ${name}`, name)
      place = place[key] = next ?? Object.create(null)
    }
  }
  return form
}

/**
 * Reads the parameters of one call. `done()` refuses whatever the handler has not read as unknown, as the real service
 * does. An empty value counts as missing.
 */
export class Params {
  private readonly form: Form
  private readonly prefix: string
  private readonly isRead = new Set<string>()
  private readonly inner: Params[] = []

  constructor(form: Form, prefix = '') {
    this.form = form
    this.prefix = prefix
  }

  nameOf(name: string): string {
    return this.prefix ? `${this.prefix}[${name}]` : name
  }

  /** The form below a name, unchanged; it counts as read only when it is read by its type. */
  value(name: string): Form | string | undefined {
    return this.form[name]
  }

  string(name: string, max = 5000): string | undefined {
    this.isRead.add(name)
    const value = this.form[name]
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw badParam(`Invalid string: ${JSON.stringify(value)}`, this.nameOf(name))
    if (value.length > max) throw badParam(`Invalid string: must be at most ${max} characters`, this.nameOf(name))
    return value
  }

  required(name: string, max?: number): string {
    return this.string(name, max) ?? this.missing(name)
  }

  integer(name: string, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const value = this.string(name)
    if (value === undefined) return undefined
    const code = 'parameter_invalid_integer'
    if (!/^-?\d{1,15}$/.test(value)) throw badParam(`Invalid integer: ${value}`, this.nameOf(name), code)
    const number = Number(value)
    if (number < min) throw badParam(`This value must be greater than or equal to ${min}.`, this.nameOf(name), code)
    if (number > max) throw badParam(`This value must be less than or equal to ${max}.`, this.nameOf(name), code)
    return number
  }

  flag(name: string): boolean | undefined {
    const value = this.string(name)
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true'
    throw badParam(`Invalid boolean: ${value}`, this.nameOf(name))
  }

  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.string(name)
    if (value === undefined || values.includes(value as Value)) return value as Value | undefined
    throw badParam(`Invalid ${this.nameOf(name)}: must be one of ${values.join(', ')}`, this.nameOf(name))
  }

  url(name: string): string | undefined {
    const value = this.string(name)
    if (value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value))) return value
    throw badParam('Not a valid URL', this.nameOf(name), 'url_invalid')
  }

  email(name: string): string | undefined {
    const value = this.string(name, 800)
    if (value === undefined || /^[^\s@]+@[^\s@]+$/.test(value)) return value
    throw badParam(`Invalid email address: ${value}`, this.nameOf(name), 'email_invalid')
  }

  object(name: string): Params | undefined {
    this.isRead.add(name)
    const value = this.form[name]
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw badParam('Invalid object', this.nameOf(name))
    const inner = new Params(value, this.nameOf(name))
    this.inner.push(inner)
    return inner
  }

  list(name: string): Params[] {
    const all = this.object(name)
    if (!all) return []
    return Object.keys(all.form)
      .sort((a, b) => Number(a) - Number(b))
      .map((key) => all.object(key) ?? all.missing(key))
  }

  strings(name: string): string[] {
    const all = this.object(name)
    return all ? Object.keys(all.form).map((key) => all.required(key)) : []
  }

  /** The caller's own key and value pairs; an empty value removes the key. */
  metadata(before: Record<string, string> = {}): Record<string, string> {
    this.isRead.add('metadata')
    if (this.form.metadata === '') return {}
    const values = this.object('metadata')
    const result = { ...before }
    for (const key of Object.keys(values?.form ?? {})) {
      const value = values?.string(key, 500)
      if (key.length > 40) throw badParam('Metadata keys must be at most 40 characters', `metadata[${key}]`)
      if (value === undefined) delete result[key]
      else result[key] = value
    }
    if (Object.keys(result).length > 50) throw badParam('Metadata can have at most 50 keys', 'metadata')
    return result
  }

  /** Settings that have no effect here; they are accepted with everything in them. */
  ignore(...names: string[]): void {
    for (const name of names) this.isRead.add(name)
  }

  missing(name: string): never {
    throw badParam(`Missing required param: ${this.nameOf(name)}.`, this.nameOf(name), 'parameter_missing')
  }

  /** Refuses parameters that nobody has read. */
  done(): void {
    const [unknown] = Object.keys(this.form).filter((name) => !this.isRead.has(name))
    if (unknown !== undefined)
      throw badParam(`Received unknown parameter: ${this.nameOf(unknown)}`, this.nameOf(unknown), 'parameter_unknown')
    for (const inner of this.inner) inner.done()
  }
}
