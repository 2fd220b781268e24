import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Blocks } from '#features/pages/server/block-schemas.ts'
import { z } from '#kernel/schema.ts'
import { textKindOf } from '#kernel/words.ts'
import { endpoints } from '../endpoints.ts'

type Schema = z.core.$ZodType
type Def = Record<string, unknown> & { type: string }

/** Names of fields without human text: their values are neither stored as text nor shown. */
const VALUES = new Set([
  // Secrets, which are never changed on the way, and values that programs return to us.
  ...['password', 'old_password', 'password_confirmation', 'token', 'app_id', 'secret_key', 'lease'],
  ...['proof', 'code', 'recovery_code'],
  // Names and addresses with a special form, which the server checks or normalizes.
  ...[
    'slug',
    'role',
    'role_id',
    'type',
    'period',
    'icon',
    'scorm_id',
    'google_analytic_id',
    'time_zone',
    'anchor',
    'id',
  ],
  ...[
    'success_url',
    'cancel_url',
    'return_url',
    'refresh_url',
    'image',
    'cover',
    'logo',
    'url',
    'seo_image',
    'src',
    'href',
    'addresses',
  ],
  ...['video', 'category', 'training_option', 'state', 'agency', 'organization', 'language', 'provider'],
  // Values that SCORM players send.
  ...['sco', 'cmi', 'status'],
  // Blocks of a page, whose schema is walked here as well.
  'components',
  // A caption file, which is read and written again.
  'file_text',
])
/** The only text fields under a name in VALUES. They are texts in their contract, and must stay so. */
const isValue = (at: string): boolean =>
  VALUES.has(
    at
      .replace(/\[\]|\{\}|\|\d+/g, '')
      .split('.')
      .at(-1) ?? '',
  )

type StringField = { at: string; schema: Schema }

/** Every string that a schema accepts, with its path. */
function* stringsOf(schema: Schema, at: string): Generator<StringField> {
  const def = schema._zod.def as unknown as Def
  const inner = (key: string) => def[key] as Schema
  switch (def.type) {
    case 'string':
      yield { at, schema }
      return
    case 'object':
      for (const [name, field] of Object.entries(def['shape'] as Record<string, Schema>))
        yield* stringsOf(field, `${at}.${name}`)
      return
    case 'array':
      yield* stringsOf(inner('element'), `${at}[]`)
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      yield* stringsOf(inner('innerType'), at)
      return
    case 'pipe':
      yield* stringsOf(inner('in'), at)
      yield* stringsOf(inner('out'), at)
      return
    case 'union':
      for (const [place, option] of (def['options'] as Schema[]).entries()) yield* stringsOf(option, `${at}|${place}`)
      return
    case 'record':
      yield* stringsOf(inner('valueType'), `${at}{}`)
      return
    case 'any':
    case 'unknown':
      yield { at, schema }
      return
    default:
      if (
        !['undefined', 'number', 'int', 'boolean', 'literal', 'enum', 'date', 'transform', 'null', 'custom'].includes(
          def.type,
        )
      )
        throw new Error(`${at}: the walk does not know ${def.type}`)
  }
}

const hasFormat = ({ _zod: { def } }: Schema): boolean => {
  const { format, checks = [] } = def as { format?: string; checks?: { _zod: { def: { check: string } } }[] }
  return format !== undefined || checks.some((check) => check._zod.def.check === 'string_format')
}

// Bodies of calls, and editor content that no call accepts yet.
const contracts = globSync('src/features/*/contract*.ts', { cwd: path.resolve(import.meta.dirname, '../..') })
const modules = await Promise.all(contracts.map(async (file) => [file, await import(path.resolve(file))] as const))
const bodies: [string, Schema][] = [
  ...endpoints.map(({ method, path: address, body }): [string, Schema] => [`${method} ${address}`, body]),
  ...modules.flatMap(([file, module]) =>
    Object.entries(module as Record<string, unknown>)
      .filter(([name, value]) => /(Body|Fields)$/.test(name) && typeof value === 'object' && value && '_zod' in value)
      .map(([name, value]): [string, Schema] => [`${file} ${name}`, value as Schema]),
  ),
  ['blocks of pages', Blocks as Schema],
]
const fields = bodies.flatMap(([name, body]) => [...stringsOf(body, name)])

test('every text that a call accepts is plain, formatted or a value, and its contract says which (VAL-035)', () => {
  expect(fields.length).toBeGreaterThan(300)
  const undecided = fields.filter(({ at, schema }) => !textKindOf(schema) && !hasFormat(schema) && !isValue(at))
  expect(undecided.map(({ at }) => at)).toEqual([])
})

test('a text field does not have the name of a value field, if the name decides (VAL-035)', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { at, schema } of fields) {
    const name = at.split(/[ .]/).at(-1) ?? ''
    kinds.set(name, (kinds.get(name) ?? new Set()).add(textKindOf(schema)?.kind ?? 'value'))
  }
  // Titles, names and questions are always one line.
  for (const name of ['title', 'name', 'question', 'first_name', 'last_name', 'meta_title'])
    expect([name, [...(kinds.get(name) ?? [])]]).toEqual([name, ['line']])
  for (const name of ['description', 'reqs', 'explanation', 'about_us', 'terms', 'answer'])
    expect([name, [...(kinds.get(name) ?? [])]]).toEqual([name, ['formatted']])
})

const SCRIPT = '<script>alert(1)</script>'

test('plain text is stored as typed, and formatted text is cleaned on input (VAL-035, PGB-034)', () => {
  const typed = `List<String> a<b & ${SCRIPT}`
  const seen = new Set<string>()
  for (const { at, schema } of fields) {
    const kind = textKindOf(schema)
    if (!kind || kind.kind === 'value') continue
    seen.add(kind.kind)
    const result = z.safeParse(schema, kind.kind === 'formatted' ? `<p>a<b>b</b></p>${SCRIPT}` : typed)
    if (!result.success) {
      // A field that is too short for the text says so, and changes nothing.
      expect([at, result.error.issues.map(({ code }) => code)]).toEqual([at, ['too_big']])
      continue
    }
    if (kind.kind === 'formatted') expect([at, result.data]).not.toEqual([at, expect.stringContaining('script')])
    else expect([at, result.data]).toEqual([at, typed])
  }
  expect([...seen].sort()).toEqual(['formatted', 'line', 'lines'])
})

test('a line break in a one-line text becomes a space, and other texts keep theirs (VAL-035)', () => {
  for (const { at, schema } of fields) {
    const kind = textKindOf(schema)?.kind
    if (kind !== 'line' && kind !== 'lines') continue
    expect([at, z.parse(schema, 'Ann\r\n=1\u2028x')]).toEqual([at, kind === 'line' ? 'Ann =1 x' : 'Ann\n=1\nx'])
  }
})
