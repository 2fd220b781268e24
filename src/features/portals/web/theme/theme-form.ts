import type { PortalSetting } from '#kernel/context.ts'
import type { FontName, HeaderLayout, SiteFooter, SiteHeader } from '#kernel/product/site-look.ts'
import { COLOR_FIELDS, PLAIN_FOOTER, PLAIN_HEADER, type Theme } from '../../rules/theme.ts'

/** Everything of a portal's look that is entered in a form. */
export const THEME_DEFAULTS = {
  primary_color: '',
  secondary_color: '',
  background: '',
  footer_header_color: '',
  footer_color: '',
  heading_font: '' as FontName | '',
  text_font: '' as FontName | '',
  site_header: PLAIN_HEADER,
  site_footer: PLAIN_FOOTER,
}
export type ThemeValues = typeof THEME_DEFAULTS

/** A theme as the form holds it. */
export const themeValues = (theme: Partial<Theme>): ThemeValues => ({
  primary_color: theme.primary_color ?? '',
  secondary_color: theme.secondary_color ?? '',
  background: theme.background ?? '',
  footer_header_color: theme.footer_header_color ?? '',
  footer_color: theme.footer_color ?? '',
  heading_font: theme.heading_font ?? '',
  text_font: theme.text_font ?? '',
  site_header: theme.site_header ?? PLAIN_HEADER,
  site_footer: theme.site_footer ?? PLAIN_FOOTER,
})

export const hasNoColors = (values: ThemeValues): boolean => COLOR_FIELDS.every((field) => !values[field])

/** What a form says of a portal's settings, without the links that are not finished yet. */
export const shownLook = (values: ThemeValues) => {
  const { site_header: header, site_footer: footer } = values
  return {
    ...values,
    heading_font: values.heading_font || null,
    text_font: values.text_font || null,
    site_header: { ...header, action: header.action?.label && header.action.href ? header.action : null },
    site_footer: {
      ...footer,
      columns: footer.columns
        .map((column) => ({ ...column, links: column.links.filter(({ label, href }) => label && href) }))
        .filter(({ title }) => title),
      social: footer.social.filter(({ href }) => href),
    },
  } satisfies Partial<PortalSetting>
}

const LAYOUT_WORDS: Record<HeaderLayout, string> = {
  left: 'Logo left',
  centered: 'Logo centered',
  end: 'Links right',
}
const linkWords = (links: readonly { label: string }[]) => links.map(({ label }) => label).join(', ')

/** Header and footer in words, for those who compare two of them. */
export const THEME_WORDS = {
  site_header: ({ layout, has_search: hasSearch, action }: SiteHeader) =>
    [
      LAYOUT_WORDS[layout],
      hasSearch ? 'with search' : 'without search',
      action && `button “${action.label}” to ${action.href}`,
    ]
      .filter(Boolean)
      .join(', '),
  site_footer: (footer: SiteFooter) =>
    [
      footer.text,
      ...footer.columns.map(({ title, links }) => `${title}: ${linkWords(links)}`),
      ...footer.social.map(({ href }) => href),
      !footer.has_contacts && 'Without contacts',
      !footer.has_navigation && 'Without navigation',
    ]
      .filter(Boolean)
      .join('; ') || 'As it comes',
}
