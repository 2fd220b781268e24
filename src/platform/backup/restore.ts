// Brings back what a backup holds, as it was at a moment: into a data folder that holds nothing, after every hash was looked at.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startEmbedded } from '../db/embedded-postgres.ts'
import { DATA_FOLDER_PARTS, RESTORE_MARKER } from '../files/data-folder.ts'
import { diskOf, isDiskFull } from '../files/disk.ts'
import type { Files } from '../files/files.ts'
import { inParallel } from '../parallel.ts'
import { StartError } from '../process/start-error.ts'
import { neededFor, verify } from './check.ts'
import { type Base, type Plan, planRestore, readHistory, type Stretch } from './history.ts'
import { openStore, type Store } from './store.ts'

export type RestoreOptions = {
  dir: string
  dataDir: string
  files: Files
  /** The moment to go back to; null is the last one that was backed up. */
  to: Date | null
  /** Whether another database is configured, which its own tool restores. */
  hasOwnDatabase: boolean
  /** Called with each step, in words. */
  report: (step: string) => void
}

export type Restored = { at: Date; files: number; bytes: number; segments: number; hasDatabase: boolean }

const sizeOf = ({ base, segments, files }: Plan) =>
  [...(base?.parts ?? []), ...files.values()].reduce((sum, { size }) => sum + size, 0) +
  segments.length * (base?.head.segment_bytes ?? 0)

/** Nothing that is there may be in the way, unless it is a restore of ours that was cut short. */
const requireRoom = async ({ dataDir, files, hasOwnDatabase }: RestoreOptions, plan: Plan): Promise<void> => {
  if (fs.existsSync(path.join(dataDir, RESTORE_MARKER))) {
    const isOurs = (name: string) =>
      hasOwnDatabase ? name === 'files' : DATA_FOLDER_PARTS.includes(name) || name.startsWith('postgres.init-')
    for (const name of fs.readdirSync(dataDir).filter(isOurs))
      if (name !== RESTORE_MARKER) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
  const parts = hasOwnDatabase ? [] : DATA_FOLDER_PARTS.filter((name) => name !== 'files' && name !== RESTORE_MARKER)
  const inTheWay = parts.filter((name) => fs.existsSync(path.join(dataDir, name)))
  if (inTheWay.length > 0)
    throw new StartError(
      `DATA_DIR: ${dataDir} already holds ${inTheWay.join(', ')}. Name an empty folder, or move what is there away first.`,
    )
  const others: string[] = []
  for await (const { key, size } of files.list()) if (plan.files.get(key)?.size !== size) others.push(key)
  if (others.length > 0)
    throw new StartError(
      `The storage holds ${others.length} files that the backup has not or has otherwise (${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}). Name an empty storage, or move them away first.`,
    )
  fs.mkdirSync(dataDir, { recursive: true })
  const { free } = await diskOf(dataDir)
  if (free < sizeOf(plan))
    throw new StartError(
      `DATA_DIR: the disk of ${dataDir} has ${Math.floor(free / 1e6)} MB free, and the restore needs ${Math.ceil(sizeOf(plan) / 1e6)} MB. Make room, or name a folder on another disk.`,
    )
}

const restoreFiles = async (store: Store, files: Files, plan: Plan): Promise<void> => {
  await inParallel(plan.files, async ([key, { sha256, size }]) => {
    if ((await files.stat(key))?.size === size) return
    await files.put(key, await store.open(sha256))
  })
}

/** Puts the files of the database and its log in place; the server brings them to the disk before it goes through the log. */
const layOut = async (store: Store, folder: string, { head, parts }: Base, segments: string[]): Promise<void> => {
  fs.mkdirSync(folder, { mode: 0o700 })
  for (const below of head.folders) fs.mkdirSync(path.join(folder, below), { recursive: true, mode: 0o700 })
  await inParallel(parts, async ({ path: below, sha256 }) => {
    const output = fs.createWriteStream(path.join(folder, below), { mode: 0o600 })
    await pipeline(await store.open(sha256), output)
  })
  const wal = await store.wal()
  await inParallel(segments, async (segment) => {
    const output = fs.createWriteStream(path.join(folder, 'pg_wal', segment), { mode: 0o600 })
    await pipeline(store.openWal(wal.get(segment)!.file), output)
  })
  fs.writeFileSync(path.join(folder, 'backup_label'), head.label, { mode: 0o600 })
  if (head.tablespaces) fs.writeFileSync(path.join(folder, 'tablespace_map'), head.tablespaces, { mode: 0o600 })
  fs.writeFileSync(path.join(folder, 'recovery.signal'), '', { mode: 0o600 })
}

/** Starts the server once on the new folder, so that it recovers to the moment and no further. */
const recover = async (folder: string, plan: Plan, to: Date | null): Promise<void> => {
  const target = to
    ? `recovery_target_time=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`
    : `recovery_target_name=${plan.tick.head.restore_point}`
  const settings = [
    target,
    // The log lies in pg_wal already.
    `restore_command=${process.platform === 'win32' ? 'exit 1' : 'false'}`,
    'recovery_target_action=promote',
    'recovery_target_timeline=current',
    'hot_standby=off',
  ]
  const server = await startEmbedded(folder, { flags: settings.flatMap((setting) => ['-c', setting]) })
  await server.stop()
}

/** The plan; where there is none, what is damaged may be why. */
const planFrom = (stretches: readonly Stretch[], to: Date | null, damages: readonly string[]): Plan => {
  try {
    return planRestore(stretches, to)
  } catch (error) {
    if (error instanceof StartError && damages.length > 0) throw new StartError([...error.faults, ...damages])
    throw error
  }
}

/** Restores into an empty data folder and storage. Throws a StartError, and has written nothing, when that is not possible. */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { dir, dataDir, files, to, hasOwnDatabase, report } = options
  const store = openStore(dir)
  if (!store.exists()) throw new StartError(`BACKUP_DIR: ${dir} holds no backup.`)
  const { stretches, damages } = await readHistory(store)
  const plan = planFrom(stretches, to, damages)
  const base = hasOwnDatabase ? null : plan.base
  if (!hasOwnDatabase && !base)
    throw new StartError('The backup holds files only. Restore the database with its own tool and set DATABASE_URL.')
  report(`looking at every part of the backup for ${plan.at.toISOString()}`)
  const segments = base ? plan.segments : []
  const verification = await verify(store, neededFor(base, plan.files, segments))
  if (verification.damages.length > 0)
    throw new StartError(['The backup is damaged. Nothing was written.', ...damages, ...verification.damages])
  await requireRoom(options, { ...plan, base, segments })
  try {
    fs.writeFileSync(path.join(dataDir, RESTORE_MARKER), '')
    report(`files: putting ${plan.files.size} in place`)
    await restoreFiles(store, files, plan)
    if (base) {
      report(`database: putting ${base.parts.length} files and ${segments.length} segments of the log in place`)
      const { secret } = base.head
      if (secret) fs.writeFileSync(path.join(dataDir, 'secret'), secret, { mode: 0o600 })
      // The launcher removes a folder of this name when its process is gone.
      const folder = path.join(dataDir, `postgres.init-${process.pid}-${randomBytes(4).toString('hex')}`)
      try {
        await layOut(store, folder, base, segments)
        report('database: going through the log')
        await recover(folder, plan, to)
        fs.renameSync(folder, path.join(dataDir, 'postgres'))
      } catch (error) {
        fs.rmSync(folder, { recursive: true, force: true })
        throw error
      }
    }
    fs.rmSync(path.join(dataDir, RESTORE_MARKER))
  } catch (error) {
    if (isDiskFull(error))
      throw new StartError(
        `DATA_DIR: the disk of ${dataDir} is full. The restore is not complete: make room and run it again.`,
        { cause: error },
      )
    throw error
  }
  return {
    at: plan.at,
    files: plan.files.size,
    bytes: verification.bytes,
    segments: segments.length,
    hasDatabase: base !== null,
  }
}
