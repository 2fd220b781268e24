// What a backup holds, in the words of its documents, and which moments it can bring back.
import { StartError } from '../process/start-error.ts'
import { Damaged, type DocumentName, type Store, type Stored } from './store.ts'

/** Another number means another layout of the folder, which this program does not read. */
export const FORMAT = 1

/** The first line of a base; the other lines are its files. */
export type BaseHead = {
  format: number
  started_at: string
  ended_at: string
  /** PostgreSQL's own name of this database, kept through restores. */
  system: string
  server_version: string
  timeline: string
  /** Recovery begins in the first of these segments and is consistent after the last. */
  first_segment: string
  last_segment: string
  segment_bytes: number
  folders: string[]
  /** `backup_label` and `tablespace_map`, which only a restored folder has. */
  label: string
  tablespaces: string
  /** The secret that the program made, where none is configured; without it stored keys cannot be read. */
  secret: string | null
}
export type BasePart = Stored & { path: string }

/** The first line of a tick; the other lines are changes of the storage. */
export type TickHead = {
  format: number
  /** Everything committed until then can be restored from what this tick and those before it stored. */
  at: string
  previous: DocumentName | null
  /** Names every file of the storage, not just changes; with a base, restores can start here. */
  is_full: boolean
  base: DocumentName | null
  system: string | null
  timeline: string | null
  last_segment: string | null
  restore_point: string | null
}
/** A file of the storage from then on; one without a hash was deleted. */
export type FileChange = { key: string; from: string } & ((Stored & { modified_at: string }) | { sha256: null })

export type Base = { name: DocumentName; head: BaseHead; parts: BasePart[] }
export type Tick = { name: DocumentName; head: TickHead; changes: FileChange[] }

const checkFormat = (format: number, name: string) => {
  if (format !== FORMAT)
    throw new StartError(`The backup was written in format ${format} (${name}). This program reads ${FORMAT}.`)
}

export const readBase = async (store: Store, name: DocumentName): Promise<Base> => {
  const [head, ...parts] = await store.read<object>('bases', name)
  checkFormat((head as BaseHead).format, name)
  return { name, head: head as BaseHead, parts: parts as BasePart[] }
}

export const readTick = async (store: Store, name: DocumentName): Promise<Tick> => {
  const [head, ...changes] = await store.read<object>('ticks', name)
  checkFormat((head as TickHead).format, name)
  return { name, head: head as TickHead, changes: changes as FileChange[] }
}

/** The ticks from the newest full one on, which together name every file; empty without one. */
export const readNewest = async (store: Store): Promise<Tick[]> => {
  const newest: Tick[] = []
  for (const name of (await store.names('ticks')).reverse()) {
    const tick = await readTick(store, name)
    newest.unshift(tick)
    if (tick.head.is_full) return newest
  }
  return []
}

/** The files of the storage as they were: of each key the last change until then, and none that was deleted. */
export const filesAt = (ticks: readonly Tick[], at: Date): Map<string, Stored> => {
  const files = new Map<string, Stored>()
  for (const { changes } of ticks)
    for (const change of changes) {
      if (new Date(change.from) > at) continue
      if (change.sha256 === null) files.delete(change.key)
      else files.set(change.key, { sha256: change.sha256, size: change.size })
    }
  return files
}

/** The segment after one, of the same timeline. */
export const segmentAfter = (segment: string, segmentBytes: number): string => {
  const perFile = 0x1_0000_0000 / segmentBytes
  const number = Number.parseInt(segment.slice(8, 16), 16) * perFile + Number.parseInt(segment.slice(16), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${segment.slice(0, 8)}${hex(Math.floor(number / perFile))}${hex(number % perFile)}`
}

/** Every segment from the first to the last; throws where the last does not follow. */
export const segmentsBetween = (first: string, last: string, segmentBytes: number): string[] => {
  if (first.slice(0, 8) !== last.slice(0, 8) || first > last) return []
  const segments = [first]
  for (let at = first; at < last; ) {
    at = segmentAfter(at, segmentBytes)
    segments.push(at)
  }
  return segments
}

/** A stretch of time that can be restored: a full tick, its base, and the ticks that follow without a gap. */
export type Stretch = { base: Base | null; ticks: Tick[] }

/**
 * The stretches of a backup, oldest first, and what is damaged. A stretch ends before a tick that does not follow on the one
 * before; each full tick begins another that overlaps the earlier one.
 */
export const readHistory = async (store: Store): Promise<{ stretches: Stretch[]; damages: string[] }> => {
  const damages: string[] = []
  const stretches: Stretch[] = []
  let open: Stretch[] = []
  let before: DocumentName | null = null
  for (const name of await store.names('ticks')) {
    let tick: Tick
    try {
      tick = await readTick(store, name)
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      damages.push(error.message)
      open = []
      before = null
      continue
    }
    if (tick.head.previous !== before) {
      // The first that is kept follows on one that is not, and one without a former begins again.
      if (tick.head.previous !== null && (before !== null || stretches.length > 0))
        damages.push(`ticks/${tick.head.previous ?? name} is missing: there is a gap before ${tick.head.at}`)
      open = []
    }
    before = name
    for (const stretch of open) stretch.ticks.push(tick)
    if (tick.head.is_full) {
      try {
        const base = tick.head.base === null ? null : await readBase(store, tick.head.base)
        const stretch = { base, ticks: [tick] }
        stretches.push(stretch)
        open.push(stretch)
      } catch (error) {
        if (!(error instanceof Damaged)) throw error
        damages.push(error.message)
      }
    }
    // Segments of another timeline belong to a database that was restored in the meantime.
    open = open.filter(({ base }) => base === null || base.head.timeline === tick.head.timeline)
  }
  return { stretches, damages }
}

export type Plan = {
  at: Date
  base: Base | null
  /** The tick whose restore point ends the recovery; without a time it is the last. */
  tick: Tick
  segments: string[]
  files: Map<string, Stored>
}

export const describeRange = ({ ticks }: Stretch): string => `${ticks[0]!.head.at} to ${ticks.at(-1)!.head.at}`

/** What is needed for a moment, or for the last one. Throws a StartError that says which moments there are. */
export const planRestore = (stretches: readonly Stretch[], to: Date | null): Plan => {
  const stretch = stretches.findLast(
    ({ ticks }) => to === null || (new Date(ticks[0]!.head.at) <= to && to <= new Date(ticks.at(-1)!.head.at)),
  )
  if (!stretch) {
    const ranges = stretches.map((each) => `  ${describeRange(each)}`).join('\n')
    throw new StartError(
      stretches.length === 0
        ? 'The backup holds no moment that could be restored.'
        : `The backup does not reach ${to?.toISOString()}. It can restore any time from\n${ranges}`,
    )
  }
  const index = to === null ? stretch.ticks.length - 1 : stretch.ticks.findIndex(({ head }) => new Date(head.at) >= to)
  const tick = stretch.ticks[index]!
  const at = to ?? new Date(tick.head.at)
  const { base } = stretch
  return {
    at,
    base,
    tick,
    segments: base ? segmentsBetween(base.head.first_segment, tick.head.last_segment!, base.head.segment_bytes) : [],
    files: filesAt(stretch.ticks.slice(0, index + 1), to ?? new Date(8.64e15)),
  }
}
