// npm run portal:export: writes one portal into a file, as it was at one moment, while the program runs.
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { PLATFORM } from '#platform/db/migrate-roles.ts'
import type { Files } from '#platform/files/files.ts'
import { type ZipEntry, zipStream } from '#platform/packages/zip.ts'
import { StartError } from '#platform/process/start-error.ts'
import {
  ACCOUNTS,
  FORMAT,
  filePart,
  MANIFEST,
  type Manifest,
  measured,
  type Part,
  SEAL_PLACE,
  seal,
  tablePart,
  VERSION,
} from './archive.ts'
import { type MovePlan, type PlannedTable, planMove } from './catalog.ts'
import { sharedCourses, toSetAgain, underWay } from './readiness.ts'

export type ExportOptions = {
  /** Connects as the program does. */
  database: pg.ClientConfig
  files: Files
  slug: string
  /** Where the file goes; null looks whether the portal can be exported, and writes nothing. */
  file: string | null
  /** Whether courses that are shared with other portals may go as copies. */
  copiesShared: boolean
  now: Date
  report: (step: string) => void
}
export type Exported = {
  portal: { id: number; slug: string; name: string }
  accounts: number
  rows: number
  files: number
  /** Of the file; 0 when none was written. */
  bytes: number
  left_behind: Manifest['left_behind']
  set_again: string[]
}

const name = pg.escapeIdentifier

/** Which rows of a table belong to the portal. */
const ofPortal = ({ name: table }: Pick<PlannedTable, 'name'>, portalId: number): string =>
  `${name(table)} where ${table === 'portals' ? 'id' : 'portal_id'} = ${portalId}`

const copyQuery = (query: string): string => `copy (${query}) to stdout with (format csv, header)`

const tableQuery = (table: PlannedTable, portalId: number): string => {
  const columns = table.columns.map((column) => name(column.name)).join(', ')
  const order = table.key.length > 0 ? ` order by ${table.key.map(name).join(', ')}` : ''
  return copyQuery(`select ${columns} from ${ofPortal(table, portalId)}${order}`)
}

/** Everybody whom a row of the portal names. Passwords go along with those who are or were its people alone. */
const accountsQuery = ({ tables }: MovePlan, portalId: number): string => {
  const named = tables.flatMap((table) =>
    table.columns
      .filter(({ kind }) => kind === 'user')
      .map((column) => `select ${name(column.name)} from ${ofPortal(table, portalId)}`),
  )
  return copyQuery(`
    select u.id as old_id, u.uuid, u.email,
      case when m.user_id is not null and u.platform_role is null then u.password_hash end as password_hash,
      u.is_blocked, u.email_verified_at, u.created_at, m.user_id is not null and m.left_at is null as is_member
    from users u left join portal_users m on m.portal_id = ${portalId} and m.user_id = u.id
    where u.id in (${named.join(' union ')}) order by u.id`)
}

/** Runs work that reads one state of all of the database. */
const inSnapshot = async <T>(database: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(database)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local role ${PLATFORM}`)
    await client.query(`set local timezone to 'UTC'; set local datestyle to 'ISO'; set local bytea_output to 'hex'`)
    return await work(client)
  } finally {
    await client.end()
  }
}

const findPortal = async (client: pg.Client, slug: string): Promise<Exported['portal']> => {
  const { rows } = await client.query<Exported['portal']>('select id, slug, name from portals where slug = $1', [slug])
  const [portal] = rows
  if (!portal) throw new StartError(`There is no portal "${slug}".`)
  return { ...portal, id: Number(portal.id) }
}

/** The keys of the portal's files. Those of records that somebody has deleted may be gone. */
const listFiles = async (client: pg.Client, files: Files, plan: MovePlan, portalId: number) => {
  const present: string[] = []
  const missing: string[] = []
  for (const table of plan.tables)
    for (const column of table.columns.filter(({ kind }) => kind === 'file')) {
      const { rows } = await client.query<{ key: string; is_needed: boolean }>(
        `select distinct ${name(column.name)} as key, ${table.rule.filed ?? 'true'} as is_needed
         from ${ofPortal(table, portalId)} and ${name(column.name)} is not null order by 1`,
      )
      for (const { key, is_needed } of rows) {
        if (await files.exists(key)) present.push(key)
        else if (is_needed) missing.push(`${table.name}: the file ${key} is missing from the storage`)
      }
    }
  const { rows: packages } = await client.query<{ uuid: string }>(
    `select distinct uuid::text from scorm_packages where portal_id = $1 and status = 'SUCCESS' order by 1`,
    [portalId],
  )
  for (const { uuid } of packages) {
    const keys: string[] = []
    for await (const { key } of files.list(`scorm/${uuid}`)) keys.push(key)
    if (keys.length === 0) missing.push(`scorm_packages: the files of the package ${uuid} are missing from the storage`)
    present.push(...keys.toSorted())
  }
  return { present: [...new Set(present)], missing }
}

/** Throws what speaks against moving the portal now. */
const requireReady = async (
  client: pg.Client,
  portalId: number,
  { copiesShared, missing }: { copiesShared: boolean; missing: readonly string[] },
): Promise<void> => {
  const shared = copiesShared ? [] : await sharedCourses(client, portalId)
  const faults = [
    ...(await underWay(client, portalId)),
    ...shared.map((line) => `${line}. Add --copy-shared when that is what you want.`),
    ...missing.slice(0, 20),
    ...(missing.length > 20 ? [`and ${missing.length - 20} more files`] : []),
  ]
  if (faults.length > 0) throw new StartError(faults)
}

const leftBehind = async (client: pg.Client, plan: MovePlan, portalId: number): Promise<Manifest['left_behind']> => {
  const left: Manifest['left_behind'] = []
  for (const { name: table, reason, has_portal } of plan.left) {
    if (!has_portal) continue
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${ofPortal({ name: table }, portalId)}`,
    )
    const [{ count } = { count: 0 }] = rows
    if (count > 0) left.push({ table, rows: count, reason })
  }
  return left
}

const highestId = async (client: pg.Client, { tables }: MovePlan): Promise<number> => {
  let highest = 0
  for (const table of tables)
    for (const column of table.sequences) {
      const { rows } = await client.query<{ id: number | null }>(
        `select max(${name(column)})::float8 as id from ${name(table.name)}`,
      )
      highest = Math.max(highest, rows[0]?.id ?? 0)
    }
  return highest
}

type Facts = Pick<Manifest, 'schema' | 'portal' | 'highest_id' | 'plans' | 'left_behind' | 'set_again'>

/** The parts of the file in their order, and last the manifest, which says what the others were. */
const entriesOf = (
  client: pg.Client,
  files: Files,
  plan: MovePlan,
  facts: Facts,
  keys: readonly string[],
  now: Date,
  onRows: (rows: number) => void,
): ZipEntry[] => {
  const parts = new Map<string, () => Part>()
  const rowsOf = new Map<string, CopyToStreamQuery>()
  const through = (part: string, source: Readable): Readable => {
    const { stream, part: finish } = measured()
    parts.set(part, finish)
    source.on('error', (error) => stream.destroy(error))
    return source.pipe(stream)
  }
  const copied = (part: string, query: string): ZipEntry => ({
    name: part,
    modified_at: now,
    open: async () => {
      const source = client.query(copyTo(query))
      rowsOf.set(part, source)
      return through(part, source)
    },
  })
  const partOf = (part: string): Part => parts.get(part)?.() ?? { sha256: '', bytes: 0 }
  const countOf = (part: string): number => rowsOf.get(part)?.rowCount ?? 0
  const manifest = (): Manifest => {
    const accounts = countOf(ACCOUNTS)
    const tables = plan.tables.map((table) => {
      const part = tablePart(table.name)
      const columns = table.columns.map((column) => column.name)
      return { name: table.name, columns, rows: countOf(part), ...partOf(part) }
    })
    onRows(tables.reduce((sum, { rows }) => sum + rows, 0))
    return {
      format: FORMAT,
      version: VERSION,
      made_at: now.toISOString(),
      ...facts,
      accounts: { rows: accounts, ...partOf(ACCOUNTS) },
      tables,
      files: keys.map((key) => ({ key, ...partOf(filePart(key)) })),
    }
  }
  return [
    copied(ACCOUNTS, accountsQuery(plan, facts.portal.id)),
    ...plan.tables.map((table) => copied(tablePart(table.name), tableQuery(table, facts.portal.id))),
    ...keys.map((key) => ({
      name: filePart(key),
      modified_at: now,
      is_packable: false,
      open: async () => through(filePart(key), await files.get(key)),
    })),
    {
      name: MANIFEST,
      modified_at: now,
      open: async () => Buffer.from(`${JSON.stringify(manifest(), null, 1)}\n`),
    },
  ]
}

/** Writes under a temporary name, so that a killed export leaves nothing that looks like one. */
const writeFile = async (file: string, entries: readonly ZipEntry[]): Promise<void> => {
  const partial = `${file}.partial`
  try {
    const output = fs.createWriteStream(partial, { flush: true, mode: 0o600 })
    await pipeline(zipStream(entries, { comment: SEAL_PLACE }), seal(), output)
    await fs.promises.rename(partial, file)
  } catch (error) {
    await fs.promises.rm(partial, { force: true })
    throw error
  }
}

/** Exports a portal whole, or throws a StartError with what speaks against it. */
export const exportPortal = (options: ExportOptions): Promise<Exported> =>
  inSnapshot(options.database, async (client) => {
    const { files, slug, file, now, report } = options
    const portal = await findPortal(client, slug)
    const { plan, faults } = await planMove(client)
    if (faults.length > 0) throw new StartError(faults)
    report(`looking at the portal "${portal.name}"`)
    const { present: keys, missing } = await listFiles(client, files, plan, portal.id)
    await requireReady(client, portal.id, { ...options, missing })
    const { rows: plans } = await client.query<{ id: number; short_name: string }>(
      'select id::int, short_name from subscription_plans order by id',
    )
    const facts: Facts = {
      schema: plan.schema,
      portal,
      highest_id: await highestId(client, plan),
      plans,
      left_behind: await leftBehind(client, plan, portal.id),
      set_again: await toSetAgain(client, portal.id),
    }
    const { rows: people } = await client.query<{ count: number }>(
      'select count(*)::int as count from portal_users where portal_id = $1',
      [portal.id],
    )
    let rows = 0
    if (file !== null) {
      report(`writing ${plan.tables.length} tables and ${keys.length} files`)
      await writeFile(
        file,
        entriesOf(client, files, plan, facts, keys, now, (count) => {
          rows = count
        }),
      )
    }
    const { left_behind, set_again } = facts
    const bytes = file === null ? 0 : (await fs.promises.stat(file)).size
    return { portal, accounts: people[0]?.count ?? 0, rows, files: keys.length, bytes, left_behind, set_again }
  })
