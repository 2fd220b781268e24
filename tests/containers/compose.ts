import fs from 'node:fs'
import { parse } from 'yaml'

export type Service = {
  image?: string
  build?: string
  entrypoint?: string[]
  command?: string[]
  user?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  ports?: string[]
}
export type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

/** The variables of an env file, in its order. */
export const readEnvFile = (file: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  )

/** What Compose puts in the place of `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
export const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest = '') => {
    const value = env[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return kind === '-' ? rest : ''
  })

/** Compose fills in variables after it has read the file, so an empty one is an empty text. */
const filledIn = (value: unknown, env: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return interpolate(value, env)
  if (Array.isArray(value)) return value.map((each) => filledIn(each, env))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, env)]))
}

export const readCompose = (file: string, env: Readonly<Record<string, string>>): Compose =>
  filledIn(parse(fs.readFileSync(file, 'utf8'), { merge: true }), env) as Compose

/** The names in `${…}`. */
export const namesIn = (file: string): Set<string> =>
  new Set([...fs.readFileSync(file, 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!))
