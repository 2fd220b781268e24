import { findPublicFile, uuidOfUrl } from '#features/media/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { LOGO_FIELDS, normalTheme, THEME_FIELDS, type Theme } from '../rules/theme.ts'
import { moveStatus, requireOpen } from './actions/move-status.ts'
import { loadCompanyName, lockPortal, savePortal } from './store.ts'

/** The look of a portal as one value: colors, logos, fonts, header and footer (PRT-125). */
export const readTheme = async (tx: Tx, portalId: number): Promise<Theme> =>
  (await tx.selectFrom('portals').select(THEME_FIELDS).where('id', '=', portalId).executeTakeFirstOrThrow()) as Theme

/** Refuses a theme whose logos are no files of the portal, or without the logo that an open portal needs (PRT-076). */
export const requireShowable = async (tx: Tx, portalId: number, theme: Theme): Promise<void> => {
  const live = await readTheme(tx, portalId)
  for (const field of LOGO_FIELDS) {
    const address = theme[field]
    if (address === null || address === live[field]) continue
    const uuid = uuidOfUrl(address)
    if (!uuid || !(await findPublicFile(tx, portalId, uuid)))
      throw fail('invalid', { field, message: 'This picture does not exist anymore. Please choose another one.' })
  }
  const portal = await lockPortal(tx, portalId)
  const company_name = (await loadCompanyName(tx, portalId))?.name ?? null
  if (portal) requireOpen(portal, { logo: live.logo, company_name }, { logo: theme.logo, company_name })
}

/** Puts a whole theme in the place of the present one; the portal's status follows its logo (PRT-073). */
export const saveTheme = async (tx: Tx, portalId: number, theme: Theme, now: Date): Promise<void> => {
  await requireShowable(tx, portalId, theme)
  await savePortal(tx, portalId, { ...normalTheme(theme), updated_at: now })
  const portal = await lockPortal(tx, portalId)
  const company_name = (await loadCompanyName(tx, portalId))?.name ?? null
  if (portal) await moveStatus(tx, portal, { kind: 'saved', logo: theme.logo, company_name })
}
