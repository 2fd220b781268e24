import { effectiveToggles, type PortalKind, portalKind, type Role, type Toggles } from '#kernel/access/permissions.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

/** The switches of one role at each level: for all portals, for a kind of them, for one portal (ROL-075). */
export type Levels = { general: Toggles; kind: Toggles; portal: Toggles }

const asToggles = (rows: { permission: string; is_allowed: boolean }[]): Toggles =>
  Object.fromEntries(rows.map((row) => [row.permission, row.is_allowed]))

/** The switches of every role that has any, for a portal and its kind, or for a kind alone. */
export const readLevels = async (
  tx: Tx,
  at: { kind: PortalKind; portal_id: number | null },
): Promise<(role: Role) => Levels> => {
  const shared = await tx
    .selectFrom('permission_defaults')
    .select(['kind', 'role', 'permission', 'is_allowed'])
    .where('kind', 'in', ['general', at.kind])
    .execute()
  const own =
    at.portal_id === null
      ? []
      : await tx
          .selectFrom('portal_permissions')
          .select(['role', 'permission', 'is_allowed'])
          .where('portal_id', '=', at.portal_id)
          .execute()
  return (role) => {
    const ofRole = shared.filter((row) => row.role === role)
    return {
      general: asToggles(ofRole.filter((row) => row.kind === 'general')),
      kind: asToggles(ofRole.filter((row) => row.kind !== 'general')),
      portal: asToggles(own.filter((row) => row.role === role)),
    }
  }
}

/** The switches of the portal of a call. */
export const readPortalLevels = (tx: Tx, portal: PortalContext) =>
  readLevels(tx, { kind: portalKind(portal.setting.type), portal_id: portal.id })

/** The permissions switched for a role in the portal, all levels together. */
export const togglesIn = async (tx: Tx, portal: PortalContext, role: Role): Promise<Toggles> => {
  const { general, kind, portal: own } = (await readPortalLevels(tx, portal))(role)
  return effectiveToggles(general, kind, own)
}

/** Lets one transaction at a time switch permissions of a portal, and a restore of them see every switch before it. */
export const lockSwitches = async (tx: Tx, portalId: number): Promise<void> => {
  await tx.selectFrom('portals').select('id').where('id', '=', portalId).forNoKeyUpdate().execute()
}

type Switch = { kind: PortalKind; portal_id: number | null; role: Role; permission: string }

/** Sets a switch, or with null takes it away, so that what stands above it holds again. */
export const saveSwitch = async (
  tx: Tx,
  { kind, portal_id: portalId, ...key }: Switch,
  isAllowed: boolean | null,
): Promise<void> => {
  if (portalId === null) {
    const at = { ...key, kind }
    if (isAllowed === null)
      await tx
        .deleteFrom('permission_defaults')
        .where('kind', '=', kind)
        .where('role', '=', key.role)
        .where('permission', '=', key.permission)
        .execute()
    else
      await tx
        .insertInto('permission_defaults')
        .values({ ...at, is_allowed: isAllowed })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'role', 'permission']).doUpdateSet({ is_allowed: isAllowed }),
        )
        .execute()
    return
  }
  if (isAllowed === null)
    await tx
      .deleteFrom('portal_permissions')
      .where('portal_id', '=', portalId)
      .where('role', '=', key.role)
      .where('permission', '=', key.permission)
      .execute()
  else
    await tx
      .insertInto('portal_permissions')
      .values({ ...key, portal_id: portalId, is_allowed: isAllowed })
      .onConflict((conflict) =>
        conflict.columns(['portal_id', 'role', 'permission']).doUpdateSet({ is_allowed: isAllowed }),
      )
      .execute()
}
