import { fail } from '#kernel/errors.ts'
import { isSameJson } from '#kernel/format/compare.ts'
import { fieldErrors, z } from '#kernel/schema.ts'
import type { ReleasableKind } from '#platform/pages/releasable.ts'
import { updateSettings } from '../contract.ts'
import { NavigationGroups, updateNavigation } from '../contract-navigation.ts'
import { normalTheme, type Theme, ThemeChange } from '../rules/theme.ts'
import { loadGroups, lockWhole, saveGroups } from './navigation.ts'
import { readTheme, requireShowable, saveTheme } from './theme.ts'

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

/** The whole look of a portal in a release: colors, logos, fonts, header and footer (PRT-125). */
export const releasableTheme: ReleasableKind = {
  kind: 'theme',
  read: async (tx, portalId, _id, isLocked) => {
    if (isLocked) await lockWhole(tx, portalId)
    return { title: 'Theme', live: await readTheme(tx, portalId) }
  },
  draft: readTheme,
  check: async (tx, portalId, _id, value) => {
    // What a value leaves out is as it is now.
    const theme = normalTheme({ ...(await readTheme(tx, portalId)), ...parsed(ThemeChange, value) })
    await requireShowable(tx, portalId, theme)
    return theme
  },
  put: (tx, portalId, _id, value, now) => saveTheme(tx, portalId, value as Theme, now),
  isBehind,
  edited_as: updateSettings.record?.kind ?? null,
}
