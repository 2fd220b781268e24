import { sql } from 'kysely'
import {
  findByEmail,
  findByExternalIds,
  loadPerson,
  type PortalById,
  pendingEmailOf,
  releaseExternalId,
  requireChangeable,
  saveExternalId,
  updateUser,
} from '#features/accounts/server/api.ts'
import { addWithoutEmail, issueBadge, ownersOf, withdrawBadge } from '#features/badges/server/api.ts'
import { addMember, blockUser } from '#features/users/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { PersonRow } from '../contract.ts'

type PersonInput = z.output<typeof PersonRow>
export type Saved = { result: 'created' | 'updated' | 'unchanged'; user_id: number | null }

const PROFILE = ['first_name', 'middle_name', 'last_name', 'username', 'direct_number'] as const

/** People of the portal, members and former ones, without accounts of the platform that only left their name here. */
const people = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('people')
    .select([
      'id',
      'external_id',
      'email',
      'username',
      'first_name',
      'middle_name',
      'last_name',
      'direct_number',
      'joined_at',
      'left_at',
      sql<string | null>`(select number from badges b
        where b.portal_id = people.portal_id and b.user_id = people.id and b.withdrawn_at is null)`.as('badge_number'),
      sql<boolean>`not is_blocked_here and left_at is null`.as('is_active'),
    ])
    .where('portal_id', '=', portalId)
    .where('platform_role', 'is', null)

/** A person as they are now, or null. */
export const showPerson = async (tx: Tx, portalId: number, id: number) =>
  (await people(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

export const listPeople = (tx: Tx, portalId: number, query: { cursor?: string | undefined; per_page: number }) =>
  keysetPage(people(tx, portalId), { ...query, sort: 'id', keys: [], direction: 'asc' })

/** Holds the external id until the transaction ends, so that two calls about a new person make one. */
const holdExternalId = (tx: Tx, portalId: number, externalId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`external id:${portalId}:${externalId}`}, 0))`.execute(tx)

/** Somebody of the portal whom this row means: by external id, else by an e-mail or a badge that has no external id yet. */
const findMember = async (
  tx: Tx,
  ctx: SignedIn,
  { external_id: externalId, email, badge_number: badge }: PersonInput,
): Promise<number | null> => {
  const portalId = ctx.portal.id
  const known = (await findByExternalIds(tx, portalId, [externalId])).get(externalId)
  if (known && known.left_at === null) return known.user_id
  const account = email === undefined ? undefined : (await findByEmail(tx, email))?.id
  const holder = account === undefined && badge ? (await ownersOf(tx, portalId, [badge])).get(badge) : undefined
  const userId = account ?? holder
  const member = userId === undefined ? null : await loadPerson(tx, portalId, userId)
  if (!member) return null
  await requireChangeable(tx, ctx, member.id)
  const { external_id: other } = await tx
    .selectFrom('portal_users')
    .select('external_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  if (other !== null && other !== externalId)
    throw fail(
      'invalid',
      account === undefined
        ? { fields: { badge_number: ['This badge belongs to a person with another external ID.'] } }
        : { fields: { email: ['This e-mail belongs to a person with another external ID.'] } },
    )
  return member.id
}

type Options = { portalById: PortalById }

/** Writes what differs from the profile; true when anything did. An e-mail that waits for its link is not sent again. */
const changeProfile = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  row: PersonInput,
  { portalById }: Options,
): Promise<boolean> => {
  const person = await showPerson(tx, ctx.portal.id, id)
  if (!person) throw fail('not_found')
  const fields = Object.fromEntries(
    PROFILE.flatMap((name) => (row[name] !== undefined && row[name] !== person[name] ? [[name, row[name]]] : [])),
  )
  const isNewEmail =
    row.email !== undefined && row.email !== person.email && row.email !== (await pendingEmailOf(tx, ctx, id))
  const body = { ...fields, ...(isNewEmail && { email: row.email }) }
  if (Object.keys(body).length === 0) return false
  await updateUser(tx, ctx, { id, portal_id: undefined, portalById }, body)
  return true
}

/** Gives the badge that the row names, or takes the present one away (BDG-039). */
const changeBadge = async (tx: Tx, ctx: SignedIn, id: number, number: string | null | undefined): Promise<boolean> => {
  const person = await showPerson(tx, ctx.portal.id, id)
  if (number === undefined || !person || person.badge_number === number) return false
  await requireChangeable(tx, ctx, id)
  if (number === null) return withdrawBadge(tx, ctx, id)
  await issueBadge(tx, ctx, { user_id: id, number })
  return true
}

const changeActive = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  isActive: boolean | undefined,
  { portalById }: Options,
): Promise<boolean> => {
  const person = await showPerson(tx, ctx.portal.id, id)
  if (isActive === undefined || !person || person.is_active === isActive) return false
  await blockUser(tx, ctx, { id, is_blocked: !isActive }, portalById)
  return true
}

/** What a new person without an e-mail needs: a badge, and a name for the certificate (BDG-001). */
const requireNames = (row: PersonInput): void => {
  const missing = row.badge_number ? (['first_name', 'last_name'] as const).filter((name) => !row[name]) : ['email']
  if (missing.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(missing.map((name) => [name, [errorText('required')]])) })
}

const create = async (tx: Tx, ctx: SignedIn, row: PersonInput, options: Options): Promise<Saved> => {
  const { external_id: externalId, email, first_name = null, middle_name = null, last_name = null } = row
  // A system that sends everyone it ever had makes nobody who is gone already.
  if (row.is_active === false) return { result: 'unchanged', user_id: null }
  const badge = row.badge_number ?? undefined
  if (email === undefined) requireNames(row)
  await releaseExternalId(tx, ctx, externalId)
  const names = { first_name, middle_name, last_name }
  const id =
    email === undefined
      ? await addWithoutEmail(tx, ctx, names, { number: badge })
      : await addMember(tx, ctx, { email, ...names }, { has_password: false })
  await changeBadge(tx, ctx, id, badge)
  await saveExternalId(tx, ctx, id, externalId)
  await changeProfile(tx, ctx, id, { ...row, email: undefined }, options)
  return { result: 'created', user_id: id }
}

/**
 * Creates or changes the person with an external id (INT-031). A member with the same e-mail or badge and no external id gets it, so
 * that a portal with people in it can be connected. Throws before it has written anything the caller keeps.
 */
export const savePerson = async (tx: Tx, caller: SignedIn, row: PersonInput, options: Options): Promise<Saved> => {
  const ctx: SignedIn = { ...caller, scope: 'any' }
  await holdExternalId(tx, ctx.portal.id, row.external_id)
  const id = await findMember(tx, ctx, row)
  if (id === null) return create(tx, ctx, row, options)
  const changes = [
    await saveExternalId(tx, ctx, id, row.external_id),
    await changeProfile(tx, ctx, id, row, options),
    await changeBadge(tx, ctx, id, row.badge_number),
    await changeActive(tx, ctx, id, row.is_active, options),
  ]
  if (!changes.some(Boolean)) return { result: 'unchanged', user_id: id }
  await countChange(tx, ctx, 'user', [id])
  return { result: 'updated', user_id: id }
}
