import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = /\/features\/[^/]+\/contract[\w-]*\.ts$/
const FULL = '?schemas'

const isEndpoint = (value: unknown): value is { method: string; path: string } =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value
const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value

/** The source text of what the browser gets of an exported value; nothing of schemas and functions. */
const browserForm = (value: unknown, whole: string): string | undefined => {
  if (isSchema(value) || typeof value === 'function') return undefined
  if (isEndpoint(value)) {
    const schemas = value.method === 'GET' ? '' : `, schemas: () => ${whole})`
    return `{ method: ${JSON.stringify(value.method)}, path: ${JSON.stringify(value.path)}${schemas} }`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  // Calls of one resource stand together in an object.
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = browserForm(part, `${whole}.${name}`)
    return text === undefined ? [] : [`${JSON.stringify(name)}: ${text}`]
  })
  return `{ ${parts.join(', ')} }`
}

/**
 * Gives the browser of each contract only what a call needs: method and path. The schemas, and with them the validation
 * library, are loaded when the form of a change asks for them (`endpoint.schemas()`); the server checks everything anyway (VAL-007).
 * Constants travel as they are; a schema itself cannot be imported by a screen, which the build reports.
 */
export const contracts = (): Plugin => ({
  name: 'portico-contracts',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  // A whole contract is made of the whole contracts it builds on.
  async resolveId(source, importer, options) {
    if (!importer?.endsWith(FULL) || source.endsWith(FULL)) return null
    const resolved = await this.resolve(source, importer.slice(0, -FULL.length), { ...options, skipSelf: true })
    return resolved && CONTRACT.test(resolved.id) ? { ...resolved, id: resolved.id + FULL } : resolved
  },
  async load(id) {
    if (id.endsWith(FULL)) return fs.readFileSync(id.slice(0, -FULL.length), 'utf8')
    if (!CONTRACT.test(id)) return null
    const exported = (await import(`${pathToFileURL(id).href}?at=${fs.statSync(id).mtimeMs}`)) as Record<
      string,
      unknown
    >
    const lines = Object.entries(exported).flatMap(([name, value]) => {
      const text = browserForm(value, `whole().then((all) => all.${name}`)
      return text === undefined ? [] : [`export const ${name} = ${text}`]
    })
    return {
      code: [`const whole = () => import(${JSON.stringify(id + FULL)})`, ...lines].join('\n'),
      map: null,
      moduleSideEffects: false,
    }
  },
})
