// Looks through a whole backup and names what is damaged or missing.
import { type Base, describeRange, readHistory, type Stretch, segmentsBetween } from './history.ts'
import { openStore, type Store, type Stored } from './store.ts'

export type BackupReport = {
  damages: string[]
  /** The stretches of time that can be restored, as words. */
  ranges: string[]
  contents: number
  segments: number
  bytes: number
}

/** What a restore reads: contents by hash with a name for messages, and segments of the log. */
type Needed = { contents: Map<string, Stored & { label: string }>; segments: Set<string> }

export const neededFor = (
  base: Base | null,
  files: Iterable<[string, Stored]>,
  segments: readonly string[],
): Needed => {
  const contents = new Map<string, Stored & { label: string }>()
  for (const { path, sha256, size } of base?.parts ?? [])
    contents.set(sha256, { sha256, size, label: `the database's file ${path}` })
  for (const [key, { sha256, size }] of files) contents.set(sha256, { sha256, size, label: `the file ${key}` })
  return { contents, segments: new Set(segments) }
}

/** Reads all of it again and compares the hashes. */
export const verify = async (store: Store, { contents, segments }: Needed) => {
  const damages: string[] = []
  let bytes = 0
  for (const { label, ...stored } of contents.values()) {
    const fault = await store.faultOf(stored)
    bytes += stored.size
    if (fault) damages.push(`${label} ${fault}`)
  }
  const wal = await store.wal()
  for (const segment of segments) {
    const entry = wal.get(segment)
    if (!entry) damages.push(`the segment ${segment} of the database's log is missing from the backup`)
    else {
      const fault = await store.faultOfWal(entry.file, entry.sha256)
      if (fault) damages.push(`the segment ${segment} of the database's log ${fault}`)
    }
  }
  return { damages, bytes }
}

const needsOf = ({ base, ticks }: Stretch): Needed => {
  const files = ticks.flatMap(({ changes }) =>
    changes.flatMap((change): [string, Stored][] => (change.sha256 === null ? [] : [[change.key, change]])),
  )
  const last = ticks.at(-1)!.head.last_segment
  return neededFor(
    base,
    files,
    base && last ? segmentsBetween(base.head.first_segment, last, base.head.segment_bytes) : [],
  )
}

export const checkBackup = async (dir: string): Promise<BackupReport> => {
  const store = openStore(dir)
  const { stretches, damages } = await readHistory(store)
  const all: Needed = { contents: new Map(), segments: new Set() }
  for (const stretch of stretches) {
    const needs = needsOf(stretch)
    for (const [sha256, content] of needs.contents) all.contents.set(sha256, content)
    for (const segment of needs.segments) all.segments.add(segment)
  }
  const read = await verify(store, all)
  return {
    damages: [...damages, ...read.damages],
    ranges: stretches.map(describeRange),
    contents: all.contents.size,
    segments: all.segments.size,
    bytes: read.bytes,
  }
}
