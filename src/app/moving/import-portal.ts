// npm run portal:import: brings a portal in from the file that another installation has exported, whole or not at all.
import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newSecret, sealSecret } from '#features/callbacks/server/secrets.ts'
import { PORTAL_CHANGED } from '#features/portals/server/portal-directory.ts'
import type { Files } from '#platform/files/files.ts'
import { notify } from '#platform/live/bus.ts'
import { StartError } from '#platform/process/start-error.ts'
import { type Accounts, bringAccounts } from './accounts.ts'
import { type Archive, type Manifest, openArchive, tablePart } from './archive.ts'
import { type MovePlan, planMove } from './catalog.ts'
import { bringFiles, clearLeftovers, forgetMarker, removeFiles, setMarker } from './moved-files.ts'
import { proveArrival, txOf } from './proof.ts'
import type { Move } from './references.ts'
import { arrivingColumns, movingRows, readRows } from './rows.ts'
import type { Arrival } from './tables.ts'

export type ImportOptions = {
  /** Connects as the user of migrations. */
  admin: pg.ClientConfig
  files: Files
  /** Of this installation: new secrets of callbacks are sealed with it. */
  secret: string
  file: string
  /** Another name for the portal than it had. */
  slug: string | null
  /** Looks whether the portal could come in, and changes nothing. */
  isCheck: boolean
  now: Date
  report: (step: string) => void
}
export type Imported = {
  portal: { id: number; slug: string; name: string }
  accounts: { made: number; known: number }
  rows: number
  files: number
  /** Sign-ins of single sign-on that stay out, because their account was here before. */
  left_out: number
  set_again: string[]
}

const name = pg.escapeIdentifier
/** One import after the other: each takes the ids above all others. */
const LOCK = 7_067_842_633
/** Ids that other portals may take while this portal's are being reserved. */
const MARGIN = 100_000

const connect = async (admin: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(admin)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Rows come in past the tenant walls and without triggers, which have run where they were written. */
const requireRights = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ user: string; may_pass: boolean; may_rest: boolean }>(`
    select current_user as user, rolsuper or rolbypassrls as may_pass,
      rolsuper or has_parameter_privilege(current_user, 'session_replication_role', 'set') as may_rest
    from pg_roles where rolname = current_user`)
  const { user = '', may_pass: mayPass = false, may_rest: mayRest = false } = rows[0] ?? {}
  const faults = [
    ...(mayPass
      ? []
      : [`DATABASE_URL: "${user}" must pass row-level security. Run: alter role ${name(user)} bypassrls`]),
    ...(mayRest
      ? []
      : [
          `DATABASE_URL: "${user}" must be able to rest triggers. Run: grant set on parameter session_replication_role to ${name(user)}`,
        ]),
  ]
  if (faults.length > 0) throw new StartError(faults)
}

const requireSameTables = (plan: MovePlan, { schema, tables }: Manifest): void => {
  const of = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map((table) => [table.name, table.columns]))
  const own = plan.tables.map((table) => ({ name: table.name, columns: table.columns.map((column) => column.name) }))
  if (schema !== plan.schema || of(own) !== of(tables))
    throw new StartError(
      'The file was made by another version of Portico. Bring both installations to the same version, and export again.',
    )
}

const requireFreeSlug = async (client: pg.Client, slug: string): Promise<void> => {
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(slug))
    throw new StartError(`--slug: "${slug}" is no name of a portal. Use small letters, digits, and hyphens.`)
  const { rowCount } = await client.query('select from portals where slug = $1', [slug])
  if (rowCount) throw new StartError(`There is a portal "${slug}" here. Choose another name with --slug.`)
}

/** The plans of this installation by their ids in the other one. */
const matchPlans = async (client: pg.Client, { plans }: Manifest): Promise<Map<number, number>> => {
  const { rows } = await client.query<{ id: number; short_name: string }>(
    'select id::int, short_name from subscription_plans',
  )
  const here = new Map(rows.map(({ id, short_name }) => [short_name, id]))
  return new Map(plans.flatMap(({ id, short_name }) => (here.has(short_name) ? [[id, here.get(short_name) ?? 0]] : [])))
}

/** Takes the ids for the portal out of all sequences, so that nobody else gets one of them. */
const reserveIds = async (client: pg.Client, plan: MovePlan, highest: number): Promise<number> => {
  const sequences = plan.tables.flatMap((table) => table.sequences.map((column) => [table.name, column] as const))
  const { rows } = await client.query<{ highest: number }>(
    `select coalesce(max(last_value), 0)::float8 as highest from pg_sequences where schemaname = 'public'`,
  )
  const offset = (rows[0]?.highest ?? 0) + MARGIN
  for (const [table, column] of sequences)
    if (table !== 'portals')
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, offset + highest + 1])
  return offset
}

const newPortalId = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('portals', 'id'))::float8 as id`,
  )
  return rows[0]?.id ?? 0
}

const arrivalOf = (
  move: Move,
  accounts: Accounts,
  { slug, secret, now }: { slug: string; secret: string; now: Date },
): Arrival => ({
  move,
  slug,
  now,
  isKnown: (userId) => accounts.known.has(userId),
  newCallbackSecret: () => `\\x${sealSecret(secret, move.portal.to, newSecret()).toString('hex')}`,
  newToken: () => `\\x${randomBytes(32).toString('hex')}`,
})

const bringRows = async (client: pg.Client, archive: Archive, plan: MovePlan, arrival: Arrival) => {
  let rows = 0
  let leftOut = 0
  for (const table of plan.tables) {
    const part = archive.manifest.tables.find((each) => each.name === table.name)
    if (!part) throw new Error(`The file has no ${table.name}`)
    const { stream, counted } = movingRows(table, arrival)
    const columns = arrivingColumns(table).map(name).join(', ')
    const into = client.query(copyFrom(`copy ${name(table.name)} (${columns}) from stdin with (format csv)`))
    await pipeline(await archive.open(tablePart(table.name), part), readRows(part.columns), stream, into)
    const { read, leftOut: out } = counted()
    if (read !== part.rows) throw new Error(`${table.name}: ${part.rows} rows were exported, ${read} are in the file`)
    rows += read - out
    leftOut += out
  }
  return { rows, leftOut }
}

/** What is made from other rows, now that those have other ids. */
const deriveRows = async (client: pg.Client, portalId: number): Promise<void> => {
  await client.query(
    `update version_contents set hash = sha256(convert_to(content::text, 'UTF8')) where portal_id = $1`,
    [portalId],
  )
  await client.query('select refresh_course_search($1, array(select id from courses where portal_id = $1))', [portalId])
}

/** A row that is here already: a certificate number, a payment, or the whole portal. */
const explainTaken = (error: unknown): unknown => {
  const { code, table, detail } = error as { code?: string; table?: string; detail?: string }
  return code === '23505'
    ? new StartError(
        `${table}: ${detail ?? 'a row is here already'} Nothing was imported: this record, or the whole portal, is in this installation already.`,
        { cause: error },
      )
    : error
}

type Ready = { client: pg.Client; archive: Archive; plan: MovePlan; slug: string; plans: Map<number, number> }

/** Everything that happens in the one transaction of the import. */
const bring = async ({ client, archive, plan, slug, plans }: Ready, options: ImportOptions): Promise<Imported> => {
  const { files, secret, now, report } = options
  const { portal, highest_id, set_again } = archive.manifest
  await client.query('begin')
  await client.query(`set local timezone to 'UTC'; set local datestyle to 'ISO'`)
  await client.query('set local session_replication_role to replica')
  const offset = await reserveIds(client, plan, highest_id)
  const to = await newPortalId(client)
  const accounts = await bringAccounts(client, archive)
  const move: Move = {
    portal: { from: portal.id, to },
    offset,
    userOf: (id) => accounts.ids.get(id) ?? null,
    planOf: (id) => plans.get(id) ?? null,
  }
  const keys = archive.manifest.files.map(({ key }) => key)
  await setMarker(files, move, keys)
  let mayBeCommitted = false
  try {
    report(`bringing in ${plan.tables.length} tables`)
    const { rows, leftOut } = await bringRows(client, archive, plan, arrivalOf(move, accounts, { slug, secret, now }))
    report(`bringing in ${keys.length} files`)
    await bringFiles(files, archive, move)
    report('checking references, credits and certificates')
    await deriveRows(client, to)
    const faults = await proveArrival(client, { plan, files, portalId: to, offset })
    if (faults.length > 0)
      throw new StartError(['The portal is not whole. Nothing was imported.', ...faults.slice(0, 20)])
    await notify(txOf(client), PORTAL_CHANGED, { id: to })
    mayBeCommitted = true
    await client.query('commit')
    await forgetMarker(files, move)
    const made = accounts.ids.size - accounts.known.size
    return {
      portal: { id: to, slug, name: portal.name },
      accounts: { made, known: accounts.known.size },
      rows,
      files: keys.length,
      left_out: leftOut,
      set_again,
    }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // When the answer to the commit was lost, the next import finds out.
    if (!mayBeCommitted) await removeFiles(files, move, keys)
    throw explainTaken(error)
  }
}

/** Imports a portal, or throws a StartError with what speaks against it and has changed nothing. */
export const importPortal = async (options: ImportOptions): Promise<Imported> => {
  const { admin, files, file, isCheck, report } = options
  report(`reading ${file}`)
  const archive = await openArchive(file)
  try {
    const client = await connect(admin)
    try {
      await requireRights(client)
      const { plan, faults } = await planMove(client)
      if (faults.length > 0) throw new StartError(faults)
      requireSameTables(plan, archive.manifest)
      const slug = options.slug ?? archive.manifest.portal.slug
      await requireFreeSlug(client, slug)
      const plans = await matchPlans(client, archive.manifest)
      const { portal, accounts, tables, files: parts, set_again } = archive.manifest
      if (isCheck)
        return {
          portal: { ...portal, slug },
          accounts: { made: accounts.rows, known: 0 },
          rows: tables.reduce((sum, { rows }) => sum + rows, 0),
          files: parts.length,
          left_out: 0,
          set_again,
        }
      await client.query('select pg_advisory_lock($1)', [LOCK])
      await clearLeftovers(files, client)
      return await bring({ client, archive, plan, slug, plans }, options)
    } finally {
      await client.end()
    }
  } finally {
    archive.close()
  }
}
