import { FONTS, HEADER_LAYOUTS, type SiteFooter, type SiteHeader, SOCIAL_NETWORKS } from '#kernel/product/site-look.ts'
import { isUrl, rule, z } from '#kernel/schema.ts'

export const COLOR_FIELDS = [
  'primary_color',
  'secondary_color',
  'background',
  'footer_header_color',
  'footer_color',
] as const
export const LOGO_FIELDS = ['logo', 'secondary_logo', 'favicon'] as const
/** Everything that makes the look of a portal: one value, which is read, saved and released as a whole (PRT-125). */
export const THEME_FIELDS = [
  ...COLOR_FIELDS,
  ...LOGO_FIELDS,
  'heading_font',
  'text_font',
  'site_header',
  'site_footer',
] as const
export type ThemeField = (typeof THEME_FIELDS)[number]

/** How much a footer holds. */
export const MOST = { columns: 4, links: 10, text: 400 } as const

const isOwnAddress = (address: string) => /^\/(?![/\\])[^\s<>]*$/.test(address)

/** Where a link of header or footer leads: a page of this site, or an address with a scheme (VAL-017). */
const href = rule.valueText(
  z.string().check(
    z.trim(),
    rule.required(),
    rule.maxCharacters(2082),
    z.refine(
      (address) => address === '' || isOwnAddress(address) || isUrl(address),
      'Please enter an address, such as /courses or https://example.com.',
    ),
  ),
)
const webAddress = rule.valueText(
  z.string().check(
    z.trim(),
    rule.required(),
    z.refine((address) => address === '' || (/^https?:/i.test(address) && isUrl(address)), {
      error: 'Please enter an address that starts with https://.',
    }),
  ),
)
const link = z.object({ label: rule.plainText(60, { is_required: true }), href })

const header = z.object({
  layout: z._default(z.enum(HEADER_LAYOUTS), 'left'),
  has_search: z._default(z.boolean(), true),
  action: z._default(z.nullable(z.object({ label: rule.plainText(30, { is_required: true }), href })), null),
})
const footer = z.object({
  text: z._default(z.nullable(rule.plainText(MOST.text, { has_lines: true })), null),
  columns: z._default(
    z
      .array(
        z.object({
          title: rule.plainText(40, { is_required: true }),
          links: z.array(link).check(z.minLength(1, 'Add a link, or remove the column.'), z.maxLength(MOST.links)),
        }),
      )
      .check(z.maxLength(MOST.columns)),
    [],
  ),
  social: z._default(
    z
      .array(z.object({ network: z.enum(SOCIAL_NETWORKS), href: webAddress }))
      .check(
        z.refine(
          (all) => new Set(all.map(({ network }) => network)).size === all.length,
          'Each network can stand here once.',
        ),
      ),
    [],
  ),
  has_contacts: z._default(z.boolean(), true),
  has_navigation: z._default(z.boolean(), true),
})

const color = z.optional(z.nullable(rule.color().check(rule.maxCharacters(100))))
const font = z.optional(z.nullable(z.enum(FONTS)))
const logo = z.optional(z.nullable(z.string().check(rule.maxCharacters(2082))))

/** What of a portal's look is entered in a form; its logos are files. */
export const LOOK_CHANGE = {
  primary_color: color,
  secondary_color: color,
  background: color,
  footer_header_color: color,
  footer_color: color,
  heading_font: font,
  text_font: font,
  site_header: z.optional(z.nullable(header)),
  site_footer: z.optional(z.nullable(footer)),
}
/** The fields of a theme that somebody changes; what is absent stays. */
export const ThemeChange = z.object({ ...LOOK_CHANGE, logo, secondary_logo: logo, favicon: logo })

const text = z.nullable(z.string())
const answeredLink = z.object({ label: z.string(), href: z.string() })
/** The fields of a theme as they are answered. */
export const THEME_SHAPE = {
  primary_color: text,
  secondary_color: text,
  background: text,
  footer_header_color: text,
  footer_color: text,
  logo: text,
  secondary_logo: text,
  favicon: text,
  heading_font: z.nullable(z.enum(FONTS)),
  text_font: z.nullable(z.enum(FONTS)),
  site_header: z.nullable(
    z.object({ layout: z.enum(HEADER_LAYOUTS), has_search: z.boolean(), action: z.nullable(answeredLink) }),
  ),
  site_footer: z.nullable(
    z.object({
      text,
      columns: z.array(z.object({ title: z.string(), links: z.array(answeredLink) })),
      social: z.array(z.object({ network: z.enum(SOCIAL_NETWORKS), href: z.string() })),
      has_contacts: z.boolean(),
      has_navigation: z.boolean(),
    }),
  ),
}
export type Theme = z.output<z.ZodMiniObject<typeof THEME_SHAPE>>

/** The header and the footer of a portal that has edited neither (PRT-123, PRT-124). */
export const PLAIN_HEADER: SiteHeader = { layout: 'left', has_search: true, action: null }
export const PLAIN_FOOTER: SiteFooter = {
  text: null,
  columns: [],
  social: [],
  has_contacts: true,
  has_navigation: true,
}

const isPlainHeader = ({ layout, has_search: hasSearch, action }: SiteHeader) =>
  layout === 'left' && hasSearch && action === null
const isPlainFooter = (footer: SiteFooter) =>
  !footer.text &&
  footer.columns.length === 0 &&
  footer.social.length === 0 &&
  footer.has_contacts &&
  footer.has_navigation

/** A theme as it is kept: what is empty, or as it would be without it, is null. */
export const normalTheme = <T extends Partial<Theme>>(theme: T): T => {
  const kept: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(theme)) kept[field] = value === '' ? null : value
  if (theme.site_header && isPlainHeader(theme.site_header)) kept['site_header'] = null
  if (theme.site_footer) {
    const footer = { ...theme.site_footer, text: theme.site_footer.text || null }
    kept['site_footer'] = isPlainFooter(footer) ? null : footer
  }
  if (theme.text_font === 'inter') kept['text_font'] = null
  return kept as T
}
