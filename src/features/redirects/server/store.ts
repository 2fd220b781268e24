import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'

const COLUMNS = ['id', 'old_address', 'new_address', 'updated_at'] as const
const ofPortal = (tx: Tx, portalId: number) =>
  tx.selectFrom('redirects').select(COLUMNS).where('portal_id', '=', portalId)

type ListRequest = Pick<PageRequest, 'cursor' | 'per_page' | 'sort'> & { search?: string | undefined }

/** A page of a portal's redirects. */
export const pageOfRedirects = (tx: Tx, portalId: number, { search, ...request }: ListRequest) => {
  let rows = ofPortal(tx, portalId)
  if (search) rows = rows.where(textHolds(['old_address', 'new_address'], search))
  const isById = request.sort.endsWith('id')
  return keysetPage(rows, {
    ...request,
    keys: isById ? [] : [{ name: 'old_address', expression: 'old_address collate "C"', type: 'text' }],
  })
}

/** One redirect, locked for a change, or undefined. */
export const lockRedirect = (tx: Tx, portalId: number, id: number) =>
  ofPortal(tx, portalId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Where every old address of a portal leads. One change at a time, so that two of them make no circle. */
export const lockAll = async (tx: Tx, portalId: number): Promise<Map<string, string>> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('redirects', ${portalId}))`.execute(tx)
  const rows = await ofPortal(tx, portalId).execute()
  return new Map(rows.map((row) => [row.old_address, row.new_address]))
}

export type Addresses = { old_address: string; new_address: string }

/** Adds redirects; an old address that has one gets the new one. */
export const saveAll = async (tx: Tx, portalId: number, rows: readonly Addresses[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('redirects')
    .values(rows.map((row) => ({ ...row, portal_id: portalId, created_at: now, updated_at: now })))
    .onConflict((on) =>
      on.columns(['portal_id', 'old_address']).doUpdateSet((eb) => ({
        new_address: eb.ref('excluded.new_address'),
        updated_at: now,
      })),
    )
    .execute()
}

/** Adds a redirect whose old address has none. */
export const insertRedirect = (tx: Tx, portalId: number, row: Addresses, now: Date) =>
  tx
    .insertInto('redirects')
    .values({ ...row, portal_id: portalId, created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Changes a redirect of the portal. */
export const updateRedirect = (tx: Tx, portalId: number, id: number, row: Addresses, now: Date) =>
  tx
    .updateTable('redirects')
    .set({ ...row, updated_at: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Deletes a redirect of the portal. */
export const deleteRedirect = (tx: Tx, portalId: number, id: number) =>
  tx.deleteFrom('redirects').where('portal_id', '=', portalId).where('id', '=', id).execute()

/** The redirect for the first of these old addresses that has one, by where it leads, or undefined. */
export const findRedirect = async (tx: Tx, portalId: number, addresses: readonly string[]) => {
  const rows = await ofPortal(tx, portalId).where('old_address', 'in', addresses).execute()
  return rows.sort((a, b) => addresses.indexOf(a.old_address) - addresses.indexOf(b.old_address))[0]
}

/** The custom domains of the portal, in any state. */
export const customHostsOf = async (tx: Tx, portalId: number): Promise<string[]> => {
  const rows = await tx.selectFrom('custom_domains').select('host').where('portal_id', '=', portalId).execute()
  return rows.map(({ host }) => host)
}
