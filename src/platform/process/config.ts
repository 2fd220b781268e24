import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { z } from '#kernel/schema.ts'
import type { BucketSettings } from '../files/bucket/settings.ts'
import { openDataFolder, readStoredSecret, storedSecret } from '../files/data-folder.ts'
import { sign } from '../secrets.ts'
import { protect, secretsIn } from './redact.ts'
import { StartError } from './start-error.ts'

const flag = z.codec(z.enum(['on', 'off'], 'must be on or off'), z.boolean(), {
  decode: (word) => word === 'on',
  encode: (value) => (value ? 'on' : 'off'),
})
const wholeNumber = (least: number, most: number, words: string) =>
  z.coerce.number<number>(words).check(z.int(words), z.minimum(least, words), z.maximum(most, words))
const port = wholeNumber(0, 65535, 'must be a whole number from 1 to 65535')
const count = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'must be a whole number of at least 1')
const delaySeconds = z.coerce
  .number<number>('must be seconds from 0 to 300')
  .check(z.minimum(0, 'must be seconds from 0 to 300'), z.maximum(300, 'must be seconds from 0 to 300'))
const percent = wholeNumber(1, 99, 'must be a whole number from 1 to 99')
const text = z.string().check(z.minLength(1))
const secret = z.string().check(z.minLength(32, 'must have at least 32 characters (openssl rand -hex 32 makes one)'))
const oneOf = <const W extends readonly string[]>(words: W) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

/** The parts of an address, unless an @ follows its host: then a password with / or ? in it was cut in two. */
const parsed = (value: string) =>
  URL.canParse(value) && !/^[^/]*:\/\/[^/?#]*[/?#].*@/.test(value) ? new URL(value) : undefined
const schemeOf = (value: string) => parsed(value)?.protocol.slice(0, -1) ?? ''
const addressWith = (schemes: readonly string[], words: string) =>
  z.string().check(z.refine((value) => schemes.includes(schemeOf(value)), words))
const ENCODED = 'with characters such as @ / : # ? in the password encoded (@ as %40)'
const address = addressWith(['http', 'https'], 'must be an address such as https://service.example.com/path')
const script = addressWith(['https'], 'must be an address that begins with https://')
const database = addressWith(
  ['postgres', 'postgresql'],
  `must be an address such as postgres://user:password@host:5432/portico, ${ENCODED}`,
)
const mailServer = addressWith(
  ['smtp', 'smtps'],
  `must be an address such as smtps://user:password@mail.example.com:465, ${ENCODED}`,
)
const redis = addressWith(
  ['redis', 'rediss'],
  `must be an address such as rediss://user:password@redis.example.com:6379, ${ENCODED}`,
)
const isOrigin = (value: string) => ['http', 'https'].includes(schemeOf(value)) && /^[^/]+:\/\/[^/?#@]+\/?$/.test(value)
const origin = z
  .string()
  .check(z.refine(isOrigin, 'must be scheme and host, and a port where needed, such as https://courses.example.com'))

/** Words for networks that the parser of forwarded addresses knows. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']
const isNetwork = (word: string): boolean => {
  if (NETWORK_NAMES.includes(word)) return true
  const [host = '', bits, ...more] = word.split('/')
  const family = net.isIP(host)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
/** An IP address, with a port where it is not 53; one of IPv6 stands in brackets then. */
const isNameServer = (word: string): boolean => {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(word) ?? []
  return net.isIP(word) !== 0 || (net.isIP(bracketed ?? plain ?? '') !== 0 && Number(port ?? 53) <= 65_535)
}
const wordsOf = (list: string) => list.split(',').map((word) => word.trim())
const proxies = z.codec(
  z
    .string()
    .check(
      z.refine(
        (list) => wordsOf(list).every(isNetwork),
        'must be the addresses or networks of your balancer, separated by commas, such as 10.0.0.1, 10.1.0.0/16 or loopback',
      ),
    ),
  z.array(z.string()),
  { decode: wordsOf, encode: (list) => list.join(',') },
)

const networks = z.codec(
  z
    .string()
    .check(
      z.refine(
        (list) => wordsOf(list).every((word) => isNetwork(word) && !NETWORK_NAMES.includes(word)),
        'must be addresses or networks, separated by commas, such as 10.1.0.0/16',
      ),
    ),
  z.array(z.string()),
  { decode: wordsOf, encode: (list) => list.join(',') },
)

const nameServers = z.codec(
  z
    .string()
    .check(
      z.refine(
        (list) => wordsOf(list).every(isNameServer),
        'must be addresses of name servers, separated by commas, such as 9.9.9.9 or 127.0.0.1:5353',
      ),
    ),
  z.array(z.string()),
  { decode: wordsOf, encode: (list) => list.join(',') },
)
const webServer = z
  .string()
  .check(
    z.refine(
      (at) => at === 'off' || isNameServer(at),
      'must be off, or the address and port of your web server, such as 10.0.0.2:443',
    ),
  )
const authorities = z
  .string()
  .check(z.refine((file) => existsSync(file), 'must be a file with certificates of authorities in PEM format'))
const domain = z.string().check(
  z.toLowerCase(),
  z.refine((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name), 'must be a domain'),
)
const domains = z.codec(
  z
    .string()
    .check(
      z.refine(
        (list) => wordsOf(list).every((name) => /^[a-z0-9.-]+$/.test(name)),
        'must be domains, separated by commas',
      ),
    ),
  z.array(z.string()),
  { decode: wordsOf, encode: (list) => list.join(',') },
)

const bucketName = z
  .string()
  .check(
    z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: lowercase letters, digits, - and .'),
  )
const region = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as us-east-1'))

/** Every setting of the product, by the name of its environment variable. docs/operations.md explains each. */
const Environment = z.object({
  NODE_ENV: z._default(oneOf(['production', 'development', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, 'localhost'),
  BASE_HOST: z._default(text, 'localhost'),
  PUBLIC_ORIGIN: z.optional(origin),
  DATA_DIR: z._default(text, 'data'),
  DATABASE_URL: z.optional(database),
  DATABASE_APP_URL: z.optional(database),
  DATABASE_POOLER_URL: z.optional(database),
  DATABASE_READ_URL: z.optional(database),
  ROLE: z._default(oneOf(['all', 'web', 'worker']), 'all'),
  STOP_DELAY_SECONDS: z._default(delaySeconds, 0),
  PORTICO_DEMO: z._default(flag, false),
  PORTICO_DEMO_PASSWORD: z._default(text, 'Portico-demo-1!'),
  SECRET: z.optional(secret),
  CORE_PORTAL_ID: z._default(count, 1),
  ADMIN_PORTAL_SLUG: z._default(text, 'admin'),
  CONTENT_ORIGIN: z.optional(origin),
  TRUST_PROXY: z.optional(proxies),
  FETCH_NETWORKS: z.optional(networks),
  CALLS_PER_MINUTE: z._default(count, 1200),
  SUPER_ADMIN_TWO_FACTOR: z._default(flag, false),
  LOG_LEVEL: z._default(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
  CLOUD_SCORM_URL: z.optional(address),
  EASYSHIP_URL: z.optional(address),
  TWILIO_URL: z.optional(address),
  MAPS_API_KEY: z.optional(text),
  MAPS_URL: z.optional(address),
  DNS_SERVERS: z.optional(nameServers),
  DOMAIN_TARGET: z.optional(domain),
  CERTIFICATE_AUTHORITIES: z._default(domains, ['letsencrypt.org']),
  TLS_ASK_SECRET: z.optional(secret),
  METRICS: z._default(flag, false),
  METRICS_SECRET: z.optional(secret),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(address),
  HTTPS_CHECK: z.optional(webServer),
  HTTPS_CHECK_CA: z.optional(authorities),
  SMTP_URL: z.optional(mailServer),
  MAIL_SPF_INCLUDE: z.optional(domain),
  MAIL_FROM: z._default(z.email('must be an e-mail address'), 'no-reply@portico.example.com'),
  AD_CLICK_SCRIPT_URL: z.optional(script),
  SCHEDULING_SCRIPT_URL: z.optional(script),
  ACCESSIBILITY_WIDGET_URL: z.optional(script),
  SENTRY_DSN: z.optional(address),
  REDIS_URL: z.optional(redis),
  PUSHER_APP_KEY: z.optional(text),
  PUSHER_APP_SECRET: z.optional(secret),
  S3_BUCKET: z.optional(bucketName),
  S3_ENDPOINT: z.optional(address),
  S3_REGION: z._default(region, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  S3_FORCE_PATH_STYLE: z.optional(flag),
  UPLOAD_MAX_BYTES: z._default(count, 10_737_418_240),
  DISK_RESERVE_BYTES: z._default(count, 268_435_456),
  DISK_WARN_PERCENT: z._default(percent, 10),
  PORTAL_STORAGE_BYTES: z._default(count, 107_374_182_400),
  BACKUP_DIR: z.optional(text),
  BACKUP_EVERY_MINUTES: z._default(count, 5),
  BACKUP_KEEP_DAYS: z._default(count, 14),
})
type Environment = z.output<typeof Environment>
/** What a start takes from the environment, and what it takes where that says nothing. */
export const VARIABLES = Object.keys(Environment.shape)
export const DEFAULTS: Readonly<Record<string, unknown>> = z.parse(Environment, {})

/** Settings whose value may be repeated in a message: no secret and no address, which may hold one. */
const SHOWN = new Set([
  ...[
    'NODE_ENV',
    'PORT',
    'HOST',
    'BASE_HOST',
    'DATA_DIR',
    'ROLE',
    'STOP_DELAY_SECONDS',
    'PORTICO_DEMO',
    'CORE_PORTAL_ID',
  ],
  ...[
    'ADMIN_PORTAL_SLUG',
    'TRUST_PROXY',
    'FETCH_NETWORKS',
    'CALLS_PER_MINUTE',
    'SUPER_ADMIN_TWO_FACTOR',
    'LOG_LEVEL',
    'METRICS',
    'MAIL_FROM',
    'UPLOAD_MAX_BYTES',
  ],
  ...['DNS_SERVERS', 'DOMAIN_TARGET', 'CERTIFICATE_AUTHORITIES', 'MAIL_SPF_INCLUDE', 'HTTPS_CHECK', 'HTTPS_CHECK_CA'],
  ...['S3_BUCKET', 'S3_REGION', 'S3_FORCE_PATH_STYLE'],
  ...['DISK_RESERVE_BYTES', 'DISK_WARN_PERCENT', 'PORTAL_STORAGE_BYTES'],
  ...['BACKUP_DIR', 'BACKUP_EVERY_MINUTES', 'BACKUP_KEEP_DAYS'],
])

export type Config = Environment & {
  root: string
  data_dir: string
  /** Where backups go; null makes none. */
  backup_dir: string | null
  is_production: boolean
  /** True where nobody outside can be harmed: development, tests and the demo. Stand-ins run only then. */
  has_standins: boolean
  secret: string
  live: { key: string; secret: string; app_id: string }
  /** The channel of Redis on which live events travel; of this installation alone. */
  live_channel: string
  /** Where files are kept; null for the data folder. */
  bucket: BucketSettings | null
}

export class ConfigError extends StartError {
  override name = 'ConfigError'
}

type Variables = Record<string, string | undefined>

const valueIn = (name: string, env: Variables) => {
  const value = env[name] ?? ''
  return SHOWN.has(name) ? ` (is "${value.length > 60 ? `${value.slice(0, 60)}…` : value}")` : ''
}

/** The settings of a bucket go together. */
const bucketFaults = ({ S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Environment): string[] => {
  const faults: string[] = []
  if (!S3_BUCKET && (S3_ENDPOINT || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY))
    faults.push('S3_BUCKET: is needed with the other settings of S3; name the bucket for the files.')
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY)
    faults.push('S3_SECRET_ACCESS_KEY: is needed with S3_ACCESS_KEY_ID; the storage shows both together.')
  if (S3_SECRET_ACCESS_KEY && !S3_ACCESS_KEY_ID)
    faults.push('S3_ACCESS_KEY_ID: is needed with S3_SECRET_ACCESS_KEY; the storage shows both together.')
  return faults
}

const bucketOf = (read: Environment): BucketSettings | null => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret, S3_ENDPOINT: endpoint = null } = read
  if (!bucket) return null
  const keys = id && secret ? { id, secret } : null
  // A server of one's own seldom has a host for each bucket.
  return { bucket, endpoint, region: read.S3_REGION, keys, hasPathStyle: read.S3_FORCE_PATH_STYLE ?? endpoint !== null }
}

/** What must not run in production, and what does not go together. */
const faultsOf = (read: Environment, env: Variables): string[] => {
  const { NODE_ENV, PORTICO_DEMO, SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL, PUBLIC_ORIGIN } = read
  const faults: string[] = []
  if (NODE_ENV === 'production' && !PORTICO_DEMO) {
    if (!SECRET) faults.push('SECRET: is needed in production; openssl rand -hex 32 makes one.')
    if (!DATABASE_URL) faults.push('DATABASE_URL: is needed in production; name a PostgreSQL 18.')
    if (!PUBLIC_ORIGIN)
      faults.push(
        'PUBLIC_ORIGIN: is needed in production; set the address people see, such as https://courses.example.com.',
      )
    else if (!PUBLIC_ORIGIN.startsWith('https://'))
      faults.push('PUBLIC_ORIGIN: must begin with https:// in production.')
    if (env['PORTICO_DEMO_PASSWORD'])
      faults.push('PORTICO_DEMO_PASSWORD: must not be set in production; remove the variable.')
    if (faults.length > 0)
      faults.push('(This is a production start. To look at the demo on this database instead, set PORTICO_DEMO=on.)')
  }
  if (read.DATABASE_POOLER_URL && !DATABASE_URL)
    faults.push('DATABASE_POOLER_URL: needs DATABASE_URL, the address of the same database without the pooler.')
  if (read.DATABASE_READ_URL && !DATABASE_URL)
    faults.push('DATABASE_READ_URL: needs DATABASE_URL, the address of the primary that the replica follows.')
  if (STRIPE_SECRET_KEY && !STRIPE_WEBHOOK_SECRET)
    faults.push('STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY; the provider shows it beside the webhook.')
  faults.push(...bucketFaults(read))
  if (PORTICO_DEMO && STRIPE_SECRET_KEY?.startsWith('sk_live'))
    faults.push('STRIPE_SECRET_KEY: a live key must not be used with the demo; take a test key.')
  return faults
}

/** For commands: where nothing is to be made, a folder that is not there stays away. */
const secretFor = ({ DATABASE_URL }: Environment, dataDir: string, mayCreate: boolean): string => {
  if (mayCreate) return storedSecret(dataDir)
  const stored = readStoredSecret(dataDir)
  if (stored !== undefined) return stored
  if (DATABASE_URL) return randomBytes(32).toString('hex')
  throw new StartError(
    `DATA_DIR: ${dataDir} holds no data of Portico. Name the folder that the program was started with.`,
  )
}

/**
 * The configuration read from the environment, once, at the start. Throws a ConfigError that names every variable with
 * nonsense in it and every combination that must not run in production, and shows no secret. Makes the data folder, unless
 * `mayCreate` is false.
 */
export const readConfig = (env: Variables, root: string, { mayCreate = true } = {}): Config => {
  protect(secretsIn(env))
  const settings = Object.fromEntries(VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const parsed = z.safeParse(Environment, settings)
  const faults = parsed.success
    ? faultsOf(parsed.data, env)
    : [
        ...new Map(
          parsed.error.issues.map((issue) => {
            const name = String(issue.path[0])
            return [name, `${name}: ${issue.message}${valueIn(name, env)}.`]
          }),
        ).values(),
      ]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const dataDir = path.resolve(root, parsed.data.DATA_DIR)
  const backupDir = parsed.data.BACKUP_DIR ? path.resolve(root, parsed.data.BACKUP_DIR) : null
  if (backupDir && !path.relative(dataDir, backupDir).startsWith('..'))
    throw new ConfigError('BACKUP_DIR: must not lie in DATA_DIR; name a folder on another disk.')
  if (mayCreate) openDataFolder(dataDir)
  const appSecret = parsed.data.SECRET ?? secretFor(parsed.data, dataDir, mayCreate)
  protect([appSecret])
  const isProduction = parsed.data.NODE_ENV === 'production' && !parsed.data.PORTICO_DEMO
  return {
    ...parsed.data,
    root,
    data_dir: dataDir,
    backup_dir: backupDir,
    is_production: isProduction,
    has_standins: !isProduction,
    secret: appSecret,
    live: {
      key: parsed.data.PUSHER_APP_KEY ?? 'portico',
      secret: parsed.data.PUSHER_APP_SECRET ?? sign(appSecret, 'live', 'events'),
      app_id: '1',
    },
    live_channel: `portico:live:${sign(appSecret, 'live', 'redis').slice(0, 16)}`,
    bucket: bucketOf(parsed.data),
  }
}
