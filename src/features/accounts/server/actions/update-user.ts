import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { updateUser as endpoint } from '../../contract.ts'
import { sendEmailChange } from '../mails.ts'
import { countMailOnRequest } from '../mails-on-request.ts'
import { inNamedPortal, type PortalById, reachFor, requireChangeable, requireOwnAlone } from '../reach.ts'
import { findByEmail, findById, presentUser } from '../store.ts'

type Body = Input<typeof endpoint>['body']

const PLACES = ['', 'billing_', 'shipping_'] as const
const HOME = 'US'
const SHIPPING = [
  'shipping_address',
  'shipping_address_2',
  'shipping_city',
  'shipping_state',
  'shipping_zip_code',
] as const

/** The countries for changed addresses: the USA if there is any address, else none (SHP-016). */
const countriesOf = (
  changed: Record<string, unknown>,
  person: Record<string, unknown>,
): Record<string, string | null> => {
  const after = { ...person, ...changed }
  const countries = PLACES.map((place) => {
    const parts = ['address', 'address_2', 'city', 'state', 'zip_code'].map((part) => after[`${place}${part}`])
    return [`${place}country`, parts.some(Boolean) ? HOME : null] as const
  })
  return Object.fromEntries(countries.filter(([name, country]) => person[name] !== country))
}

type Target = { id: number; portal_id: number | undefined; portalById: PortalById }

/**
 * Changes the profile of this portal at once (USR-045), and the e-mail when the link sent to the new address is opened (AUT-051): one's own,
 * or those of somebody whom one may change (USR-038, USR-039).
 */
export const updateUser = (tx: Tx, ctx: SignedIn, { id, ...named }: Target, body: Body) => {
  if (id === ctx.viewer.user_id) return change(tx, ctx, id, body)
  const reach = reachFor(ctx, 'users.update')
  if (reach === 'none') throw fail('not_found')
  return inNamedPortal(tx, { ...ctx, scope: reach }, named, async (there) => {
    const { member, lives_elsewhere } = await requireChangeable(tx, there, id)
    const isNewEmail = body.email !== undefined && member.email !== body.email
    if (isNewEmail) requireOwnAlone(there, lives_elsewhere)
    return change(tx, there, id, body)
  })
}

/** Changes of e-mail an hour that somebody can ask for; each mails an address that may be a stranger's (AUT-053). */
const CHANGES_AN_HOUR = 3
const HOUR_MS = 3_600_000
const TOO_MANY_CHANGES =
  'Too many links were sent in the last hour. Your email was not changed. Please try again in an hour.'

const requireFewChanges = async (tx: Tx, ctx: SignedIn, userId: number, newEmail: string) => {
  // The person's row orders requests that come at the same moment.
  await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom('link_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('type', '=', 'change-email')
    .where('created_at', '>', new Date(ctx.now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  if (count >= CHANGES_AN_HOUR || !(await countMailOnRequest(tx, newEmail, ctx.now)))
    throw fail('too_many_requests', { message: TOO_MANY_CHANGES })
}

/** Somebody without an e-mail is known by their name alone (BDG-029). */
const requireNames = (person: { first_name: string | null; last_name: string | null }): void => {
  const missing = (['first_name', 'last_name'] as const).filter((field) => !person[field]?.trim())
  if (missing.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(missing.map((field) => [field, [errorText('required')]])) })
}

const change = async (tx: Tx, ctx: SignedIn, id: number, body: Body) => {
  const person = await findById(tx, ctx.portal.id, id)
  if (!person) throw fail('not_found')
  const { email, ...changes } = body
  const isMoved = SHIPPING.some((part) => part in changes && changes[part] !== person[part])
  const names = { ...changes, ...countriesOf(changes, person), ...(isMoved && { shipping_confirmed_at: null }) }
  const newEmail = email && email !== person.email ? email : null
  if (person.email === null) requireNames({ ...person, ...changes })
  if (newEmail) {
    // A badge opens one portal; the e-mail may open others (BDG-021).
    if (ctx.viewer.is_by_badge && person.email !== null) throw fail('badge_session')
    if (await findByEmail(tx, newEmail)) throw fail('invalid', { fields: { email: ['This email is already in use.'] } })
    await requireFewChanges(tx, ctx, id, newEmail)
    await sendEmailChange(tx, ctx, { user_id: id, email: person.email, first_name: person.first_name }, newEmail)
  }
  if (Object.keys(names).length > 0) {
    await tx
      .updateTable('portal_users')
      .set({ ...names, updated_at: ctx.now })
      .where('portal_id', '=', ctx.portal.id)
      .where('user_id', '=', id)
      .execute()
    await forgetViewer(tx, id)
    await dropPages(tx, `person:${id}`)
  }
  await logActivity(tx, ctx, {
    action: 'user.update',
    subject_type: 'user',
    subject_id: id,
    changes: { ...changedFields(person, names), ...(newEmail && { email: { from: person.email, to: newEmail } }) },
  })
  return { ...presentUser({ ...person, ...names }, id === ctx.viewer.user_id), pending_email: newEmail }
}

/** Saves the names that a signed-in person has entered in their profile of this portal. */
export const saveOwnNames = async (
  tx: Tx,
  ctx: SignedIn,
  names: { first_name: string | null | undefined; last_name: string | null | undefined },
): Promise<void> => {
  await change(tx, ctx, ctx.viewer.user_id, {
    first_name: names.first_name ?? null,
    last_name: names.last_name ?? null,
  })
}
