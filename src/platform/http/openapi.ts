import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { ERRORS, type ErrorCode } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import { docsPage } from './docs-page.ts'

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
  },
}

const generalErrors = (endpoint: AnyEndpoint): ErrorCode[] => [
  ...(endpoint.permission === 'public' ? [] : (['unauthorized', 'not_enough_permissions'] as const)),
  ...(endpoint.csrf ? (['csrf_mismatch'] as const) : []),
  ...(isNothing(endpoint.body) && isNothing(endpoint.query) ? [] : (['invalid'] as const)),
  'too_many_requests',
]

const errorAnswers = (endpoint: AnyEndpoint) => {
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...generalErrors(endpoint), ...endpoint.errors])) {
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
  return { 200: { description: 'OK', content: { 'application/json': { schema: schemaOf(endpoint.response) } } } }
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }

const bodyOf = (endpoint: AnyEndpoint) => {
  if (endpoint.takes === 'raw') return { requestBody: { content: { 'application/json': { schema: {} } } } }
  if (isNothing(endpoint.body) && endpoint.takes !== 'multipart') return {}
  const schema = isNothing(endpoint.body) ? { type: 'object' } : schemaOf(endpoint.body)
  if (endpoint.takes !== 'multipart') return { requestBody: { content: { 'application/json': { schema } } } }
  const withFile = { ...schema, properties: { ...(schema as { properties?: Json }).properties, file: FILE } }
  return { requestBody: { content: { 'multipart/form-data': { schema: withFile } } } }
}

const headersOf = (endpoint: AnyEndpoint): Json[] =>
  endpoint.is_idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
    : []

/** The OpenAPI 3.1 document of all calls, made from the same values as the routes. */
export const openApiOf = (endpoints: AnyEndpoint[]): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1] ?? ''],
      description: `Access: \`${endpoint.permission}\``,
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...headersOf(endpoint),
      ],
      ...bodyOf(endpoint),
      responses: { ...goodAnswer(endpoint), ...errorAnswers(endpoint) },
      security: endpoint.permission === 'public' ? [] : [{ session: [] }, { token: [] }],
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', description: 'Times are ISO 8601 in UTC, amounts decimal numbers in USD.' },
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

/** `GET /openapi.json` and the readable page `GET /docs`, both made once, when first asked for. */
export const describeApi = (api: FastifyInstance, endpoints: AnyEndpoint[]) => {
  let document: Json | undefined
  const made = () => {
    document ??= openApiOf(endpoints)
    return document
  }
  api.get('/openapi.json', async (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(made()))
  api.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
      .send(docsPage(made() as never)),
  )
}
