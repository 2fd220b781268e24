import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { type Audience, audiencesOf } from '../rules/shown.ts'

const COLUMNS = ['id', 'audience', 'title', 'text', 'starts_at', 'ends_at', 'is_active'] as const
/** More than these at once nobody reads. */
const MOST_SHOWN = 5

const all = (tx: Tx, portalId: number) =>
  tx.selectFrom('announcements').select(COLUMNS).$narrowType<{ audience: Audience }>().where('portal_id', '=', portalId)

const requireOne = async (tx: Tx, portalId: number, id: number) => {
  const row = await all(tx, portalId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw fail('not_found')
  return row
}

type Term = { starts_at?: Date | null | undefined; ends_at?: Date | null | undefined }
const requireTerm = ({ starts_at: from, ends_at: until }: Term): void => {
  if (from && until && until <= from)
    throw fail('invalid', { fields: { ends_at: ['Please choose a time after the start.'] } })
}

const log = (tx: Tx, ctx: SignedIn, verb: string, id: number, changes?: Record<string, unknown>) =>
  logActivity(tx, ctx, {
    action: `announcement.${verb}`,
    subject_type: 'announcement',
    subject_id: id,
    ...(changes && { changes }),
  })

/** The calls of announcements (PRT-067), and the announcements that everyone sees (PRT-075). */
export const routes = (): Route[] => [
  route(contract.listAnnouncements, ({ tx, ctx, query }) => {
    let rows = all(tx, ctx.portal.id)
    if (query.audience) rows = rows.where('audience', '=', query.audience)
    if (query.is_active !== undefined) rows = rows.where('is_active', '=', query.is_active)
    if (query.search) rows = rows.where(textHolds('title', query.search))
    return keysetPage(rows, { ...query, keys: [], direction: query.sort === 'id' ? 'asc' : 'desc' })
  }),
  route(contract.createAnnouncement, async ({ tx, ctx, body }) => {
    requireTerm(body)
    const row = await tx
      .insertInto('announcements')
      .values({ ...body, portal_id: ctx.portal.id, created_at: ctx.now, updated_at: ctx.now })
      .returning(COLUMNS)
      .$narrowType<{ audience: Audience }>()
      .executeTakeFirstOrThrow()
    await log(tx, ctx, 'create', row.id, { title: row.title, audience: row.audience })
    return { data: row }
  }),
  route(contract.updateAnnouncement, async ({ tx, ctx, params, body }) => {
    const before = await requireOne(tx, ctx.portal.id, params.id)
    requireTerm({ ...before, ...body })
    await tx
      .updateTable('announcements')
      .set({ ...body, updated_at: ctx.now })
      .where('portal_id', '=', ctx.portal.id)
      .where('id', '=', params.id)
      .execute()
    await log(tx, ctx, 'update', params.id, body)
    return { data: await requireOne(tx, ctx.portal.id, params.id) }
  }),
  route(contract.deleteAnnouncement, async ({ tx, ctx, params }) => {
    const { title } = await requireOne(tx, ctx.portal.id, params.id)
    await tx.deleteFrom('announcements').where('portal_id', '=', ctx.portal.id).where('id', '=', params.id).execute()
    await log(tx, ctx, 'delete', params.id, { title })
    return undefined
  }),
  route(contract.listShownAnnouncements, async ({ tx, ctx }) => ({
    data: await all(tx, ctx.portal.id)
      .where('is_active', '=', true)
      .where('audience', 'in', audiencesOf(ctx.viewer?.current_role ?? null))
      .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', ctx.now)]))
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', ctx.now)]))
      .orderBy('id', 'desc')
      .limit(MOST_SHOWN)
      .execute(),
  })),
]
