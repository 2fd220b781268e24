import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { isInitialized } from '#platform/db/embedded-postgres-files.ts'
import type { Migrated } from '#platform/db/migrate.ts'
import { connectionOf, connectTo } from '#platform/db/migrate-roles.ts'
import { keepsNamedStatements, type Pooler } from '#platform/db/pooling/pooler.ts'
import { RESTORE_MARKER } from '#platform/files/data-folder.ts'
import type { Config } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'

export type OpenDatabase = {
  /** For migrations: connects as a user who may create roles and tables. */
  admin: string | pg.ClientConfig
  /** The variable that names the database; undefined for the one that comes with the program. */
  variable: string | undefined
  /** Of the program's role, where the configuration names it. */
  appPassword: string | undefined
  /** Whether this process started the server. */
  owner: boolean
  /** Resolves when the server that comes with the program has ended although it should run. */
  lost: Promise<void>
  close: () => Promise<void>
}

/** The configured database, or the one that comes with the program, which is made on first use unless `mayCreate` is false. */
export const openDatabase = async (config: Config, { mayCreate = true } = {}): Promise<OpenDatabase> => {
  const { DATABASE_URL, DATABASE_APP_URL, data_dir } = config
  const password = DATABASE_APP_URL ? connectionOf(DATABASE_APP_URL).password : undefined
  const appPassword = typeof password === 'string' && password !== '' ? password : undefined
  if (DATABASE_URL)
    return {
      admin: DATABASE_URL,
      variable: 'DATABASE_URL',
      appPassword,
      owner: false,
      lost: new Promise(() => {}),
      close: async () => {},
    }
  if (existsSync(path.join(data_dir, RESTORE_MARKER)))
    throw new StartError(
      `DATA_DIR: a restore into ${data_dir} was cut short. Run npm run restore again, or npm run demo:reset to remove it.`,
    )
  const folder = path.join(data_dir, 'postgres')
  if (!mayCreate && !isInitialized(folder))
    throw new StartError(`DATA_DIR: ${data_dir} holds no database. Name the folder that the program was started with.`)
  const { host, port, password: own, owner, lost, stop } = await startEmbedded(folder)
  return {
    admin: { host, port, user: 'postgres', password: own },
    variable: undefined,
    appPassword,
    owner,
    lost,
    close: stop,
  }
}

/** Looks at an address for the program's role: it sees no portal on its own, and leads to the database of DATABASE_URL. */
const connectAsApp = async (variable: string, address: string, database: string): Promise<pg.Client> => {
  const named = connectionOf(address)
  const client = await connectTo(named, named.database ?? database, variable)
  try {
    const { rows } = await client.query<{ name: string; steps_over: boolean; is_ours: boolean }>(
      `select current_user as name, rolsuper or rolbypassrls as steps_over,
              to_regclass('public.schema_migrations') is not null as is_ours
         from pg_roles where rolname = current_user`,
    )
    const { name, steps_over, is_ours } = rows[0]!
    if (steps_over)
      throw new StartError(
        `${variable}: "${name}" sees the rows of every portal (superuser or bypassrls). Connect as portico_app.`,
      )
    if (!is_ours) throw new StartError(`${variable}: names another database than DATABASE_URL. Name "${database}".`)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** How the program connects: as DATABASE_APP_URL says, which is looked at first, or as the migrations answer. */
export const appDatabase = async ({ DATABASE_APP_URL }: Config, migrated: Migrated): Promise<pg.ClientConfig> => {
  if (!DATABASE_APP_URL) return migrated.app
  const client = await connectAsApp('DATABASE_APP_URL', DATABASE_APP_URL, migrated.database)
  await client.end()
  return { connectionString: DATABASE_APP_URL }
}

/** The way of calls through DATABASE_POOLER_URL, which is looked at first; null without one. */
export const openPooler = async ({ DATABASE_POOLER_URL }: Config, migrated: Migrated): Promise<Pooler | null> => {
  if (!DATABASE_POOLER_URL) return null
  const client = await connectAsApp('DATABASE_POOLER_URL', DATABASE_POOLER_URL, migrated.database)
  try {
    return {
      database: { connectionString: DATABASE_POOLER_URL },
      keepsNames: await keepsNamedStatements(client),
    }
  } finally {
    await client.end()
  }
}

const SERVER = `select (select system_identifier::text from pg_control_system()) as system,
  pg_postmaster_start_time()::text as started_at`

/** Whether the server was not there at all; what it refuses is a matter of the address. */
const isAway = (error: unknown): boolean => {
  const { code = '', message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string }
  return /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|57P03|53300)/.test(code) || /timeout/i.test(message)
}

export type ReplicaAddress = { database: pg.ClientConfig; isAway: boolean }

/**
 * The replica of DATABASE_READ_URL, which is looked at first; null without one. A start does without one that is away just
 * now: it is used when it is back.
 */
export const openReadAddress = async (
  { DATABASE_READ_URL }: Config,
  { database, app }: Pick<Migrated, 'database' | 'app'>,
): Promise<ReplicaAddress | null> => {
  if (!DATABASE_READ_URL) return null
  const address = { connectionString: DATABASE_READ_URL }
  const client = await connectAsApp('DATABASE_READ_URL', DATABASE_READ_URL, database).catch((error: unknown) => {
    if (isAway(error)) return null
    throw error
  })
  if (!client) return { database: address, isAway: true }
  const primary = new pg.Client(app)
  try {
    await primary.connect()
    const [theirs, ours] = await Promise.all([client, primary].map(async (one) => (await one.query(SERVER)).rows[0]))
    if (theirs.system !== ours.system)
      throw new StartError(
        'DATABASE_READ_URL: names a server that is no replica of DATABASE_URL (they were made apart). Name a streaming replica of it.',
      )
    if (theirs.started_at === ours.started_at)
      throw new StartError(
        'DATABASE_READ_URL: names the primary itself. Name a streaming replica of it, or remove the variable.',
      )
    return { database: address, isAway: false }
  } finally {
    await Promise.all([client.end(), primary.end()])
  }
}
