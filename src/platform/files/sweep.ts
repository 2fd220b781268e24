import { sql } from 'kysely'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '../db/db.ts'
import { handle, type JobHandler, job } from '../jobs/jobs.ts'
import type { Files } from './files.ts'

/** Where the files of a folder have their rows: the column that names a file, or what of its key. */
export type FileOwner = {
  folder: string
  table: string
  column: string
  /** What the column has of a key, if not all of it. */
  nameOf?: (key: string) => string
}

/** A file is written in the transaction that makes its row, which takes no day. */
const OLD_MS = 24 * 3_600_000
/** Rows are asked for together. */
const AT_ONCE = 2_000
/** More files without a row than this part of a folder, and than these few, are not what killed processes leave. */
const MOST_PART = 0.1
const FEW = 20

type Log = { info: (details: object, text: string) => void; warn: (details: object, text: string) => void }
type Needs = { db: Db; files: Files; owners: readonly FileOwner[]; log: Log }

/** Those of these names that have no row in any portal. */
const withoutRow = async (tx: Tx, { table, column }: FileOwner, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${[...new Set(names)]}::text[]) n (name)
    where not exists (select from ${sql.table(table)} t where t.${sql.ref(column)}::text = n.name)`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

const leftIn = async ({ db, files }: Needs, owner: FileOwner, before: Date) => {
  const { folder, nameOf = (key) => key } = owner
  const left: string[] = []
  let count = 0
  let batch: string[] = []
  const judge = async () => {
    const missing = await db.withPlatform((tx) => withoutRow(tx, owner, batch.map(nameOf)), 'read only')
    left.push(...batch.filter((key) => missing.has(nameOf(key))))
    batch = []
  }
  for await (const { key, modified_at: at } of files.list(folder)) {
    count += 1
    if (at < before) batch.push(key)
    if (batch.length === AT_ONCE) await judge()
  }
  if (batch.length > 0) await judge()
  return { left, count }
}

/**
 * Removes files that have no row a day after they were written: their process was killed between the two (OPS-080). Where a
 * large part of a folder has none, the database is not the one of these files, and everything stays. Answers how many went.
 */
export const sweepFiles = async (needs: Needs, now: Date): Promise<number> => {
  let removed = 0
  for (const owner of needs.owners) {
    const { left, count } = await leftIn(needs, owner, new Date(now.getTime() - OLD_MS))
    if (left.length > Math.max(FEW, count * MOST_PART)) {
      const details = { folder: owner.folder, files: count, without_row: left.length }
      needs.log.warn(
        details,
        'too many files have no row, so none was removed: does this database belong to these files?',
      )
      continue
    }
    for (const key of left) await needs.files.delete(key)
    removed += left.length
    if (left.length > 0)
      needs.log.info({ folder: owner.folder, files: left.length }, 'files without a row were removed')
  }
  return removed
}

const sweepJob = job({ name: 'files.sweep', data: z.object({}), retries: 1, seconds: 6 * 3600 })

export const sweepJobs = (needs: Omit<Needs, 'db'>): JobHandler[] => [
  handle(sweepJob, async (_, { db, now }) => void (await sweepFiles({ ...needs, db }, now)), { cron: '40 3 * * *' }),
]
