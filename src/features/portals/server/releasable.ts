import { fail } from '#kernel/errors.ts'
import { isSameJson } from '#kernel/format/compare.ts'
import { fieldErrors, rule, z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ReleasableKind } from '#platform/pages/releasable.ts'
import { NavigationGroups, updateNavigation } from '../contract-navigation.ts'
import { loadGroups, lockWhole, saveGroups } from './navigation.ts'
import { savePortal } from './store.ts'

const isBehind: ReleasableKind['isBehind'] = ({ value, base }, live) =>
  !isSameJson(live, base) && !isSameJson(live, value)

const parsed = <S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = z.safeParse(schema, value)
  if (!result.success) throw fail('invalid', { fields: fieldErrors(result.error.issues) })
  return result.data
}

/** The navigation of a portal in a release; it is one record, with all of its groups in their order (PRT-014). */
export const releasableNavigation: ReleasableKind = {
  kind: 'navigation',
  read: async (tx, portalId, _id, isLocked) => {
    if (isLocked) await lockWhole(tx, portalId)
    return { title: 'Navigation', live: await loadGroups(tx, portalId) }
  },
  draft: loadGroups,
  check: async (_tx, _portalId, _id, value) => parsed(NavigationGroups, value),
  put: async (tx, portalId, _id, value) => {
    await saveGroups(tx, portalId, (value as z.output<typeof NavigationGroups>).groups)
  },
  isBehind,
  edited_as: updateNavigation.record?.kind ?? null,
}

const COLORS = ['primary_color', 'secondary_color', 'background', 'footer_header_color', 'footer_color'] as const
const color = z._default(z.nullable(rule.color()), null)
const Theme = z.object({
  primary_color: color,
  secondary_color: color,
  background: color,
  footer_header_color: color,
  footer_color: color,
})

const loadTheme = (tx: Tx, portalId: number) =>
  tx.selectFrom('portals').select(COLORS).where('id', '=', portalId).executeTakeFirstOrThrow()

/** The colors of a portal in a release (PRT-045). */
export const releasableTheme: ReleasableKind = {
  kind: 'theme',
  read: async (tx, portalId, _id, isLocked) => {
    if (isLocked) await lockWhole(tx, portalId)
    return { title: 'Theme', live: await loadTheme(tx, portalId) }
  },
  draft: loadTheme,
  check: async (_tx, _portalId, _id, value) => parsed(Theme, value),
  put: (tx, portalId, _id, value, now) => savePortal(tx, portalId, { ...value, updated_at: now }),
  isBehind,
  edited_as: null,
}
