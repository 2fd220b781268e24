import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from '#kernel/schema.ts'
import { sign } from './secrets.ts'

const flag = z.codec(z.enum(['on', 'off']), z.boolean(), {
  decode: (word) => word === 'on',
  encode: (value) => (value ? 'on' : 'off'),
})
const port = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(65535))
const count = z.coerce.number<number>().check(z.int(), z.minimum(1))
const text = z.string().check(z.minLength(1))
const script = z.url({ protocol: /^https$/ })
const secret = z.string().check(z.minLength(32, 'must have at least 32 characters'))

/** Every setting of the product, by the name of its environment variable. docs/operations.md explains each. */
const Environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, 'localhost'),
  BASE_HOST: z._default(text, 'localhost'),
  PUBLIC_ORIGIN: z.optional(z.url()),
  DATA_DIR: z._default(text, 'data'),
  DATABASE_URL: z.optional(text),
  DATABASE_APP_URL: z.optional(text),
  ROLE: z._default(z.enum(['all', 'web', 'worker']), 'all'),
  PORTICO_DEMO: z._default(flag, false),
  PORTICO_DEMO_PASSWORD: z._default(text, 'Portico-demo-1!'),
  SECRET: z.optional(secret),
  CORE_PORTAL_ID: z._default(count, 1),
  ADMIN_PORTAL_SLUG: z._default(text, 'admin'),
  CONTENT_ORIGIN: z.optional(z.url()),
  TRUST_PROXY: z.optional(text),
  CALLS_PER_MINUTE: z._default(count, 1200),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
  CLOUD_SCORM_URL: z.optional(z.url()),
  EASYSHIP_URL: z.optional(z.url()),
  MAPS_API_KEY: z.optional(text),
  MAPS_URL: z.optional(z.url()),
  SMTP_URL: z.optional(z.url()),
  MAIL_FROM: z._default(z.email(), 'no-reply@portico.example.com'),
  AD_CLICK_SCRIPT_URL: z.optional(script),
  SCHEDULING_SCRIPT_URL: z.optional(script),
  ACCESSIBILITY_WIDGET_URL: z.optional(script),
  SENTRY_DSN: z.optional(z.url()),
  PUSHER_APP_KEY: z.optional(text),
  PUSHER_APP_SECRET: z.optional(secret),
  UPLOAD_MAX_BYTES: z._default(count, 10_737_418_240),
})
type Environment = z.output<typeof Environment>

export type Config = Environment & {
  root: string
  data_dir: string
  is_production: boolean
  /** True where nobody outside can be harmed: development, tests and the demo. Stand-ins run only then. */
  has_standins: boolean
  secret: string
  live: { key: string; secret: string; app_id: string }
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A secret made on first start and kept in the data folder, for machines where nobody has set one. */
const keptSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'secret')
  fs.mkdirSync(dataDir, { recursive: true })
  try {
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8')
}

/**
 * The configuration read from the environment, once, at the start. Throws a ConfigError that names every
 * variable with nonsense in it, and every combination that must not run in production.
 */
export const readConfig = (env: Record<string, string | undefined>, root: string): Config => {
  const known = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  )
  const read = z.safeParse(Environment, known)
  const problems = read.success
    ? []
    : read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message} (is "${env[String(issue.path[0])]}")`)
  if (read.success) {
    const { NODE_ENV, PORTICO_DEMO, SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL, PUBLIC_ORIGIN } =
      read.data
    if (NODE_ENV === 'production' && !PORTICO_DEMO) {
      if (!SECRET) problems.push('SECRET: is needed in production')
      if (!DATABASE_URL) problems.push('DATABASE_URL: is needed in production')
      if (env.PORTICO_DEMO_PASSWORD) problems.push('PORTICO_DEMO_PASSWORD: must not be set in production')
      if (PUBLIC_ORIGIN && !PUBLIC_ORIGIN.startsWith('https://')) problems.push('PUBLIC_ORIGIN: must be https')
    }
    if (STRIPE_SECRET_KEY && !STRIPE_WEBHOOK_SECRET)
      problems.push('STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY')
    if (PORTICO_DEMO && STRIPE_SECRET_KEY?.startsWith('sk_live'))
      problems.push('STRIPE_SECRET_KEY: a live key must not be used with the demo')
  }
  if (!read.success || problems.length > 0)
    throw new ConfigError(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const dataDir = path.resolve(root, read.data.DATA_DIR)
  const appSecret = read.data.SECRET ?? keptSecret(dataDir)
  const isProduction = read.data.NODE_ENV === 'production' && !read.data.PORTICO_DEMO
  return {
    ...read.data,
    root,
    data_dir: dataDir,
    is_production: isProduction,
    has_standins: !isProduction,
    secret: appSecret,
    live: {
      key: read.data.PUSHER_APP_KEY ?? 'portico',
      secret: read.data.PUSHER_APP_SECRET ?? sign(appSecret, 'live', 'events'),
      app_id: '1',
    },
  }
}
