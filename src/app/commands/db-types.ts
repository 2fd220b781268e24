// npm run db:types: writes src/platform/db/db-types.ts, the types of every table, from a scratch database that has just
// run all migrations. With --verify it writes nothing and fails when the file differs.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const target = path.join(root, 'src/platform/db/db-types.ts')
const verify = process.argv.includes('--verify')

// PostgreSQL does not say of a view which of its columns are never empty.
const OF_VIEWS = {
  'people.portal_id': 'number',
  'people.id': 'number',
  'people.email': 'string | null',
  'people.is_blocked_here': 'boolean',
  'people.is_blocked_everywhere': 'boolean',
  'people.joined_at': 'Date',
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-types-'))
fs.chmodSync(folder, 0o755)
try {
  const server = await startEmbedded(path.join(folder, 'pg'), { flags: ['-c', 'fsync=off'] })
  try {
    const { host, port, password } = server
    const { admin } = await migrate({ admin: { host, port, user: 'postgres', password } })
    generate(admin)
  } finally {
    await server.stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

function generate({ host = '', port, user, password, database }: Awaited<ReturnType<typeof migrate>>['admin']) {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  const written = path.join(folder, 'db-types.ts')
  const cli = path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const result = spawnSync(
    process.execPath,
    [
      cli,
      ...['--dialect', 'postgres'],
      ...['--url', `postgres://${user}${secret}@${encodeURIComponent(host)}:${port}/${database}`],
      ...['--default-schema', 'public'],
      ...['--include-pattern', 'public.*'],
      ...['--exclude-pattern', 'public.schema_migrations'],
      ...['--type-mapping', '{"int8":"number","timestamptz":"Date"}'],
      ...['--overrides', JSON.stringify({ columns: OF_VIEWS })],
      ...['--out-file', written],
    ],
    { encoding: 'utf8', cwd: folder },
  )
  if (result.status !== 0) throw new Error(`kysely-codegen failed:\n${result.stdout}${result.stderr}`)
  const fresh = fs.readFileSync(written, 'utf8')
  const current = fs.existsSync(target) ? fs.readFileSync(target, 'utf8').replaceAll('\r\n', '\n') : ''
  if (verify && fresh !== current) {
    throw new Error('src/platform/db/db-types.ts does not fit the migrations. Run: npm run db:types')
  }
  if (!verify && fresh !== current) fs.writeFileSync(target, fresh)
  console.log(
    `${path.relative(root, target)} ${verify ? 'fits the migrations' : fresh === current ? 'is up to date' : 'written'}`,
  )
}
