import * as z from 'zod/mini'
import { errorText } from './errors.ts'

/**
 * What a field of a contract contains: words in one line or in several, formatted text by the mode of its editor
 * (PGB-029), or a value with its own format, such as an address.
 */
export type TextKind = { kind: 'line' | 'lines' | 'value' } | { kind: 'formatted'; mode: FormattedMode }
export type FormattedMode = 'full' | 'only-text' | 'heading'

type Schema = z.core.$ZodType
const KINDS = new WeakMap<Schema, TextKind>()
const marked = <S extends Schema>(schema: S, kind: TextKind): S => {
  KINDS.set(schema, kind)
  return schema
}

/** Says that a field holds no words but a value, whose form its checks decide. */
export const valueText = <S extends Schema>(schema: S): S => marked(schema, { kind: 'value' })

/** What a contract says of the words of a field, also after further checks; undefined for what is no field of words. */
export const textKindOf = (schema: Schema): TextKind | undefined => {
  for (let at: Schema | undefined = schema; at; at = at._zod.parent) {
    const kind = KINDS.get(at)
    if (kind) return kind
  }
  return undefined
}

type Options = {
  is_required?: boolean
  has_lines?: boolean
  /** Drafts that are saved while somebody types keep the blank after the last word. */
  keeps_blanks?: boolean
}

const required = (isRequired: boolean) =>
  isRequired ? [z.refine<string>((text) => text.trim() !== '', { error: errorText('required') })] : []
const limit = (max: number) => z.maxLength(max, { error: errorText('max_characters', { length: max }) })

/** Plain text in one line, as it is typed. */
export const inOneLine = (text: string): string => text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').trim()
const inLines = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, '\n')

/**
 * A plain text field of at most `max` characters (VAL-035). It is stored as typed, including angle brackets, and
 * escaped when shown. Surrounding blanks are removed. Without `has_lines`, a line break becomes a blank.
 */
export function plainText(max: number, { is_required = false, has_lines = false, keeps_blanks = false }: Options = {}) {
  const typed = (text: string): string => {
    if (!has_lines) return inOneLine(text)
    return keeps_blanks ? inLines(text) : inLines(text).trim()
  }
  const schema = z.string().check(z.overwrite(typed), ...required(is_required), limit(max))
  return marked(schema, { kind: has_lines ? 'lines' : 'line' })
}

type Cleaner = (mode: FormattedMode, html: string) => string
// The browser stores nothing; on the server, html.ts provides the cleaner.
let cleaner: Cleaner = (_mode, html) => {
  if (!('document' in globalThis)) throw new Error('Formatted text is read without its cleaner: import kernel/html.ts')
  return html
}
/** Sets what cleans formatted text as it comes in. */
export const cleanFormattedWith = (clean: Cleaner): void => {
  cleaner = clean
}

/** A field of HTML as the editor of this mode writes it, at most `max` characters; cleaned as it is read (PGB-034, VAL-035). */
export function formattedText(
  mode: FormattedMode,
  max: number,
  { is_required = false }: { is_required?: boolean } = {},
) {
  const cleaned = (html: string): string => (html.length > max ? html : cleaner(mode, html))
  return marked(z.string().check(limit(max), z.overwrite(cleaned), ...required(is_required)), {
    kind: 'formatted',
    mode,
  })
}
