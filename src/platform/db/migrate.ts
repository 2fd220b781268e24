// Brings a PostgreSQL to the state the program needs: roles, database, tables (migrations/*.sql), job queue.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { installJobs, JOB_SCHEMA_VERSION, readJobsVersion } from './job-tables.ts'
import {
  APP,
  appConnection,
  connectionOf,
  connectOrCreate,
  connectTo,
  databaseOf,
  EXTENSIONS,
  ensureRoles,
  explainRights,
  OWNER,
  PLATFORM,
} from './migrate-roles.ts'

export interface MigrateOptions {
  /** A user who may create roles and databases, or whose roles and databases an administrator has created. */
  admin: string | pg.ClientConfig
  /** Default: the database that `admin` names, or `portico`. */
  database?: string | undefined
  /** Given to the program's role when it is created, and used to connect as it. */
  appPassword?: string | undefined
  /** Default: the product's own `migrations/`. */
  folder?: string
  /** Called before each step that changes something, with how many of how many migrations it is. */
  report?: (step: string, done?: number, of?: number) => void
  /** The variable that names the database, for messages. */
  variable?: string | undefined
}

export interface Migrated {
  /** The migrations that ran now, in order; empty when there was nothing to do. */
  applied: string[]
  /** Whether there was no table of ours before. */
  isNew: boolean
  database: string
  /** Connects as the role that owns no table: what the program uses. */
  app: pg.ClientConfig
  /** Connects as the user that was given, to the product's database. */
  admin: pg.ClientConfig
}

/** Which database it is, for messages. */
interface Place {
  variable: string | undefined
  database: string
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations')
/** Any number of our own; two processes that migrate the same database take turns over it. */
const LOCK = 7_067_842_601

/**
 * Creates what is missing and runs the files that have not run, each in its own transaction. Throws a StartError if a
 * file that ran was changed or deleted, or if a new one comes before it. Several processes may call it at once; it
 * takes a few milliseconds if there is nothing to do.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { folder = MIGRATIONS, appPassword, report = () => {} } = options
  const admin = connectionOf(options.admin)
  const database = options.database ?? databaseOf(admin)
  const place = { variable: options.variable, database }
  const migrations = await readMigrations(folder)
  const client = await connectOrCreate(admin, database, { appPassword, variable: options.variable })
  try {
    const applied = (await isCurrent(client, migrations, place))
      ? []
      : await bringUp(client, migrations, { ...place, appPassword, report })
    return {
      applied,
      isNew: applied.length === migrations.length && applied.length > 0,
      database,
      app: appConnection(admin, database, appPassword),
      admin: { ...admin, database },
    }
  } finally {
    await client.end()
  }
}

/**
 * Connects to a database that exists and is up to date, for commands that only read; creates and changes nothing.
 * Throws a StartError if it is missing, empty, or of another version.
 */
export async function findMigrated(options: MigrateOptions): Promise<Migrated> {
  const { folder = MIGRATIONS, appPassword, variable = 'The database' } = options
  const admin = connectionOf(options.admin)
  const database = options.database ?? databaseOf(admin)
  const migrations = await readMigrations(folder)
  const client = await connectTo(admin, database, options.variable)
  try {
    const { rows } = await client.query(`select to_regclass('public.schema_migrations') is not null as is_ours`)
    if (!rows[0].is_ours)
      throw new StartError(`${variable}: the database "${database}" holds no data of Portico. Correct its name.`)
    if (!(await isCurrent(client, migrations, { variable: options.variable, database })))
      throw new StartError(
        `${variable}: the database "${database}" is of an older version. Run npm run db:migrate first.`,
      )
    return {
      applied: [],
      isNew: false,
      database,
      app: appConnection(admin, database, appPassword),
      admin: { ...admin, database },
    }
  } finally {
    await client.end()
  }
}

async function bringUp(
  client: pg.Client,
  migrations: Migration[],
  {
    appPassword,
    report,
    ...place
  }: Place & {
    appPassword?: string | undefined
    report: NonNullable<MigrateOptions['report']>
  },
) {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  await ensureRoles(client, place.database, appPassword)
  try {
    await prepareDatabase(client)
  } catch (error) {
    throw explainRights(error, client.user, place.database)
  }
  await client.query(`set role ${OWNER}`)
  await client.query(`
    create table if not exists public.schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    revoke all on public.schema_migrations from ${APP}, ${PLATFORM};
  `)
  const pending = pendingOf(migrations, await readApplied(client), place)
  for (const [done, { name, sql, checksum }] of pending.entries()) {
    report(`migration ${name}`, done + 1, pending.length)
    await runOne(client, name, sql, checksum)
  }
  await installJobs(client, report)
  return pending.map(({ name }) => name)
}

/** One hash of the files that make the tables: databases with the same one have the same tables. */
export async function readSchemaHash(folder = MIGRATIONS): Promise<string> {
  const files = (await readMigrations(folder)).map(({ name, checksum }) => [name, checksum])
  return createHash('sha256').update(JSON.stringify(files)).digest('hex')
}

/** Every file of the folder in order, with a checksum that does not depend on how a checkout ends its lines. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new Error(`${path.join(folder, name)}: a file is named NNN-noun.sql`)
    const other = numbers.get(number)
    if (other) throw new Error(`Two migrations have the number ${number}: ${other} and ${name}`)
    numbers.set(number, name)
  }
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Whether nothing at all is to be done, found out without a lock. Throws what `pendingOf` throws. */
async function isCurrent(client: pg.Client, migrations: Migration[], place: Place) {
  const { rows } = await client.query(
    `select count(*) filter (where rolname = $1) = 1 and pg_has_role($1, 'set') as is_owner,
            to_regclass('public.schema_migrations') is not null as has_migrations,
            to_regclass('pgboss.version') is not null as has_jobs
       from pg_roles where rolname = any($2)
     having count(*) = 3`,
    [OWNER, [OWNER, APP, PLATFORM]],
  )
  const state = rows[0]
  if (!state?.is_owner || !state.has_migrations || !state.has_jobs) return false
  await client.query(`set role ${OWNER}`)
  const applied = await readApplied(client)
  const jobs = await readJobsVersion(client)
  await client.query('reset role')
  return pendingOf(migrations, applied, place).length === 0 && jobs === JOB_SCHEMA_VERSION
}

async function readApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  )
  return rows
}

/** The files that have not run. Throws if those that ran are not the first ones of the folder as they are now (OPS-009). */
function pendingOf(migrations: Migration[], applied: Pick<Migration, 'name' | 'checksum'>[], place: Place) {
  const isAsBefore = ({ name, checksum }: (typeof applied)[number], at: number) =>
    migrations[at]?.name === name && migrations[at].checksum === checksum
  const at = applied.findIndex((each, index) => !isAsBefore(each, index))
  if (at < 0) return migrations.slice(applied.length)
  const different = `was made by another version of Portico (${applied[at]!.name} differs). It was left as it is.`
  throw new StartError(
    place.variable
      ? `${place.variable}: the database "${place.database}" ${different} Start the version that made it, or name an empty database.`
      : `The database in the data folder ${different} To replace it and all its files by a new demo, run npm run demo:reset and start again. To keep it, start the version that made it.`,
  )
}

async function prepareDatabase(client: pg.Client) {
  const { rows } = await client.query(
    `select has_database_privilege($1, current_database(), 'create') as may_create,
            has_schema_privilege($1, 'public', 'create') as may_create_in_public,
            array(select extname::text from pg_extension) as extensions`,
    [OWNER],
  )
  const { may_create, may_create_in_public, extensions } = rows[0]
  if (!may_create) {
    await client.query(
      `do $$ begin execute format('grant create on database %I to ${OWNER}', current_database()); end $$`,
    )
  }
  if (!may_create_in_public) await client.query(`grant usage, create on schema public to ${OWNER}`)
  for (const extension of EXTENSIONS) {
    if (!extensions.includes(extension)) await client.query(`create extension if not exists ${extension}`)
  }
  await client.query(`
    set role ${OWNER};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APP}, ${PLATFORM};
    alter default privileges in schema public grant usage on sequences to ${APP}, ${PLATFORM};
    reset role;
  `)
}

async function runOne(client: pg.Client, name: string, sql: string, checksum: string) {
  const transaction = async () => (await client.query('select pg_current_xact_id()::text as id')).rows[0].id
  await client.query('begin')
  try {
    const before = await transaction()
    await client.query(sql)
    if ((await transaction()) !== before) throw new Error('a migration must not begin, commit or roll back')
    await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${name}${placeOf(sql, error)}: ${(error as Error).message}`, { cause: error })
  }
}

function placeOf(sql: string, error: unknown) {
  const { position, internalPosition } = error as { position?: string; internalPosition?: string }
  if (!position || internalPosition) return ''
  return ` line ${sql.slice(0, Number(position)).split('\n').length}`
}
