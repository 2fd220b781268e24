/** What a portal chooses of its public pages besides colors and logos (PRT-122 to PRT-125). */

/** The fonts that ship with the program; the first is that of a portal that chose none (PRT-122). */
export const FONTS = ['inter', 'source_sans', 'manrope', 'lora', 'system'] as const
export type FontName = (typeof FONTS)[number]

/** Where the logo and the links of the header stand: logo first, logo in the middle, or links at the end (PRT-123). */
export const HEADER_LAYOUTS = ['left', 'centered', 'end'] as const
export type HeaderLayout = (typeof HEADER_LAYOUTS)[number]

export const SOCIAL_NETWORKS = ['facebook', 'instagram', 'linkedin', 'tiktok', 'x', 'youtube'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export type SiteLink = { label: string; href: string }

/** The header of a portal; null stands for `PLAIN_HEADER`. */
export type SiteHeader = { layout: HeaderLayout; has_search: boolean; action: SiteLink | null }
/** The footer of a portal; null stands for `PLAIN_FOOTER`. What the law asks for stands there whatever it says. */
export type SiteFooter = {
  text: string | null
  columns: { title: string; links: SiteLink[] }[]
  social: { network: SocialNetwork; href: string }[]
  has_contacts: boolean
  has_navigation: boolean
}
