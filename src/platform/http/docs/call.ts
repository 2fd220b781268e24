import { ERRORS, type ErrorCode } from '#kernel/errors.ts'
import { exampleOf, type JsonSchema } from '../examples.ts'
import { BASE, code, escapeHtml, methodBadge, words } from './html.ts'
import type { Described, Parameter } from './types.ts'

/** The address of a call within its page. */
export const anchorOf = ({ path, method }: Described): string =>
  `${method}-${path.replace(/[^\w]+/g, '-').replace(/^-+|-+$/g, '')}`

const optionsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? []

/** A schema in a few words: `text, up to 200 characters`. */
export const inWords = (schema: JsonSchema): string => {
  const options = optionsOf(schema)
  if (options.length > 0) return [...new Set(options.map(inWords))].join(', or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`
  const types = [schema.type].flat().map((type) => {
    if (type === 'string')
      return { 'date-time': 'time (ISO 8601)', date: 'day (YYYY-MM-DD)', uuid: 'UUID' }[schema.format ?? ''] ?? 'text'
    if (type === 'integer') return 'whole number'
    if (type === 'array') return `list of ${inWords(schema.items ?? {})}`
    return { boolean: 'true or false', null: 'null', undefined: 'anything' }[String(type)] ?? String(type)
  })
  const least =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : `more than ${schema.exclusiveMinimum}`)
  const most = schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? schema.maximum : undefined
  const from =
    typeof least === 'number' && least > Number.MIN_SAFE_INTEGER
      ? `from ${least}`
      : typeof least === 'string'
        ? least
        : ''
  const limits = [
    from,
    most !== undefined && `up to ${most}`,
    schema.maxLength !== undefined && `up to ${schema.maxLength} characters`,
    'default' in schema && `${JSON.stringify(schema.default)} when left out`,
  ].filter(Boolean)
  return [types.join(' or '), ...limits].join(', ')
}

const rows = (heads: string[], cells: string[][]): string =>
  `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${cells
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const PLACES = { path: 'in the address', query: 'in the query', header: 'as a header' }

const parameters = (all: Parameter[]): string =>
  all.length === 0
    ? ''
    : `<h3>Parameters</h3>${rows(
        ['Name', 'Where', 'Value'],
        all.map((one) => [
          `<code>${escapeHtml(one.name)}</code>${one.required ? ' required' : ''}`,
          PLACES[one.in],
          escapeHtml(inWords(one.schema)),
        ]),
      )}`

const fields = (schema: JsonSchema): string => {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  if (names.length === 0) return ''
  return rows(
    ['Field', 'Value'],
    names.map((name) => [
      `<code>${escapeHtml(name)}</code>${required.includes(name) ? ' required' : ''}`,
      escapeHtml(inWords(properties[name] ?? {})),
    ]),
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const KEY = '0d6c1f0e-granite-1'

/** The address of a call with its example values, and the query that it needs. */
const addressIn = ({ path, operation }: Described): string => {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const address = inPath.reduce(
    (text, one) => text.replace(`{${one.name}}`, encodeURIComponent(String(exampleOf(one.schema, one.name)))),
    path,
  )
  const query = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(String([exampleOf(one.schema, one.name)].flat()[0]))}`)
  return `/api/v1${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const takesKey = ({ operation }: Described) => operation.parameters.some((one) => one.name === 'Idempotency-Key')

/** The call as it is made in a shell; the guide says where the variables come from. */
export const curlOf = (call: Described): string => {
  const { method, operation } = call
  const isOpen = operation.security.length === 0
  const byToken = operation.security.some((one) => 'token' in one)
  const needsCsrf = '419' in operation.responses && !byToken
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$PORTAL${addressIn(call)}"`,
    byToken && '-H "Authorization: Bearer $TOKEN"',
    !byToken && (!isOpen || needsCsrf) && '-b cookies.txt',
    needsCsrf && '-H "X-XSRF-TOKEN: $XSRF"',
    takesKey(call) && `-H 'Idempotency-Key: ${KEY}'`,
    type === 'application/json' && `-H 'Content-Type: application/json'`,
    type === 'application/json' && `-d ${quoted(JSON.stringify(content?.example ?? {}, null, 2))}`,
    ...(type === 'multipart/form-data'
      ? Object.entries((content?.example ?? {}) as object).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
      : []),
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

/** A value as it is written in TypeScript by hand. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replace(/"([^"'\\]*)"/g, "'$1'")

const indented = (text: string) => text.replaceAll('\n', '\n  ')

/** The call of a program with a token, by `fetch`, which browsers, Node, Deno and Bun have. */
export const typescriptOf = (call: Described): string => {
  const { method, operation } = call
  const content = operation.requestBody?.content['application/json']
  const isJson = Object.values(operation.responses).some((answer) => answer.content?.['application/json']?.example)
  const lines = [
    `const answer = await fetch(\`\${PORTAL}${addressIn(call)}\`, {`,
    method !== 'get' && `  method: '${method.toUpperCase()}',`,
    '  headers: {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the reader's program fills it in
    '    Authorization: `Bearer ${TOKEN}`,',
    takesKey(call) && "    'Idempotency-Key': crypto.randomUUID(), // keep it until you have the answer",
    content && "    'Content-Type': 'application/json',",
    '  },',
    content && `  body: JSON.stringify(${indented(literal(content.example ?? {}))}),`,
    '})',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the reader's program fills it in
    'if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)',
    isJson ? 'const { data } = await answer.json()' : 'const file = await answer.arrayBuffer()',
  ]
  return lines.filter(Boolean).join('\n')
}

const errors = (codes: string[]): string =>
  `<h3>Errors</h3>${rows(
    ['Status', 'Code', 'Message'],
    codes
      .map((name) => ({ name, row: ERRORS[name as ErrorCode] }))
      .toSorted((a, b) => a.row.status - b.row.status)
      .map(({ name, row }) => [
        String(row.status),
        `<a href="${BASE}/errors#${name}"><code>${name}</code></a>`,
        escapeHtml(row.text),
      ]),
  )}`

const good = ({ path, method, operation }: Described): string => {
  const [status, answer] = Object.entries(operation.responses).find(([one]) => one.startsWith('2')) ?? []
  if (!status || !answer) return ''
  const example = answer.content?.['application/json']?.example
  if (example !== undefined)
    return `<h3>Answer ${status}</h3>${code(JSON.stringify(example, null, 2), `Answer of ${method.toUpperCase()} ${path}`)}`
  return `<h3>Answer ${status}</h3><p>${answer.content ? 'The file.' : 'Without a body.'}</p>`
}

/** Systems of customers are mostly written in a language like it. */
const inTypescript = (call: Described): string => {
  if (!call.operation['x-token-scope']) return ''
  const name = `${call.method.toUpperCase()} ${call.path} in TypeScript`
  return `<details><summary>TypeScript</summary>${code(typescriptOf(call), name)}</details>`
}

/** Everything about one call, with an example that can be copied. */
export const callPart = (call: Described): string => {
  const { path, method, operation } = call
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return `<article id="${anchorOf(call)}"><h2>${methodBadge(method)} <code>${escapeHtml(path)}</code></h2><p>${words(operation.summary)}</p><p class="quiet">${words(operation.description)}</p>${parameters(operation.parameters)}${content ? `<h3>Body <code>${escapeHtml(type ?? '')}</code></h3>${fields(content.schema)}` : ''}<h3>Example</h3>${code(curlOf(call), `Example of ${method.toUpperCase()} ${path}`)}${inTypescript(call)}${good(call)}${errors(operation['x-errors'])}</article>`
}

/** The calls as a list of links, each with what it does. */
export const callList = (calls: Described[], addressOf: (call: Described) => string): string =>
  `<ul class="plain">${calls
    .map(
      (call) =>
        `<li>${methodBadge(call.method)} <a href="${addressOf(call)}"><code>${escapeHtml(call.path)}</code></a> <span class="quiet">${escapeHtml(call.operation.summary)}</span></li>`,
    )
    .join('')}</ul>`
