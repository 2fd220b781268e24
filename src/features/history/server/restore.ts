import { type PortalById, saveExternalId, updateUser } from '#features/accounts/server/api.ts'
import type { CoursePorts } from '#features/courses/server/api.ts'
import { switchPermission } from '#features/permissions/server/api.ts'
import { changeCompany, saveSettings, saveTerms } from '#features/portals/server/api.ts'
import { blockUser, updateRoles, updateTags } from '#features/users/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { actingIn } from '#platform/db/transactions/acting.ts'
import { FIELDS, type Kind, type Way } from '../rules/fields.ts'
import type { Line } from '../rules/plan.ts'
import { type Switch, switchOf } from '../rules/roles.ts'
import { COURSE_WAYS, slugOf } from './course-ways.ts'
import { companyField } from './facts.ts'
import { planOf, type RestoreTarget } from './preview.ts'
import { lockRecord, type RecordKey } from './store.ts'

type Restoring = { tx: Tx; ctx: SignedIn; key: RecordKey; portalById: PortalById; ports: CoursePorts }
type Body = Record<string, unknown>

/** Puts the fields of one way back, by the action of their screen (HIS-015). */
const WAYS: Record<Way, (at: Restoring, body: Body) => Promise<unknown>> = {
  profile: ({ tx, ctx, key, portalById }, body) =>
    updateUser(tx, ctx, { id: key.record_id, portal_id: undefined, portalById }, body as never),
  external_id: ({ tx, ctx, key }, { external_id: externalId }) =>
    saveExternalId(tx, ctx, key.record_id, externalId as string | null),
  block: ({ tx, ctx, key, portalById }, { is_blocked: isBlocked }) =>
    blockUser(tx, ctx, { id: key.record_id, is_blocked: isBlocked === true }, portalById),
  roles: async ({ tx, ctx, key, portalById }, { roles }) => {
    const platformRoles = await platformRolesOf(tx, key.record_id)
    const body = { id: key.record_id, portal_id: key.portal_id, role_ids: [...(roles as string[]), ...platformRoles] }
    await updateRoles(tx, ctx, body as never, portalById)
  },
  tags: ({ tx, ctx, key }, { tags }) => updateTags(tx, ctx, key.record_id, tags as number[]),
  settings: ({ tx, ctx }, body) => saveSettings(tx, ctx, body as never),
  company: async ({ tx, ctx, key }, body) => {
    const own = Object.fromEntries(Object.entries(body).map(([field, value]) => [companyField(field), value]))
    await changeCompany(tx, ctx, key.portal_id, own as never)
  },
  permissions: async ({ tx, ctx }, body) => {
    for (const [field, isAllowed] of Object.entries(body)) {
      const { role, permission } = switchOf(field) as Switch
      await switchPermission(tx, ctx, { role, permission, is_allowed: isAllowed === true })
    }
  },
  ...COURSE_WAYS,
  terms: ({ tx, ctx }, { terms }) => saveTerms(tx, ctx, { terms: terms as string | null }),
}

/** The order in which the ways of a record are taken. A block comes last, because it ends what the others may send. */
const ORDER: readonly Way[] = [
  'settings',
  'company',
  'terms',
  'permissions',
  'prices',
  'due_dates',
  'course',
  'profile',
  'external_id',
  'roles',
  'tags',
  'block',
]

/** A role on the platform, which no history has, stays with the others. */
const platformRolesOf = async (tx: Tx, userId: number): Promise<string[]> => {
  const row = await tx.selectFrom('users').select('platform_role').where('id', '=', userId).executeTakeFirst()
  return row?.platform_role ? [row.platform_role] : []
}

const byWay = (key: RecordKey, lines: readonly Line[]): Map<Way, Body> => {
  const bodies = new Map<Way, Body>()
  for (const { field, to, reason } of lines) {
    const way = key.kind === 'roles' ? 'permissions' : FIELDS[key.kind].get(field)?.way
    if (way && reason === null) bodies.set(way, { ...bodies.get(way), [field]: to })
  }
  return bodies
}

/** The forms that edit parts of a record. */
const EDITED_AS: Record<Kind, readonly string[]> = {
  settings: ['portal-settings', 'portal-terms'],
  person: ['user', 'user-tags'],
  roles: [],
  course: ['course', 'course-prices', 'course-due-dates'],
}

/**
 * Keeps others from changing the record until the transaction ends. Forms come in the same order: they count their save, and
 * then lock. A form that was opened before is refused afterwards, so it takes nothing back unseen.
 */
const lock = async ({ tx, ctx, key }: Restoring): Promise<void> => {
  const named = key.kind === 'course' ? await slugOf(tx, ctx, key) : key.kind === 'person' ? key.record_id : ''
  for (const kind of EDITED_AS[key.kind]) await countChange(tx, ctx, kind, [named])
  await lockRecord(tx, key)
}

const LOGGED_AS: Record<Kind, string> = {
  settings: 'portal.restore-settings',
  person: 'user.restore',
  roles: 'portal.restore-permissions',
  course: 'course.restore',
}

const SUBJECTS: Record<Kind, string> = { settings: 'portal', person: 'user', roles: 'portal', course: 'course' }

type Seen = RestoreTarget & { seen_id: number; fields: readonly string[] }

/**
 * Puts back what its preview showed, or nothing (HIS-014). The record is locked before it is looked at, so that whatever came
 * in between is seen.
 */
export const restore = async (
  at: Restoring,
  { seen_id: seenId, fields: shown, ...target }: Seen,
): Promise<string[]> => {
  const { tx, ctx, key } = at
  await lock(at)
  const { seen_id: newest, fields, lines } = await planOf(tx, ctx, key, target)
  const isAsShown = fields.length === new Set(shown).size && fields.every((field) => shown.includes(field))
  if (newest !== seenId || !isAsShown) throw fail('history_moved_on')
  if (fields.length === 0) throw fail('nothing_to_restore')
  await actingIn(
    tx,
    ctx,
    'restore',
    target.on === undefined ? { restores_id: target.change_id ?? 0 } : { restores_day: target.on },
  )
  const bodies = byWay(key, lines)
  for (const way of ORDER) {
    const body = bodies.get(way)
    if (body) await WAYS[way](at, body)
  }
  await logActivity(tx, ctx, {
    action: LOGGED_AS[key.kind],
    subject_type: SUBJECTS[key.kind],
    subject_id: key.record_id,
    changes: { fields },
  })
  return fields
}
