// The roles and the database that migrations run in: who owns the tables, and who only uses them.
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { CONNECT_WITHIN_MS, explainConnection, refuseOldServer, type Target } from './database-faults.ts'

/** Owns every table. Nothing but migrations connects as it. */
export const OWNER = 'portico_owner'
/** The program's role: owns nothing, so that row-level security holds for it. */
export const APP = 'portico_app'
/** Sees every portal; the program takes it on for one transaction with `set local role`. */
export const PLATFORM = 'portico_platform'

const MAINTENANCE_DATABASES = ['postgres', 'template1']

/** The parts of a connection, whichever way it was written. */
export function connectionOf(connection: string | pg.ClientConfig): pg.ClientConfig {
  if (typeof connection !== 'string' && connection.connectionString === undefined) return connection
  const parsed = new pg.Client(connection)
  const { host, port, user, password, database, ssl } = parsed
  return {
    ...(typeof connection === 'string' ? {} : { ...connection, connectionString: undefined }),
    host,
    port,
    ...(user === undefined ? {} : { user }),
    ...(password == null ? {} : { password }),
    ...(database === undefined ? {} : { database }),
    ...(ssl ? { ssl } : {}),
  }
}

/** The database the product lives in: the one the connection names, unless that is a maintenance database. */
export function databaseOf({ database }: pg.ClientConfig) {
  return database && !MAINTENANCE_DATABASES.includes(database) ? database : 'portico'
}

/**
 * How the program connects: as its own role if that password is known or none is needed, otherwise as the given user,
 * who switches to that role in the first statement.
 */
export function appConnection(admin: pg.ClientConfig, database: string, appPassword?: string): pg.ClientConfig {
  if (admin.user === APP) return { ...admin, database }
  if (appPassword !== undefined) return { ...admin, database, user: APP, password: appPassword }
  if (admin.password === undefined) return { ...admin, database, user: APP }
  return { ...admin, database, options: `-c role=${APP}` }
}

/**
 * Connects to a server that is new enough. Throws a StartError with the reason if that fails; the caller handles a
 * missing database.
 */
export async function connectTo(admin: pg.ClientConfig, database: string, variable?: string) {
  const target: Target = { variable, connection: admin, database }
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_WITHIN_MS, ...admin, database })
  // A server that goes away fails the statement under way; without a listener it would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    refuseOldServer(Number(rows[0]?.server_version_num), target)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw explainConnection(error, target)
  }
}

/** Whether `connectTo` failed because the database does not exist. */
export const isMissing = (error: unknown) => sqlState((error as Error).cause) === '3D000'

/** Connects to the product's database, which is created first when it does not exist. */
export async function connectOrCreate(
  admin: pg.ClientConfig,
  database: string,
  { appPassword, variable }: { appPassword?: string | undefined; variable?: string | undefined } = {},
) {
  try {
    return await connectTo(admin, database, variable)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const maintenance = await connectTo(admin, 'postgres', variable)
  try {
    await ensureRoles(maintenance, database, appPassword)
    await maintenance.query(`create database ${pg.escapeIdentifier(database)} owner ${OWNER}`)
  } catch (error) {
    // 42P04 and 23505: another process created it in the meantime.
    if (!['42P04', '23505'].includes(sqlState(error) ?? '')) throw explainRights(error, admin.user, database)
  } finally {
    await maintenance.end()
  }
  return await connectTo(admin, database, variable)
}

/** Creates the roles that are missing; a password is given to a new role only, never changed on an old one. */
export async function ensureRoles(client: pg.Client, database: string, appPassword?: string) {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [OWNER, APP, PLATFORM],
  ])
  const existing = new Set(rows.map(({ rolname }) => rolname))
  const password = appPassword === undefined ? '' : ` password ${pg.escapeLiteral(appPassword)}`
  try {
    for (const [role, options] of [
      [OWNER, 'login'],
      [APP, `login${password}`],
      [PLATFORM, 'nologin'],
    ] as const) {
      if (existing.has(role)) continue
      await client.query(
        `do $$ begin create role ${role} ${options}; exception when duplicate_object or unique_violation then null; end $$`,
      )
    }
    const { rows: memberships } = await client.query(
      `select current_setting('is_superuser') = 'on' as is_superuser,
              pg_has_role(current_user, $1, 'set') as has_owner,
              pg_has_role(current_user, $2, 'set') as has_app,
              pg_has_role($2, $3, 'set') as has_platform`,
      [OWNER, APP, PLATFORM],
    )
    const { is_superuser, has_owner, has_app, has_platform } = memberships[0]
    if (!has_platform) await client.query(`grant ${PLATFORM} to ${APP} with inherit false, set true`)
    if (!is_superuser && !has_owner) await client.query(`grant ${OWNER} to current_user with set true`)
    if (!is_superuser && !has_app) await client.query(`grant ${APP} to current_user with set true`)
  } catch (error) {
    throw explainRights(error, client.user, database)
  }
}

/** The error that says what an administrator has to run, where the given user may not do it; others pass unchanged. */
export function explainRights(error: unknown, user: string | undefined, database: string) {
  if (sqlState(error) !== '42501') return error
  const name = user === undefined ? 'the user' : pg.escapeIdentifier(user)
  const statements = [
    `create role ${OWNER} login;`,
    `create role ${APP} login password '…';`,
    `create role ${PLATFORM} nologin;`,
    `grant ${PLATFORM} to ${APP} with inherit false, set true;`,
    `grant ${OWNER} to ${name} with set true;`,
    `create database ${pg.escapeIdentifier(database)} owner ${OWNER};`,
    `\\c ${database}`,
    ...EXTENSIONS.map((extension) => `create extension ${extension};`),
  ]
  return new StartError(
    `DATABASE_URL: ${name} may not prepare the database (${(error as Error).message}). Let an administrator run what is missing of:\n` +
      statements.map((statement) => `  ${statement}`).join('\n') +
      `\nand give the program its own role in DATABASE_APP_URL (postgres://${APP}:…@host/${database}).`,
    { cause: error },
  )
}

/** Fuzzy search, accents in search, and texts compared without regard to case. */
export const EXTENSIONS = ['pg_trgm', 'citext']

export const sqlState = (error: unknown) => (error as { code?: string } | undefined)?.code
