import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { liveTimes } from '../rules/live-times.ts'
import { type PageRow, SHOWN, savePage } from './store.ts'

export type MadeBy = 'create' | 'copy' | 'save' | 'import' | 'picture' | 'restore'
type Made = { made_by: MadeBy; restored_from?: number; created_at: Date; created_by: number }

const COLUMNS = sql.join(SHOWN.map((name) => sql.ref(name)))
const SUMMARY = ['number', 'made_by', 'restored_from', 'created_at', 'created_by', 'title'] as const

const own = (tx: Tx, portalId: number, pageId: number) =>
  tx.selectFrom('page_versions').where('portal_id', '=', portalId).where('page_id', '=', pageId)

/** Keeps a page as it stands now under the number of its newest version. */
export const keepVersion = async (tx: Tx, { portal_id, id }: { portal_id: number; id: number }, made: Made) => {
  await sql`
    insert into page_versions (portal_id, page_id, number, made_by, restored_from, created_at, created_by, ${COLUMNS})
    select portal_id, id, newest_version, ${made.made_by}, ${made.restored_from ?? null}::int, ${made.created_at},
      ${made.created_by}, ${COLUMNS}
    from pages where portal_id = ${portal_id} and id = ${id}`.execute(tx)
}

/** Lets visitors read a version of a page, or none of it any more. */
export const setLive = (tx: Tx, portalId: number, row: PageRow, version: number | null, now: Date): Promise<PageRow> =>
  savePage(tx, portalId, row.id, {
    live_version: version,
    awaits_plan: false,
    live_at: version === null ? null : now,
    ...(version !== null && row.published_at === null && { published_at: now }),
  })

/** Shows visitors the pages that waited for the portal's plan, each as it stands now (PRT-118). */
export const openWaitingPages = async (tx: Tx, portalId: number): Promise<void> => {
  await tx
    .updateTable('pages')
    .set((eb) => ({
      live_version: eb.ref('newest_version'),
      live_at: sql<Date>`now()`,
      published_at: sql<Date>`coalesce(published_at, now())`,
      awaits_plan: false,
    }))
    .where('portal_id', '=', portalId)
    .where('awaits_plan', '=', true)
    .execute()
}

/** When visitors read which version of a page, the first first, as far back as changes are kept (HIS-004, HIS-025). */
export const loadLiveTimes = async (tx: Tx, portalId: number, { id, live_version }: PageRow) => {
  const changes = await tx
    .selectFrom('record_changes')
    .select(['created_at', sql<[number | null, number | null]>`changed -> 'live_version'`.as('pair')])
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'page')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  return liveTimes(
    changes.map(({ created_at: at, pair: [from, to] }) => ({ at, from, to })),
    live_version,
  )
}

type VersionRequest = { cursor?: string | undefined; per_page: number; number?: number | undefined }

/** The versions of a page, newest first, without what they say; or the one with a number. */
export const listVersions = (tx: Tx, portalId: number, pageId: number, { number, ...request }: VersionRequest) => {
  const versions = own(tx, portalId, pageId)
    .select(SUMMARY)
    .select((eb) => eb.ref('number').as('id'))
  return keysetPage(number === undefined ? versions : versions.where('number', '=', number), {
    ...request,
    sort: '-id',
    keys: [],
    id: 'number',
  })
}

/** A version with all that it says, or null. */
export const findVersion = async (tx: Tx, portalId: number, pageId: number, number: number) =>
  (await own(tx, portalId, pageId).select(SUMMARY).select(SHOWN).where('number', '=', number).executeTakeFirst()) ??
  null
