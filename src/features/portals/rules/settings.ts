import type { PortalSetting } from '#kernel/context.ts'

/** The switches of a new portal: on for the core portal, off for every other (PRT-017). */
export const newPortalSwitches = (isCore: boolean) => ({
  is_marketable: isCore,
  has_blog: isCore,
  has_course_catalog: isCore,
})

/** Whether the portal's type may be saved as `requested`: once chosen it stays (PRT-034, PRT-035). */
export const mayChooseType = (present: PortalSetting['type'], requested: PortalSetting['type']): boolean =>
  present === null || present === requested

type Selling = Pick<PortalSetting, 'type' | 'is_marketable'>

/** Whether a portal with a shop would become an in-house one, which has none, without its shop being closed first (PRT-076). */
export const losesShop = (before: Selling, after: Selling): boolean =>
  before.is_marketable && before.type !== 1 && after.type === 1 && after.is_marketable

/** The share image of a page without its own; null stands for the platform's default (PRT-047, PRT-048). */
export const shareImage = (setting: Pick<PortalSetting, 'social_logo'>): string | null => setting.social_logo

/** The logo on dark backgrounds and in the footer (PRT-047, PRT-048). */
export const logoOnDark = (setting: Pick<PortalSetting, 'logo' | 'secondary_logo'>): string | null =>
  setting.secondary_logo ?? setting.logo

/** Words that cannot be a portal's sub-domain, because the host already means something else. */
export const RESERVED_SLUGS: readonly string[] = ['api', 'cdn', 'content', 'mail', 'static', 'www']

/** A sub-domain as it is saved: letters, digits and inner hyphens, 1 to 63 of them, none that is reserved. */
export const isPortalSlug = (slug: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) && !RESERVED_SLUGS.includes(slug)
