import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import { showListView, updateListView } from '../contract.ts'

type View = Output<typeof showListView>['data']

const NONE: View = { columns: null, saved: [] }

const loadView = async (tx: Tx, ctx: SignedIn, list: string): Promise<View> => {
  const row = await tx
    .selectFrom('list_views')
    .select(['columns', 'saved'])
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', ctx.viewer.user_id)
    .where('list', '=', list)
    .executeTakeFirst()
  return row ? { columns: row.columns, saved: row.saved as View['saved'] } : NONE
}

const saveView = async (tx: Tx, ctx: SignedIn, list: string, { columns, saved }: View): Promise<void> => {
  const values = { columns, saved: JSON.stringify(saved), updated_at: ctx.now }
  await tx
    .insertInto('list_views')
    .values({ portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, list, ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id', 'list']).doUpdateSet(values))
    .execute()
}

/** The calls of the own columns and saved filters (USR-049). */
export const routes = (): Route[] => [
  route(showListView, async ({ tx, ctx, params }) => ({ data: await loadView(tx, ctx, params.list) })),
  route(updateListView, async ({ tx, ctx, params, body }) => {
    await saveView(tx, ctx, params.list, body)
    return { data: body }
  }),
]
