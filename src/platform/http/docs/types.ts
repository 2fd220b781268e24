import type { JsonSchema } from '../examples.ts'

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }

/** One call of the OpenAPI document, as far as its pages show it. */
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }
  >
  security: Record<string, unknown>[]
  'x-errors': string[]
  /** What a token of the portal needs for the call; none where it cannot make it. */
  'x-token-scope'?: string
}

export type Document = {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
}

export type Described = { path: string; method: string; operation: Operation }
