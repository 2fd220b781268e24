import { SYNC_CALLS } from '#features/sync/server/api.ts'
import { curlOf, typescriptOf } from '#platform/http/docs/call.ts'
import type { Document } from '#platform/http/docs/types.ts'
import { openApiOf } from '#platform/http/openapi.ts'

const examples = () => {
  const { paths } = openApiOf(SYNC_CALLS) as Document
  return SYNC_CALLS.map(({ method, path: address, summary, token_scope: scope }) => {
    const path = address.replace(/:(\w+)/g, '{$1}')
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation) throw new TypeError(`${method} ${path} is not in the document`)
    const call = { path, method: method.toLowerCase(), operation }
    return { method, path, summary, scope: scope ?? '', curl: curlOf(call), typescript: typescriptOf(call) }
  })
}

let made: ReturnType<typeof examples> | undefined

/** The calls below `/sync` in curl and TypeScript, as `/docs` shows them (INT-040). */
export const syncExamples = () => {
  made ??= examples()
  return made
}
