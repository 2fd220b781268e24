import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'

const selectShares = (tx: Tx) =>
  tx
    .selectFrom('partner_companies as c')
    .innerJoin('portals as p', 'p.id', 'c.portal_id')
    .select(['c.id', 'c.name', 'c.slug', 'c.share_percent', 'c.portal_id', 'p.name as portal_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectShares>['executeTakeFirstOrThrow']>>

const present = ({ portal_id: id, portal_name: name, ...row }: Row) => ({ ...row, portal: { id, name } })

/** Super admins see the companies of all portals, others those of their own (ROL-055). */
const reading = <T>(tx: Tx, ctx: SignedIn, work: () => Promise<T>) =>
  isInGroup(ctx.viewer.current_role, 'super_admins') ? overAllPortals(tx, work) : work()

type Request = { cursor?: string | undefined; per_page: number; sort: string; search?: string | undefined }

/** One page of the companies with their shares, by name. */
export const listShares = async (tx: Tx, ctx: SignedIn, { search, ...request }: Request) => {
  let query = selectShares(tx)
  if (search) query = query.where(textHolds('c.name', search))
  const { data, meta } = await reading(tx, ctx, () =>
    keysetPage(query, {
      ...request,
      keys: [{ name: 'name', expression: 'c.name', type: 'text' }],
      id: 'c.id',
    }),
  )
  return { data: data.map(present), meta }
}

/** Sets a company's part of the sales to come (PAR-016); `not_found` for an unknown company. */
export const setShare = async (tx: Tx, ctx: SignedIn, id: number, share_percent: number | null) => {
  const change = await reading(tx, ctx, async () => {
    const before = await tx
      .selectFrom('partner_companies')
      .select(['share_percent'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return null
    await tx.updateTable('partner_companies').set({ share_percent }).where('id', '=', id).execute()
    return { before, row: await selectShares(tx).where('c.id', '=', id).executeTakeFirstOrThrow() }
  })
  if (!change) throw fail('not_found')
  await logActivity(tx, ctx, {
    action: 'partner.set-share',
    subject_type: 'partner_company',
    subject_id: id,
    changes: { portal_id: change.row.portal_id, from: change.before.share_percent, to: share_percent },
  })
  return present(change.row)
}
