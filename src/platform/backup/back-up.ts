// One run of the backup: the files of the storage that are new, the log of the database, and once a day all of its files.
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { FileNotFound, type Files } from '../files/files.ts'
import { StartError } from '../process/start-error.ts'
import {
  type Cluster,
  continues,
  copyBase,
  describeCluster,
  endSegment,
  keptFrom,
  type Mark,
  release,
  storeSegments,
} from './cluster.ts'
import { type FileChange, FORMAT, readBase, readNewest, readTick, type Tick, type TickHead } from './history.ts'
import { type DocumentName, explainFull, openStore, type Store } from './store.ts'

export type BackupKind = 'base' | 'increment' | 'files'

export type BackupResult = {
  kind: BackupKind
  at: Date
  /** Bytes read into the backup by this run. */
  bytes: number
  /** Files of the storage that are new in the backup. */
  files: number
}

export type BackupOptions = {
  dir: string
  files: Files
  /** Any connection to the database; it holds the lock that keeps a second run away. */
  client: pg.Client
  /** The database that comes with the program; null where another one is configured. */
  cluster: Omit<Cluster, 'client'> | null
  keepDays: number
  /** Copies the database's files even when the last copy is young. */
  isFull?: boolean
}

const DAY_MS = 86_400_000
/** Any number of our own; one run at a time writes to a backup. */
const LOCK = 7_067_842_602

/** What was last said about a key: its version, or that it is gone. */
type Known = Map<string, FileChange>

const knownFrom = (ticks: readonly Tick[]): Known => {
  const known: Known = new Map()
  for (const { changes } of ticks) for (const change of changes) known.set(change.key, change)
  return known
}

/** Stores new and changed files and says what is different from before. */
const storeFiles = async (
  store: Store,
  files: Files,
  { known, at, before, isFull }: { known: Known; at: Date; before: Date; isFull: boolean },
) => {
  const changes: FileChange[] = []
  const seen = new Set<string>()
  let bytes = 0
  let count = 0
  for await (const { key, size, modified_at } of files.list()) {
    const former = known.get(key)
    const modified = modified_at.toISOString()
    seen.add(key)
    if (former && former.sha256 !== null && former.size === size && former.modified_at === modified) {
      if (isFull) changes.push(former)
      continue
    }
    let source: Readable
    try {
      source = await files.get(key)
    } catch (error) {
      if (error instanceof FileNotFound) continue
      throw error
    }
    const stored = await store.put(source)
    // A replaced file was still the former one at the last look, whatever time its new content carries.
    const from = former && modified_at <= before ? at.toISOString() : modified
    // Its former version stays known, so that moments before the change get that one.
    if (isFull && former) changes.push(former)
    changes.push({ key, from, modified_at: modified, ...stored })
    bytes += stored.size
    count += 1
  }
  for (const [key, former] of known) {
    if (seen.has(key) || former.sha256 === null) continue
    if (isFull) changes.push(former)
    changes.push({ key, from: at.toISOString(), sha256: null })
  }
  return { changes, bytes, count }
}

/** Everything older than the newest full tick that is older than the days to keep. */
const prune = async (store: Store, at: Date, keepDays: number): Promise<void> => {
  const limit = new Date(at.getTime() - keepDays * DAY_MS)
  const names = await store.names('ticks')
  const ticks: Tick[] = []
  for (const name of names) ticks.push(await readTick(store, name))
  const first = ticks.findLastIndex(({ head }) => head.is_full && new Date(head.at) <= limit)
  for (const { name } of ticks.slice(0, Math.max(first, 0))) await store.delete('ticks', name)
  const kept = ticks.slice(Math.max(first, 0))
  const keptContents = new Set<string>()
  const bases = new Set<DocumentName>()
  const starts = new Map<string, string>()
  for (const { head, changes } of kept) {
    if (head.base !== null) bases.add(head.base)
    for (const { sha256 } of changes) if (sha256 !== null) keptContents.add(sha256)
  }
  for (const name of await store.names('bases')) {
    if (!bases.has(name)) {
      await store.delete('bases', name)
      continue
    }
    const { head, parts } = await readBase(store, name)
    for (const { sha256 } of parts) keptContents.add(sha256)
    const start = starts.get(head.timeline)
    if (start === undefined || head.first_segment < start) starts.set(head.timeline, head.first_segment)
  }
  for (const [segment, { file }] of await store.wal())
    if (segment < (starts.get(segment.slice(0, 8)) ?? 'Z')) await store.delete('wal', file.split(/[\\/]/).at(-1)!)
  await store.deleteOthers(keptContents)
}

const run = async (store: Store, options: BackupOptions): Promise<BackupResult> => {
  const { files, client, keepDays, isFull: isAsked = false } = options
  const cluster = options.cluster && { ...options.cluster, client }
  const newest = await readNewest(store)
  const last = newest.at(-1)
  const full = newest[0]
  const about = cluster ? await describeCluster(client) : null
  const keptSince = about ? await keptFrom(client) : null
  if (about && last?.head.system && last.head.system !== about.system)
    throw new StartError(`BACKUP_DIR: ${store.dir} holds the backup of another database. Name another folder.`)
  const isContinued =
    last !== undefined &&
    (about === null
      ? last.head.last_segment === null
      : last.head.last_segment !== null && continues(last.head.last_segment, keptSince!, about.segment_bytes))
  const { rows } = await client.query<{ at: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as at`)
  const isDue = !full || rows[0]!.at.getTime() - new Date(full.head.at).getTime() >= DAY_MS
  const isFull = isAsked || isDue || !isContinued
  const base = cluster && isFull ? await copyBase(store, cluster) : null
  const mark: Mark | null = cluster ? await endSegment(client) : null
  const at = mark?.at ?? rows[0]!.at
  const stored = await storeFiles(store, files, {
    known: knownFrom(isContinued || about === null ? newest : []),
    at,
    before: last ? new Date(last.head.at) : new Date(0),
    isFull,
  })
  const walBytes =
    mark && about && cluster
      ? await storeSegments(store, cluster, { from: keptSince!, to: mark.segment, segmentBytes: about.segment_bytes })
      : 0
  const head: TickHead = {
    format: FORMAT,
    at: at.toISOString(),
    previous: isContinued ? last.name : null,
    is_full: isFull,
    base: base?.name ?? null,
    system: about?.system ?? null,
    timeline: about?.timeline ?? null,
    last_segment: mark?.segment ?? null,
    restore_point: mark?.restore_point ?? null,
  }
  await store.write('ticks', at, [head, ...stored.changes])
  if (mark) await release(client, mark.lsn)
  if (isFull) await prune(store, at, keepDays)
  const kind = base ? 'base' : cluster ? 'increment' : 'files'
  return { kind, at, bytes: (base?.bytes ?? 0) + walBytes + stored.bytes, files: stored.count }
}

/**
 * Backs up what is new since the last run; null while another process does. What a run has stored counts once its last
 * document is written, so a killed one is done again by the next.
 */
export const backUp = async (options: BackupOptions): Promise<BackupResult | null> => {
  const { rows } = await options.client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    LOCK,
  ])
  if (!rows[0]!.is_ours) return null
  try {
    const store = openStore(options.dir)
    await store.prepare()
    return await run(store, options)
  } catch (error) {
    throw explainFull(error, options.dir)
  } finally {
    await options.client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}
