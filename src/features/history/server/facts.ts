import { changeableAmong, findByExternalIds, loadShownPeople, reachFor } from '#features/accounts/server/api.ts'
import { closingLoss } from '#features/portals/server/api.ts'
import { tagsOfPortal } from '#features/users/server/api.ts'
import { selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { isTimeZone } from '#kernel/format/day.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { takenByScreens } from '../contract.ts'
import { FIELDS, type Kind } from '../rules/fields.ts'
import type { Facts } from '../rules/plan.ts'
import { isSameValue, type Past, type Values } from '../rules/state.ts'
import { factsOfCourse } from './course-facts.ts'
import type { RecordKey } from './store.ts'

const NOT_VALID = 'The value of then is not allowed anymore.'

/** A company's fields without what stands before their names in the history. */
export const companyField = (field: string): string => field.replace(/^company_/, '')

/** Former values that today's screens would refuse. */
const refusedValues = (kind: Kind, now: Values, { values }: Past): Record<string, string> => {
  const shapes = takenByScreens()
  const isTaken = (field: string, value: unknown): boolean => {
    const way = FIELDS[kind].get(field)?.way
    if (way !== 'profile' && way !== 'settings' && way !== 'company' && way !== 'terms') return true
    if (field === 'time_zone' && !isTimeZone(String(value))) return false
    const schema = shapes[way][way === 'company' ? companyField(field) : field]
    return schema !== undefined && z.safeParse(schema, value ?? null).success
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([field, value]) => !isSameValue(field, value, now[field]) && !isTaken(field, value))
      .map(([field]) => [field, NOT_VALID]),
  )
}

const nameOf = async (tx: Tx, portalId: number, id: number): Promise<string> =>
  (await loadShownPeople(tx, portalId, [id])).get(id)?.display_name ?? 'Somebody else'

/** Who has the username or the external ID of then by now. */
const takenValues = async (tx: Tx, key: RecordKey, now: Values, { values }: Past): Promise<Record<string, string>> => {
  const taken: Record<string, string> = {}
  const { username, external_id: externalId } = values
  if (typeof username === 'string' && username !== now['username']) {
    const other = await tx
      .selectFrom('portal_users')
      .select('user_id')
      .where('portal_id', '=', key.portal_id)
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .where('user_id', '<>', key.record_id)
      .executeTakeFirst()
    if (other) taken['username'] = `${await nameOf(tx, key.portal_id, other.user_id)} has this username now.`
  }
  if (typeof externalId === 'string' && externalId !== now['external_id']) {
    const other = (await findByExternalIds(tx, key.portal_id, [externalId])).get(externalId)
    if (other) taken['external_id'] = `${await nameOf(tx, key.portal_id, other.user_id)} has this external ID now.`
  }
  return taken
}

const MAY_NOT = 'You cannot change this person.'

const factsOfPerson = async (tx: Tx, ctx: SignedIn, key: RecordKey, now: Values, past: Past): Promise<Facts> => {
  const { viewer, portal } = ctx
  const mayChange = reachFor(ctx, 'users.update') === 'any'
  const isBelow = (await changeableAmong(tx, ctx, [key.record_id])).has(key.record_id)
  const isGone = now['is_member'] !== true
  const refused = mayChange ? {} : { profile: MAY_NOT, external_id: MAY_NOT, block: MAY_NOT, tags: MAY_NOT }
  return {
    closed: isGone ? 'This person left the portal.' : isBelow ? null : MAY_NOT,
    refused: {
      ...refused,
      ...(key.record_id === viewer.user_id && { block: 'You cannot block or unblock yourself.' }),
    },
    // Empty for those who give no roles (ROL-076).
    selectable: selectableRoles(viewer.current_role, portal.flags, viewer.toggles),
    tags: new Set((await tagsOfPortal(tx, key.portal_id)).map(({ id }) => id)),
    impossible: { ...refusedValues('person', now, past), ...(await takenValues(tx, key, now, past)) },
  }
}

const NOT_YOURS = 'You cannot change the settings of this portal.'
const NAME_STAYS = 'An open portal keeps the name of its company.'

const factsOfSettings = (ctx: SignedIn, now: Values, past: Past): Facts => {
  const present = { logo: now['logo'] as string | null, company_name: now['company_name'] as string | null }
  const named = { ...present, company_name: (past.values['company_name'] ?? null) as string | null }
  return {
    closed: reachFor(ctx, 'portal-settings.update') === 'any' ? null : NOT_YOURS,
    refused: {},
    selectable: [],
    tags: new Set(),
    impossible: {
      ...refusedValues('settings', now, past),
      ...(closingLoss(ctx.portal.status, present, named) !== null && { company_name: NAME_STAYS }),
    },
  }
}

const LOADERS = {
  person: factsOfPerson,
  course: factsOfCourse,
  settings: (_tx: Tx, ctx: SignedIn, _key: RecordKey, now: Values, past: Past) => factsOfSettings(ctx, now, past),
}

/** What the viewer may do with a record, and what the portal has by now, as far as a restore of it asks (HIS-012, HIS-013). */
export const loadFacts = (tx: Tx, ctx: SignedIn, key: RecordKey, now: Values, past: Past): Promise<Facts> | Facts =>
  LOADERS[key.kind === 'person' || key.kind === 'course' ? key.kind : 'settings'](tx, ctx, key, now, past)
