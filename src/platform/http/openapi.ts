import type { FastifyInstance, FastifyReply } from 'fastify'
import { accessOf, type Permission, ROLE_NAMES, ROLES } from '#kernel/access/permissions.ts'
import { type AnyEndpoint, savesRecord } from '#kernel/endpoint.ts'
import { ERRORS, type ErrorCode, fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import { docsPages } from './docs/pages.ts'
import { SUBJECTS, subjectOf } from './docs/subjects.ts'
import type { Document } from './docs/types.ts'
import { exampleOf, type JsonSchema } from './examples.ts'
import { parseQuery } from './query.ts'

type Json = Record<string, unknown>

/** JSON Schema of what travels: the input side of codecs. */
const schemaOf = (schema: z.core.$ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}
const isNothing = (schema: z.core.$ZodType) => schema._zod.def.type === 'undefined'

const parametersOf = (schema: z.core.$ZodType, place: 'path' | 'query'): Json[] => {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name: property.type === 'array' ? `${name}[]` : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const ERROR_BODY = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    details: { type: 'object' },
  },
}

const generalErrors = (endpoint: AnyEndpoint): ErrorCode[] => [
  ...(endpoint.permission === 'public' ? [] : (['unauthorized', 'not_enough_permissions'] as const)),
  ...(endpoint.csrf ? (['csrf_mismatch'] as const) : []),
  ...(isNothing(endpoint.body) && isNothing(endpoint.query) ? [] : (['invalid'] as const)),
  'too_many_requests',
]

const errorCodes = (endpoint: AnyEndpoint): ErrorCode[] => [
  ...new Set([...generalErrors(endpoint), ...endpoint.errors]),
]

const errorAnswers = (endpoint: AnyEndpoint) => {
  const byStatus = new Map<number, string[]>()
  for (const code of errorCodes(endpoint)) {
    const { status, text } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${text}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        description: lines.join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const goodAnswer = (endpoint: AnyEndpoint) => {
  if (endpoint.gives === 'none') return { 204: { description: 'Done' } }
  if (endpoint.gives === 'file')
    return { 200: { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } }
  const schema = schemaOf(endpoint.response)
  const example = exampleOf(schema as JsonSchema)
  return { 200: { description: 'OK', content: { 'application/json': { schema, example } } } }
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }

const bodyOf = (endpoint: AnyEndpoint) => {
  if (endpoint.takes === 'raw') return { requestBody: { content: { 'application/json': { schema: {} } } } }
  if (isNothing(endpoint.body) && endpoint.takes !== 'multipart') return {}
  const schema = isNothing(endpoint.body) ? { type: 'object' } : schemaOf(endpoint.body)
  const example = endpoint.example ?? exampleOf(schema as JsonSchema)
  if (endpoint.takes !== 'multipart') return { requestBody: { content: { 'application/json': { schema, example } } } }
  const withFile = { ...schema, properties: { ...(schema as { properties?: Json }).properties, file: FILE } }
  return {
    requestBody: {
      content: { 'multipart/form-data': { schema: withFile, example: exampleOf(withFile as JsonSchema) } },
    },
  }
}

const headersOf = (endpoint: AnyEndpoint): Json[] => {
  const of = (name: string, schema: Json) => ({ name, in: 'header', required: false, schema })
  return [
    ...(endpoint.is_idempotent ? [of('Idempotency-Key', { type: 'string', maxLength: 200 })] : []),
    ...(savesRecord(endpoint) ? [of('If-Match', { type: 'string', pattern: '^"\\d+"$' })] : []),
  ]
}

const PLAN = { plan_short_name: 'enterprise', is_core: false }

/** Who may make the call, in words. */
const accessInWords = ({ permission, is_closed_to_tokens: isClosed, token_scope: scope }: AnyEndpoint): string => {
  const byScope =
    scope === 'any' ? ' With every token of the portal.' : ` With a token of the portal: scope \`${scope}\`.`
  const byToken = isClosed ? ' Not with an API token.' : scope ? byScope : ''
  if (permission === 'public') return 'Open to everybody, without signing in.'
  if (permission === 'session') return `For every signed-in person.${byToken}`
  const reaching = ROLE_NAMES.map((role) => ({
    role,
    reach: accessOf(role, permission as Permission, { condition: PLAN }),
  }))
  const names = reaching
    .filter(({ reach }) => reach !== 'none')
    .map(({ role, reach }) => `${ROLES[role].name}${reach === 'own' ? ' (own records)' : ''}`)
  return `For the roles ${names.join(', ')}. Permission \`${permission}\`.${byToken}`
}

const securityOf = ({ permission, is_closed_to_tokens: isClosed }: AnyEndpoint) => {
  if (permission === 'public') return []
  return isClosed ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

/** The OpenAPI 3.1 document of all calls, made from the same values as the routes. */
export const openApiOf = (endpoints: readonly AnyEndpoint[]): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      tags: [subjectOf(endpoint.path).title],
      operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^\w]+/g, '_')}`,
      description: accessInWords(endpoint),
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...headersOf(endpoint),
      ],
      ...bodyOf(endpoint),
      responses: { ...goodAnswer(endpoint), ...errorAnswers(endpoint) },
      security: securityOf(endpoint),
      'x-errors': errorCodes(endpoint),
      ...(endpoint.token_scope && { 'x-token-scope': endpoint.token_scope }),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', description: 'Times are ISO 8601 in UTC, amounts decimal numbers in USD.' },
    tags: SUBJECTS.map(({ title, text }) => ({ name: title, description: text })),
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { Error: ERROR_BODY },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/**
 * `GET /openapi.json` and the readable pages below `GET /docs` (API-028). Those are plain HTML of our own: the ready pages for
 * OpenAPI documents load megabytes of script and the whole document at once, which a phone shows after many seconds.
 */
export const describeApi = (api: FastifyInstance, endpoints: AnyEndpoint[]) => {
  let document: Json | undefined
  const build = () => {
    document ??= openApiOf(endpoints)
    return document
  }
  api.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(build()),
  )
  let pages: ReturnType<typeof docsPages> | undefined
  const send = (reply: FastifyReply, html: string | null) => {
    if (html === null) throw fail('not_found')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(html)
  }
  const readable = () => {
    pages ??= docsPages(build() as Document)
    return pages
  }
  api.get('/docs', async (request, reply) => {
    const { q } = parseQuery(request.url.split('?', 2)[1] ?? '')
    const query = typeof q === 'string' ? q.trim().slice(0, 100) : ''
    return send(reply, query ? readable().search(query) : readable().guide())
  })
  api.get('/docs/errors', async (_request, reply) => send(reply, readable().errors()))
  api.get<{ Params: { subject: string } }>('/docs/:subject', async ({ params }, reply) =>
    send(reply, readable().subject(params.subject)),
  )
}
