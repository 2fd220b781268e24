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
import { addMember, blockUser, deleteUser, type Returned, returnedWords } from '#features/users/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { fail } from '#kernel/errors.ts'
import { rule, z } from '#kernel/schema.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import {
  emailOf,
  equalText,
  invalidValue,
  keptAttributes,
  managerRefOf,
  type ScimUser,
  same,
  withoutRepeated,
} from '../rules/resources.ts'
import { followGroups, followManager, followNamed, isLastAdmin, rolesByGroups } from './standing.ts'
import { findByUserName, loadPersonRow, type PersonRow, saveProvisioned, tellEvent } from './store.ts'

type Options = { portalById: PortalById }

const Name = z.optional(rule.plainText(100))
const Profile = z.object({ first_name: Name, middle_name: Name, last_name: Name })

/** The names of the profile, as its rules allow them. */
const namesOf = (user: ScimUser) => {
  const { givenName, middleName, familyName } = user.name ?? {}
  const read = z.safeParse(Profile, { first_name: givenName, middle_name: middleName, last_name: familyName })
  if (!read.success) throw invalidValue(`A name cannot be stored: ${read.error.issues[0]?.message ?? ''}`)
  const { first_name = null, middle_name = null, last_name = null } = read.data
  return { first_name, middle_name, last_name }
}

const MOST_EXTERNAL = /^[!-~]{1,128}$/

/** What a resource has to have, checked before anything is written; somebody who is here without an e-mail needs none (BDG-026). */
const wantedOf = (user: ScimUser, { needs_email: needsEmail = true } = {}) => {
  const { userName, externalId } = user
  if (!userName) throw invalidValue('A user needs a userName.')
  if (userName.length > 254) throw invalidValue('The userName is longer than 254 characters.')
  if (externalId !== undefined && !MOST_EXTERNAL.test(externalId))
    throw invalidValue('The externalId has to be 1 to 128 visible ASCII characters without spaces.')
  const sent = emailOf(user)
  const email = sent === null ? null : canonicalEmail(sent)
  if (email === null && needsEmail)
    throw invalidValue('A user needs an e-mail: a primary one in emails, or a userName that is one.')
  return { user_name: userName, external_id: externalId ?? null, email, names: namesOf(user) }
}

const nameOf = (row: Pick<PersonRow, 'first_name' | 'middle_name' | 'last_name' | 'email'>): string =>
  displayName({ ...row, username: null })

/** Nobody else here has this user name; the id keeps a person from being in the own way. */
const requireFreeName = async (tx: Tx, ctx: SignedIn, userName: string, id: number | null): Promise<void> => {
  const other = await findByUserName(tx, ctx.portal.id, userName)
  if (other && other.id !== id) throw fail('person_is_here', { params: { person: userName } })
}

/** Refuses an id that a member has; somebody who left gives it up. */
const freeExternalId = async (tx: Tx, ctx: SignedIn, externalId: string): Promise<void> => {
  const known = (await findByExternalIds(tx, ctx.portal.id, [externalId])).get(externalId)
  if (known && known.left_at === null) throw fail('person_is_here', { params: { person: externalId } })
  await releaseExternalId(tx, ctx, externalId)
}

const requireRow = async (tx: Tx, ctx: SignedIn, id: number): Promise<PersonRow> => {
  const row = await loadPersonRow(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

/**
 * Creates a person for a provider (PRV-004). Somebody who is a member already is `person_is_here`, deactivated or not: the
 * provider finds and changes them. Somebody known elsewhere joins as if an admin had added them, with the same mail.
 */
export const createPerson = async (tx: Tx, ctx: SignedIn, user: ScimUser, options: Options): Promise<PersonRow> => {
  const { user_name, external_id, email, names } = wantedOf(user)
  if (email === null) throw new TypeError('A new person has an e-mail')
  await requireFreeName(tx, ctx, user_name, null)
  const known = await findByEmail(tx, email)
  if (known?.platform_role) throw fail('not_enough_permissions')
  if (known && (await loadPerson(tx, ctx.portal.id, known.id)))
    throw fail('person_is_here', { params: { person: email } })
  if (external_id !== null) await freeExternalId(tx, ctx, external_id)
  const isInactive = user.active === false
  const id = await addMember(tx, ctx, { email, ...names }, { has_password: false, is_inactive: isInactive })
  if (external_id !== null) await saveExternalId(tx, ctx, id, external_id)
  await saveProvisioned(
    tx,
    { portal_id: ctx.portal.id, user_id: id, now: ctx.now },
    { user_name, attributes: keptAttributes(user), manager_ref: managerRefOf(user) },
  )
  if (isInactive) await blockUser(tx, ctx, { id, is_blocked: true }, options.portalById)
  await followManager(tx, ctx, id)
  await followNamed(tx, ctx, [String(id), user_name, email, external_id])
  await countChange(tx, ctx, 'user', [id])
  const row = await requireRow(tx, ctx, id)
  await tellEvent(tx, ctx, { kind: 'person_created', user_id: id, subject: `${nameOf(row)} (${user_name})` })
  return row
}

/** The sentence about what went back, for the screen. */
const sentenceOf = (returned: Returned): string | null => {
  const words = returnedWords(returned)
  return words === '' ? null : `Went back: ${words}.`
}

const requireNotLast = async (tx: Tx, ctx: SignedIn, row: PersonRow): Promise<void> => {
  if (await isLastAdmin(tx, ctx.portal.id, row.id)) throw fail('last_admin_stays', { params: { name: nameOf(row) } })
}

/** Switches the right to sign in, as an admin's block does. Twice the same does nothing more. */
const changeActive = async (
  tx: Tx,
  ctx: SignedIn,
  row: PersonRow,
  isActive: boolean | undefined,
  { portalById }: Options,
): Promise<boolean> => {
  if (isActive === undefined || isActive === row.is_active) return false
  const subject = `${nameOf(row)} (${row.user_name})`
  if (isActive) {
    await blockUser(tx, ctx, { id: row.id, is_blocked: false }, portalById)
    await tellEvent(tx, ctx, { kind: 'person_reactivated', user_id: row.id, subject })
    return true
  }
  await requireNotLast(tx, ctx, row)
  const { returned } = await blockUser(tx, ctx, { id: row.id, is_blocked: true }, portalById)
  const detail = sentenceOf(returned)
  await tellEvent(tx, ctx, { kind: 'person_deactivated', user_id: row.id, subject, detail })
  return true
}

type Note = { is_changed: boolean; note: string | null }

/**
 * A new e-mail takes effect when its owner opens the link that is mailed (AUT-051). The account of somebody who belongs to
 * another portal as well is not this provider's to change: the e-mail that it sends is kept beside it (decision 043).
 */
const changeEmail = async (tx: Tx, ctx: SignedIn, row: PersonRow, email: string, options: Options): Promise<Note> => {
  const sentBefore = emailOf({ ...row.attributes, userName: row.user_name } as ScimUser)
  const isAsBefore = sentBefore !== null && canonicalEmail(sentBefore) === email
  if (email === row.email || isAsBefore || email === (await pendingEmailOf(tx, ctx, row.id)))
    return { is_changed: false, note: null }
  const { lives_elsewhere: livesElsewhere } = await requireChangeable(tx, ctx, row.id)
  if (livesElsewhere)
    return { is_changed: true, note: 'The sign-in e-mail stays, because the person belongs to another portal as well.' }
  if (await findByEmail(tx, email)) throw fail('person_is_here', { params: { person: email } })
  await updateUser(tx, ctx, { id: row.id, portal_id: undefined, ...options }, { email })
  return {
    is_changed: true,
    note: 'The sign-in e-mail changes when the person opens the link sent to the new address.',
  }
}

/** Makes a person what the provider says (PRV-005): a PUT, or what a PATCH comes to. `shown` is the person as answered before. */
export const changePerson = async (
  tx: Tx,
  ctx: SignedIn,
  row: PersonRow,
  { user, shown }: { user: ScimUser; shown: ScimUser },
  options: Options,
): Promise<PersonRow> => {
  await requireChangeable(tx, ctx, row.id)
  const { user_name, external_id, email, names } = wantedOf(user, { needs_email: row.email !== null })
  if (!equalText(user_name, row.user_name)) await requireFreeName(tx, ctx, user_name, row.id)
  let isChanged = false
  if (external_id !== null && external_id !== row.external_id) {
    await freeExternalId(tx, ctx, external_id)
    isChanged = await saveExternalId(tx, ctx, row.id, external_id)
  }
  const changed = Object.fromEntries(
    (['first_name', 'middle_name', 'last_name'] as const).flatMap((name) =>
      names[name] === row[name] ? [] : [[name, names[name]]],
    ),
  )
  if (Object.keys(changed).length > 0) {
    await updateUser(tx, ctx, { id: row.id, portal_id: undefined, ...options }, changed)
    isChanged = true
  }
  const { is_changed: isNewEmail, note } =
    email === null ? { is_changed: false, note: null } : await changeEmail(tx, ctx, row, email, options)
  const attributes = withoutRepeated(keptAttributes(user), row.attributes, shown)
  const kept = { user_name, attributes, manager_ref: managerRefOf(user) }
  const before = { user_name: row.user_name, attributes: row.attributes, manager_ref: row.manager_ref }
  const mustSave = !row.is_provisioned || !same(kept, before)
  if (mustSave) {
    await saveProvisioned(tx, { portal_id: ctx.portal.id, user_id: row.id, now: ctx.now }, kept)
    if (kept.manager_ref !== row.manager_ref) await followManager(tx, ctx, row.id)
    if (user_name !== row.user_name) await followNamed(tx, ctx, [user_name])
  }
  isChanged ||= isNewEmail || (mustSave && !same(kept, before))
  if (isChanged) {
    const after = await requireRow(tx, ctx, row.id)
    const subject = `${nameOf(after)} (${user_name})`
    await tellEvent(tx, ctx, { kind: 'person_changed', user_id: row.id, subject, detail: note })
  }
  const isSwitched = await changeActive(tx, ctx, row, user.active, options)
  if (!isChanged && !isSwitched) return requireRow(tx, ctx, row.id)
  await countChange(tx, ctx, 'user', [row.id])
  return requireRow(tx, ctx, row.id)
}

/** Takes a person out of the portal, as an admin's removal does (USR-039). Records stay. */
export const removePerson = async (tx: Tx, ctx: SignedIn, row: PersonRow): Promise<void> => {
  await requireChangeable(tx, ctx, row.id)
  await requireNotLast(tx, ctx, row)
  const before = await rolesByGroups(tx, ctx.portal.id, [row.id])
  await tx
    .deleteFrom('provisioned_group_members')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', row.id)
    .execute()
  await followGroups(tx, ctx, before)
  const detail = sentenceOf(await deleteUser(tx, ctx, row.id))
  const subject = `${nameOf(row)} (${row.user_name})`
  await tellEvent(tx, ctx, { kind: 'person_removed', user_id: row.id, subject, detail })
}
