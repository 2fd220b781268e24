// Copies the database that comes with the program while it runs: its files between pg_backup_start and pg_backup_stop, and
// the write-ahead log, which a replication slot keeps until it has been stored.
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { inParallel } from '../parallel.ts'
import { type BaseHead, type BasePart, FORMAT, segmentAfter, segmentsBetween } from './history.ts'
import type { DocumentName, Store } from './store.ts'

const SLOT = 'portico_backup'

/** Emptied by a restored server itself, so only the folders are kept. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
/** Belongs to the running server alone. */
const OF_THE_RUN =
  /^(postmaster\.(pid|opts)|postgres\.log|backup_label.*|tablespace_map.*|lifeline.*|recovery\.\w+|standby\.signal|\.s\.PGSQL.*)$/
const TEMPORARY = /^(pgsql_tmp.*|pg_internal\.init.*|t\d+_.*)$/

type DatabaseFiles = { folders: string[]; files: string[] }

const walk = (root: string, below: string, listing: DatabaseFiles): DatabaseFiles => {
  for (const entry of fs.readdirSync(path.join(root, below), { withFileTypes: true })) {
    const place = below === '' ? entry.name : `${below}/${entry.name}`
    if ((below === '' && OF_THE_RUN.test(entry.name)) || TEMPORARY.test(entry.name)) continue
    if (entry.isDirectory()) {
      listing.folders.push(place)
      if (EMPTIED.has(place)) {
        if (place === 'pg_wal') listing.folders.push('pg_wal/archive_status', 'pg_wal/summaries')
        continue
      }
      walk(root, place, listing)
    } else if (entry.isFile()) listing.files.push(place)
  }
  return listing
}

/** The folders and files of a database that belong into a copy of it. */
export const databaseFiles = (folder: string): DatabaseFiles => walk(folder, '', { folders: [], files: [] })

/** Whether a file of the database went while it was being read; the log says so as well. */
const isGone = (error: unknown, file: string) => {
  const { code, path: place } = error as NodeJS.ErrnoException
  return code === 'ENOENT' && place === file
}

const one = async <Row>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> =>
  (await client.query(text, values)).rows[0] as Row

export type Cluster = { client: pg.Client; folder: string; secret: string | null }

export const describeCluster = (client: pg.Client) =>
  one<{ system: string; server_version: string; segment_bytes: number; timeline: string }>(
    client,
    `select system_identifier::text as system, current_setting('server_version') as server_version,
            (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes,
            left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline
       from pg_control_system()`,
  )

/**
 * From which segment on the log is kept for the backup. Makes the slot where there is none, or where the server has given
 * up on it because nothing was stored for too long.
 */
export const keptFrom = async (client: pg.Client): Promise<string> => {
  const look = () =>
    one<{ segment: string | null; wal_status: string } | undefined>(
      client,
      'select pg_walfile_name(restart_lsn + 1) as segment, wal_status from pg_replication_slots where slot_name = $1',
      [SLOT],
    )
  const slot = await look()
  if (slot?.segment && slot.wal_status !== 'lost') return slot.segment
  if (slot) await client.query('select pg_drop_replication_slot($1)', [SLOT])
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  return (await look())!.segment!
}

/** Stores every file of the database and the document that names them. */
export const copyBase = async (store: Store, cluster: Cluster): Promise<{ name: DocumentName; bytes: number }> => {
  const { client, folder, secret } = cluster
  const described = await describeCluster(client)
  const begun = await one<{ segment: string; at: Date }>(
    client,
    `select pg_walfile_name(lsn + 1) as segment, clock_timestamp() as at from pg_backup_start('portico', true) as lsn`,
  )
  const { folders, files } = databaseFiles(folder)
  const histories = fs.readdirSync(path.join(folder, 'pg_wal')).filter((name) => name.endsWith('.history'))
  const parts: BasePart[] = []
  let bytes = 0
  await inParallel([...files, ...histories.map((name) => `pg_wal/${name}`)], async (place) => {
    const file = path.join(folder, place)
    try {
      const stored = await store.put(fs.createReadStream(file), { pack: true })
      parts.push({ path: place, ...stored })
      bytes += stored.size
    } catch (error) {
      if (!isGone(error, file)) throw error
    }
  })
  const ended = await one<{ segment: string; label: string; tablespaces: string; at: Date }>(
    client,
    `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces, clock_timestamp() as at
       from pg_backup_stop(false)`,
  )
  const head: BaseHead = {
    format: FORMAT,
    started_at: begun.at.toISOString(),
    ended_at: ended.at.toISOString(),
    ...described,
    first_segment: begun.segment,
    last_segment: ended.segment,
    folders,
    label: ended.label,
    tablespaces: ended.tablespaces,
    secret,
  }
  return { name: await store.write('bases', ended.at, [head, ...parts]), bytes }
}

export type Mark = { at: Date; segment: string; lsn: string; restore_point: string }

/**
 * Ends the current segment of the log, so that it can be stored. Everything committed before `at` is in it or in an earlier
 * one, and so is one commit after `at`, which a recovery to that moment needs to find its end.
 */
export const endSegment = async (client: pg.Client): Promise<Mark> => {
  const { at } = await one<{ at: Date }>(client, `select date_trunc('milliseconds', clock_timestamp()) as at`)
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await client.query('commit')
  const restorePoint = `portico ${at.toISOString()}`
  await client.query('select pg_create_restore_point($1)', [restorePoint])
  const { lsn, segment } = await one<{ lsn: string; segment: string }>(
    client,
    'select lsn::text, pg_walfile_name(lsn) as segment from pg_switch_wal() as lsn',
  )
  return { at, lsn, segment, restore_point: restorePoint }
}

/** Stores the finished segments that the slot keeps, up to the marked one, and counts their bytes. */
export const storeSegments = async (
  store: Store,
  { folder }: Pick<Cluster, 'folder'>,
  { from, to, segmentBytes }: { from: string; to: string; segmentBytes: number },
): Promise<number> => {
  let bytes = 0
  const known = await store.wal()
  for (const segment of segmentsBetween(from, to, segmentBytes)) {
    if (known.has(segment) && segment !== from) continue
    bytes += await store.putWal(segment, () => fs.createReadStream(path.join(folder, 'pg_wal', segment)))
  }
  return bytes
}

/** Lets the server drop what has been stored. */
export const release = async (client: pg.Client, lsn: string): Promise<void> => {
  await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, lsn])
}

/** Whether the kept log continues what was stored last, so that no other base is needed. */
export const continues = (last: string, keptSince: string, segmentBytes: number): boolean =>
  last.slice(0, 8) === keptSince.slice(0, 8) && keptSince <= segmentAfter(last, segmentBytes)
