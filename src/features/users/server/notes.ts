import { displayPerson, requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'

const notesOf = (tx: Tx, portalId: number, userId: number) =>
  tx
    .selectFrom('user_notes as n')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'n.portal_id').onRef('u.id', '=', 'n.author_id'))
    .select(['n.id', 'n.text', 'n.created_at', 'n.updated_at', 'u.id as author_id', 'u.email', 'u.username'])
    .select(['u.first_name', 'u.middle_name', 'u.last_name', 'u.avatar', 'u.avatar_changed_at'])
    .where('n.portal_id', '=', portalId)
    .where('n.user_id', '=', userId)

type Row = Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>

const present = ({ id, text, created_at, updated_at, author_id, ...author }: Row) => ({
  id,
  text,
  created_at,
  updated_at,
  author: displayPerson({ id: author_id, ...author }),
})

/** Somebody about whom the viewer may read and write notes: never oneself, and never as a manager (USR-040, USR-041). */
const requireSubject = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  await requireMember(tx, ctx, id)
  if (ctx.scope !== 'any' || id === ctx.viewer.user_id) throw fail('not_enough_permissions')
}

const load = async (tx: Tx, ctx: SignedIn, userId: number, noteId: number) => {
  const row = await notesOf(tx, ctx.portal.id, userId).where('n.id', '=', noteId).executeTakeFirst()
  if (!row) throw fail('not_found')
  return present(row)
}

const log = (tx: Tx, ctx: SignedIn, verb: string, userId: number) =>
  logActivity(tx, ctx, { action: `user-note.${verb}`, subject_type: 'user', subject_id: userId })

type Order = { cursor?: string | undefined; per_page: number; sort: 'id' | '-id'; search?: string | undefined }

/** A page of the notes about a person, the newest first. */
export const listNotes = async (tx: Tx, ctx: SignedIn, userId: number, { search, ...order }: Order) => {
  await requireSubject(tx, ctx, userId)
  let rows = notesOf(tx, ctx.portal.id, userId)
  if (search) rows = rows.where(textHolds('n.text', search))
  const direction = order.sort === 'id' ? 'asc' : 'desc'
  const { data, meta } = await keysetPage(rows, { ...order, keys: [], direction, id: 'n.id' })
  return { data: data.map(present), meta }
}

export const createNote = async (tx: Tx, ctx: SignedIn, userId: number, text: string) => {
  await requireSubject(tx, ctx, userId)
  const { id } = await tx
    .insertInto('user_notes')
    .values({
      portal_id: ctx.portal.id,
      user_id: userId,
      author_id: ctx.viewer.user_id,
      text,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await log(tx, ctx, 'create', userId)
  return load(tx, ctx, userId, id)
}

export const updateNote = async (tx: Tx, ctx: SignedIn, at: { id: number; noteId: number }, text: string) => {
  await requireSubject(tx, ctx, at.id)
  await tx
    .updateTable('user_notes')
    .set({ text, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', at.id)
    .where('id', '=', at.noteId)
    .execute()
  const note = await load(tx, ctx, at.id, at.noteId)
  await log(tx, ctx, 'update', at.id)
  return note
}

export const deleteNote = async (tx: Tx, ctx: SignedIn, at: { id: number; noteId: number }): Promise<void> => {
  await requireSubject(tx, ctx, at.id)
  const { numDeletedRows } = await tx
    .deleteFrom('user_notes')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', at.id)
    .where('id', '=', at.noteId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw fail('not_found')
  await log(tx, ctx, 'delete', at.id)
}
