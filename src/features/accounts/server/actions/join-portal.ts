import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { sendJoined, sendNewAccount } from '../mails.ts'
import { findById, type Person } from '../store.ts'

export type Names = { first_name?: string | null; middle_name?: string | null; last_name?: string | null }
type JoinContext = Pick<Context, 'portal' | 'now'>

/**
 * Makes the person a member of the portal with these names; a member stays unchanged. A removed person who comes back
 * joins like anyone else, with the earlier names if none are given. Returns whether the person joined.
 */
export const saveMember = async (tx: Tx, ctx: JoinContext, userId: number, names: Names): Promise<boolean> => {
  const { first_name = null, middle_name = null, last_name = null } = names
  const hasName = Boolean(first_name || last_name)
  const saved = await tx
    .insertInto('portal_users')
    .values({ portal_id: ctx.portal.id, user_id: userId, joined_at: ctx.now, first_name, middle_name, last_name })
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'user_id'])
        .doUpdateSet({
          ...(hasName && { first_name, middle_name, last_name }),
          left_at: null,
          former_email: null,
          is_blocked: false,
          is_welcome_waiting: false,
          joined_at: ctx.now,
          updated_at: ctx.now,
        })
        .where('portal_users.left_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Closes every way into an account that the portals of its person so far may know: links of a change of e-mail, and a
 * password that somebody else has set, whose place a mailed link takes (USR-046). Answers whether that mail went.
 */
export const closeSharedWays = async (
  tx: Tx,
  ctx: JoinContext,
  person: Pick<Person, 'id' | 'email' | 'first_name'>,
): Promise<boolean> => {
  const isPasswordGone = await overAllPortals(tx, async () => {
    await tx
      .updateTable('link_tokens')
      .set({ used_at: ctx.now })
      .where('user_id', '=', person.id)
      .where('type', '=', 'change-email')
      .where('used_at', 'is', null)
      .execute()
    // A provider of an earlier portal may have begun a session that is not the person's own.
    await tx
      .updateTable('sessions')
      .set({ ended_at: ctx.now, end_reason: 'joined another portal' })
      .where('user_id', '=', person.id)
      .where('ended_at', 'is', null)
      .where('id', 'in', tx.selectFrom('sign_on_sessions').select('session_id'))
      .execute()
    await forgetViewer(tx, person.id)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash: null, is_password_shared: false, updated_at: ctx.now })
      .where('id', '=', person.id)
      .where('is_password_shared', '=', true)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await tx
      .updateTable('sessions')
      .set({ ended_at: ctx.now, end_reason: 'password replaced' })
      .where('user_id', '=', person.id)
      .where('ended_at', 'is', null)
      .where('impersonator_id', 'is', null)
      .execute()
    await forgetViewer(tx, person.id)
    return true
  })
  if (isPasswordGone) await sendNewAccount(tx, ctx, { ...person, user_id: person.id })
  return isPasswordGone
}

/**
 * Lets somebody with an account join the portal of the call. The portal learns only what is entered here, nothing that
 * other portals know (USR-045). The person gets a mail about it, with a link to set a password if they have never
 * opened one. A member stays unchanged.
 */
export const joinPortal = async (
  tx: Tx,
  ctx: JoinContext,
  userId: number,
  names: Names = {},
  isInactive = false,
): Promise<void> => {
  if (!(await saveMember(tx, ctx, userId, names))) return
  const person = await findById(tx, ctx.portal.id, userId)
  if (!person) throw new Error(`The account ${userId} is not there`)
  const isMailed = await closeSharedWays(tx, ctx, person)
  if (isInactive) await keepWelcome(tx, ctx, userId)
  else if (!isMailed) await welcome(tx, ctx, person)
}

const welcome = (tx: Tx, ctx: JoinContext, { id, email, first_name, email_verified_at: verifiedAt }: Person) => {
  const to = { user_id: id, email, first_name }
  return verifiedAt ? sendJoined(tx, ctx, to) : sendNewAccount(tx, ctx, to)
}

/** Somebody who may not sign in yet gets the mail about it when they may (PRV-020). */
export const keepWelcome = async (tx: Tx, ctx: JoinContext, userId: number): Promise<void> => {
  await tx
    .updateTable('portal_users')
    .set({ is_welcome_waiting: true })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .execute()
}

/** Sends the mail that `keepWelcome` has kept, once. */
export const sendKeptWelcome = async (tx: Tx, ctx: JoinContext, userId: number): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('portal_users')
    .set({ is_welcome_waiting: false })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('is_welcome_waiting', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const person = await findById(tx, ctx.portal.id, userId)
  if (person) await welcome(tx, ctx, person)
}

/**
 * Keeps the name of somebody of the platform who acts in a portal without belonging to it, so that what they write there
 * bears it: the name of the portal they joined first.
 */
export const keepStaffName = (tx: Tx, ctx: Pick<Context, 'host_portal' | 'now'>, userId: number): Promise<void> =>
  overAllPortals(tx, async () => {
    await sql`
      insert into portal_users (portal_id, user_id, joined_at, left_at, first_name, middle_name, last_name)
      select ${ctx.host_portal.id}, ${userId}, ${ctx.now}, ${ctx.now}, own.first_name, own.middle_name, own.last_name
      from (select 1) one left join lateral (
        select first_name, middle_name, last_name from portal_users
        where user_id = ${userId} order by left_at is not null, joined_at limit 1
      ) own on true
      on conflict do nothing`.execute(tx)
  })
