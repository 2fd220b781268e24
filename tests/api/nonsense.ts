import type { InjectOptions } from 'fastify'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { exampleOf, type JsonSchema } from '#platform/http/examples.ts'
import {
  type At,
  BAD_DATES,
  CURSORS,
  changedAt,
  deep,
  HALF,
  HUGE,
  leavesOf,
  NAN_ISH,
  NUL,
  PATHS,
  type Pick,
  picker,
  REMOVED,
  SQL_ISH,
} from './spoilers.ts'

/** A call as the OpenAPI document describes it. */
export type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

export type Plain = {
  endpoint: AnyEndpoint
  operation: Operation
  /** The address with records that exist, without a query. */
  path: string
  /** The parts of the address that name something, as written in it. */
  named: string[]
  query: Record<string, string>
  /** A valid body that can be spoiled. */
  body: unknown
}

type NonsenseCall = Partial<InjectOptions> | null
type Kind = (plain: Plain, pick: Pick) => NonsenseCall

const json = (body: unknown): NonsenseCall => ({
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** Spoils one value in the body that passes the test, or sends the spoiler as the whole body if none does. */
const spoil =
  (fits: (value: unknown, at: At) => boolean, spoilers: readonly unknown[]): Kind =>
  ({ body }, pick) => {
    const leaf = pick(leavesOf(body).filter(({ value, at }) => fits(value, at)))
    if (!leaf) return null
    return json(changedAt(body, leaf.at, pick(spoilers)))
  }

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
const isAny = () => true

const query =
  (change: (parameters: Operation['parameters'], pick: Pick) => string | null): Kind =>
  (plain, pick) => {
    const changed = change(
      plain.operation.parameters.filter((one) => one.in === 'query'),
      pick,
    )
    if (changed === null) return null
    const params = new URLSearchParams(plain.query)
    for (const part of changed.split('&'))
      params.delete(decodeURIComponent(part.split('=')[0]?.replace(/%(?![\da-f]{2})/gi, '') ?? ''))
    const text = [params.toString(), changed].filter(Boolean).join('&')
    return { url: `${plain.path}?${text}` }
  }

const BOUNDARY = 'nonsense'
const part = (headers: string, value: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`
const form = (payload: string, type = `multipart/form-data; boundary=${BOUNDARY}`): NonsenseCall => ({
  payload: Buffer.from(payload),
  headers: { 'content-type': type },
})
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const file = (name: string, type = 'image/png', value = 'not a picture') =>
  part(`Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`, value)
const END = `--${BOUNDARY}--\r\n`
const fieldsOf = ({ body }: Plain) =>
  Object.entries((body ?? {}) as object)
    .map(([name, value]) => field(name, String(value)))
    .join('')

/** Every kind of nonsense by name. Null means that a kind does not apply to the call. */
const BODIES: Record<string, Kind> = {
  'a fitting body': ({ body, endpoint, ...plain }) =>
    endpoint.takes === 'multipart'
      ? form(`${fieldsOf({ body, endpoint, ...plain })}${file('a.png')}${END}`)
      : json(body),
  'null as the body': () => json(null),
  'a list as the body': ({ body }, pick) => json(pick([[], [body], [null], [[[]]]])),
  'a text as the body': (_, pick) => json(pick(['', 'text', HALF])),
  'a number as the body': (_, pick) => json(pick([0, -1, 1e308])),
  'an empty object': () => json({}),
  'a missing field': ({ body }, pick) => {
    const leaf = pick(leavesOf(body).filter(({ at }) => typeof at.at(-1) === 'string'))
    return leaf ? json(changedAt(body, leaf.at, REMOVED)) : null
  },
  'a field of the wrong type': spoil(isAny, [null, true, {}, [], [[]], 'text', 7, { id: 1 }]),
  'half a surrogate in a text': spoil(isText, [HALF, `a${HALF}`, '\udc00b', `${HALF}${HALF}`]),
  'half a surrogate in a name': ({ body }) => json({ ...(body as object), [HALF]: HALF }),
  'a NUL in a text': spoil(isText, [NUL, `a${NUL}b`]),
  'a NUL in a name': ({ body }) => json({ ...(body as object), [`a${NUL}`]: 1 }),
  'a very long text': spoil(isText, [
    'a'.repeat(300),
    'é'.repeat(70_000),
    '<p>'.repeat(20_000),
    ' '.repeat(5000),
    '\u{1f600}'.repeat(9000),
  ]),
  'deep nesting': ({ body }, pick) => {
    const leaf = pick(leavesOf(body))
    const levels = pick([70, 2000, 50_000]) ?? 0
    const whole = leaf
      ? JSON.stringify(changedAt(body, leaf.at, '@deep')).replace('"@deep"', deep(levels))
      : deep(levels)
    return { payload: whole, headers: { 'content-type': 'application/json' } }
  },
  'a huge number': spoil(isNumber, HUGE),
  'a negative number': spoil(isNumber, [-1, -0.001, -(2 ** 31) - 1, -1e308]),
  'a number that is none': spoil((value) => isNumber(value) || isText(value), NAN_ISH),
  'an unknown choice': spoil(isText, ['unknown', 'constructor', '__proto__', 'toString']),
  'a text that looks like SQL': spoil(isText, SQL_ISH),
  'names of prototypes': ({ body }, pick) => {
    const own = JSON.stringify(body ?? {})
    const more = pick([
      '"__proto__":{"is_admin":true}',
      '"constructor":{"prototype":{"x":1}}',
      '"__proto__":null',
      '"toString":1,"hasOwnProperty":2',
    ])
    return {
      payload: own.startsWith('{')
        ? own.replace(/^\{(?=(.?))/, (_, next) => `{${more}${next === '}' ? '' : ','}`)
        : `{${more}}`,
      headers: { 'content-type': 'application/json' },
    }
  },
  'a bad date': spoil(isDate, BAD_DATES),
  'odd lists': spoil(Array.isArray, [[], [null], [1, 1], ['a', 'a'], [[]], [{}, {}], Array(1001).fill(1)]),
  'a wrong content type': ({ body }, pick) => ({
    payload: pick([JSON.stringify(body ?? {}), 'a=1&a=2', '<a/>', '']) ?? '',
    headers: {
      'content-type':
        pick([
          'text/xml',
          'application/x-www-form-urlencoded',
          'application/octet-stream',
          'nonsense',
          'text/plain',
          'application/json; charset=utf-16',
        ]) ?? '',
    },
  }),
  'a form of an odd kind': ({ body }, pick) => ({
    payload: Object.keys((body ?? {}) as object)
      .map((name) => `${name}=${pick(['%00', '1', '%ED%A0%80', '%', ''])}&${name}[]=1`)
      .join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'a multipart body without a boundary': (_, pick) =>
    form(
      `${file('a.png')}${END}`,
      pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        'multipart/mixed; boundary=x',
      ]),
    ),
  'a multipart body that ends too early': (plain, pick) => {
    const whole = `${fieldsOf(plain)}${file('a.png')}${END}`
    return form(whole.slice(0, pick([0, 5, 40, whole.length - 6, whole.length - END.length - 4])))
  },
  'a multipart body of odd parts': (plain, pick) =>
    form(
      `${fieldsOf(plain)}${pick([
        `${file('a\u0000.png')}`,
        field('__proto__', 'x'),
        field('toString', 'x'),
        field('', ''),
        field('a[]', '1') + field('a', '2') + field('a[]', '3'),
        field('title', `a${NUL}`),
        part('Content-Disposition: form-data', 'x'),
        part('nonsense', 'x'),
        file('../../etc/passwd', 'nonsense'),
        file('', '', ''),
        file('a.png').repeat(30),
        field('x', 'y').repeat(150),
        file(`${'a'.repeat(5000)}.png`),
        file('a.png', 'image/png', ''),
        part('Content-Disposition: form-data; name="_method"', '{}'),
      ])}${END}`,
    ),
  'a body that is no JSON': ({ body }, pick) => ({
    payload:
      pick([
        '{',
        '{"a":',
        'undefined',
        "{'a':1}",
        '\ufeff{}',
        '{"a":1}}',
        '{"a":1e}',
        '\u0000',
        JSON.stringify(body ?? {}).slice(0, -1),
        '["\\u12"]',
      ]) ?? '',
    headers: { 'content-type': 'application/json' },
  }),
}

const ADDRESSES: Record<string, Kind> = {
  'an odd id in the address': ({ path, named, query: own }, pick) => {
    const name = pick(named)
    if (name === undefined) return null
    const odd = `${path}/`.replace(`/${name}/`, `/${pick(PATHS)}/`).slice(0, -1)
    const search = new URLSearchParams(own).toString()
    return { url: search ? `${odd}?${search}` : odd }
  },
  'bytes that are no UTF-8 in the address': ({ path, named }, pick) => {
    const name = pick(named)
    const bad = pick(['%', '%E0%A4%A', '%zz', '%C0%80', '%ff'])
    return { url: name === undefined ? `${path}?a=${bad}` : `${`${path}/`.replace(`/${name}/`, `/${bad}/`)}` }
  },
  'an odd value in the query': query((parameters, pick) => {
    const one = pick(parameters)
    return one
      ? `${encodeURIComponent(one.name)}=${pick(['', '%00', '%ED%A0%80', '-1', '1e400', '99999999999999999999', 'NaN', '0000-01-01', '2026-02-30', '275760-09-13', '__proto__', '%27%3B--', 'a'.repeat(5000), '%25', '%5C', '%28', '1.5', '%'])}`
      : null
  }),
  'a value twice in the query': query((parameters, pick) => {
    const one = pick(parameters)
    if (!one) return null
    const name = one.name.replace('[]', '')
    return (
      pick([
        `${name}=1&${name}=2`,
        `${name}[]=1&${name}[]=1&${name}[]=x`,
        `${name}=1&${name}[]=2`,
        `${name}[]=2&${name}=1`,
        `${name}[a]=1`,
        `${name}.a=1`,
        `${one.name}=`,
        `${name}[][]=1`,
      ]) ?? null
    )
  }),
  'a filter that is not known': query(
    (_, pick) =>
      pick([
        'unknown=1',
        '__proto__=1',
        'constructor=1',
        '__proto__[]=1',
        '=1',
        '%00=1',
        'toString=1',
        'referer_portal_id=x',
        'referer_portal_id=99999999999999999999',
        'referer_portal_id[]=1',
      ]) ?? null,
  ),
  'an old or odd cursor': query((parameters, pick) =>
    parameters.some(({ name }) => name === 'cursor') ? `cursor=${pick(CURSORS)}` : null,
  ),
  'odd headers': (_, pick) => ({
    headers:
      pick<Record<string, string>>([
        { 'user-agent': `a${NUL}b` },
        { 'user-agent': 'a'.repeat(9000) },
        { 'idempotency-key': `a${NUL}` },
        { 'idempotency-key': HALF },
        { range: 'bytes=9-1' },
        { range: 'bytes=-' },
        { range: `bytes=${'9'.repeat(40)}-` },
        { accept: 'nonsense' },
        { 'if-none-match': NUL },
        { authorization: 'Bearer %00' },
        { authorization: 'Bearer nonsense' },
        { authorization: 'Basic !!!' },
        { origin: 'null', referer: '::' },
        { 'accept-encoding': 'nonsense;q=9' },
        { 'x-forwarded-for': HALF },
      ]) ?? {},
  }),
}

/** Nonsense that needs only an address and a body, and comes before every check. */
export const BEFORE_CHECKS = [
  'deep nesting',
  'a multipart body without a boundary',
  'a body that is no JSON',
  'an odd id in the address',
  'a filter that is not known',
  'odd headers',
] as const

const BODILESS = new Set<string>([...BEFORE_CHECKS, 'a fitting body', 'null as the body', 'a wrong content type'])

export const KINDS: Record<string, Kind> = { ...BODIES, ...ADDRESSES }

/** The call spoiled in one way, or null if that does not apply. */
export const nonsense = (kind: string, plain: Plain, seed: string): InjectOptions | null => {
  const { endpoint, operation, path, query: own, body } = plain
  if (kind in BODIES && endpoint.method === 'GET') return null
  // A call without a body reads none. What a broken one does before that is worth testing.
  if (kind in BODIES && !operation.requestBody && !BODILESS.has(kind)) return null
  const call = KINDS[kind]?.(plain, picker(seed))
  if (!call) return null
  const search = new URLSearchParams(own).toString()
  const isBodied = endpoint.method !== 'GET' && endpoint.takes === 'json' && body !== undefined
  return {
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    ...(kind in ADDRESSES && isBodied && json(body)),
    ...call,
    headers: {
      ...(kind in ADDRESSES && isBodied && { 'content-type': 'application/json' }),
      ...(call.headers as object),
    },
  }
}

/** A body that the call accepts according to its schema; undefined if it accepts none. */
export const fittingBody = (operation: Operation): unknown => {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return schema && exampleOf(schema)
}
