import type { ManyResults, Use } from '#kernel/content.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { inUseText } from '#kernel/records/uses.ts'
import { meaningOf } from '../../db/constraints.ts'
import type { Tx } from '../../db/db.ts'
import { countChange } from '../../db/record-versions.ts'
import { inSavepoint } from '../../db/transactions/after-commit.ts'
import type { Among, ContentKind, ContentRow } from './kind.ts'
import { changeContent, lockContent, nameIn, removeContent, withUses } from './records.ts'

type EachRecord<Row> = {
  /** The record, locked; fails for one that the caller does not reach. */
  load: (id: number) => Promise<Row>
  nameOf: (row: Row) => string | null
  /** False for a record that is as it should be already. */
  change: (row: Row) => Promise<boolean>
}

/** What a call about the record alone would answer; a conflict with another transaction ends the whole call. */
const refusalOf = (error: unknown): AppError => {
  const isOfAll = ['40001', '40P01'].includes(String((error as { code?: string } | null)?.code))
  const refusal = error instanceof AppError ? error : isOfAll ? undefined : meaningOf(error)
  if (!refusal || refusal.status >= 500) throw error
  return refusal
}

const firstTextOf = ({ fields, message }: AppError): string => Object.values(fields ?? {})[0]?.[0] ?? message

/**
 * Makes one change of several records, each as a call about it alone would: one that is refused leaves the others
 * changed (CNT-044). By rising id, so that two calls about the same records never wait for each other in turn.
 */
export const changeEach = async <Row>(
  tx: Tx,
  ids: readonly number[],
  { load, nameOf, change }: EachRecord<Row>,
): Promise<ManyResults> => {
  const results: ManyResults = { changed: [], unchanged: [], refused: [] }
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    let title: string | null = null
    try {
      const isChanged = await inSavepoint(tx, async () => {
        const row = await load(id)
        title = nameOf(row)
        return change(row)
      })
      ;(isChanged ? results.changed : results.unchanged).push(id)
    } catch (error) {
      const refusal = refusalOf(error)
      results.refused.push({ id, title, code: refusal.code, message: firstTextOf(refusal) })
    }
  }
  return results
}

const nameOf = (row: ContentRow) => (nameIn(row) as string | null | undefined) ?? null

/** Deletes several records; those that others use stay, with a text that says what uses them (CNT-046). */
export const removeManyContent = (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  ids: readonly number[],
  onRemoved: (tx: Tx, ctx: SignedIn, row: ContentRow) => Promise<void>,
): Promise<ManyResults> =>
  changeEach(tx, ids, {
    load: (id) => lockContent(tx, ctx, kind, among, id, true),
    nameOf,
    change: async (row) => {
      const [used] = await withUses(tx, ctx, kind, [row])
      const message = inUseText((used?.['used_by'] as Use[] | undefined) ?? [])
      if (message) throw fail('conflict', { message })
      await onRemoved(tx, ctx, await removeContent(tx, ctx, kind, among, row.id))
      return true
    },
  })

/**
 * Shows several records to readers, or makes drafts of them again (CNT-045). Forms that were opened before are refused when
 * they save, under `path`, by which the records count their saves (API-030).
 */
export const publishManyContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  { ids, is_published: isPublished }: { ids: readonly number[]; is_published: boolean },
  path: string,
): Promise<ManyResults> => {
  const { publication } = kind
  if (!publication) throw fail('not_found')
  const results = await changeEach(tx, ids, {
    load: (id) => lockContent(tx, ctx, kind, among, id),
    nameOf,
    change: async (row) => {
      if (publication.is_published(row) === isPublished) return false
      await changeContent(tx, ctx, kind, among, row.id, publication.to(isPublished, row, ctx.now))
      return true
    },
  })
  await countChange(tx, ctx, path, results.changed)
  return results
}
