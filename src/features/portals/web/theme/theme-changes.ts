import { isSameJson } from '#kernel/format/compare.ts'
import type { FontName, SiteFooter, SiteHeader } from '#kernel/product/site-look.ts'
import type { ChangeGroup } from '#ui/app/history/change-groups.tsx'
import { PLAIN_FOOTER, PLAIN_HEADER, type ThemeField } from '../../rules/theme.ts'
import { FONT_WORDS } from './font-words.ts'
import { THEME_WORDS } from './theme-form.ts'

type Words = (value: unknown, isAfter: boolean) => string

const color: Words = (value) => (value ? String(value) : 'Chosen by us')
const picture: Words = (value, isAfter) => (!value ? 'None' : isAfter ? 'Another picture' : 'Picture')
const font =
  (empty: string): Words =>
  (value) =>
    value ? FONT_WORDS[value as FontName].label : empty

const FIELDS: Record<ThemeField, [label: string, words: Words]> = {
  primary_color: ['Main color', color],
  secondary_color: ['Second color', color],
  background: ['Background', color],
  footer_header_color: ['Header color', color],
  footer_color: ['Footer color', color],
  logo: ['Logo', picture],
  secondary_logo: ['Logo on dark', picture],
  favicon: ['Page icon', picture],
  text_font: ['Text font', font(FONT_WORDS.inter.label)],
  heading_font: ['Heading font', font('Same as text')],
  site_header: ['Header', (value) => THEME_WORDS.site_header((value as SiteHeader | null) ?? PLAIN_HEADER)],
  site_footer: ['Footer', (value) => THEME_WORDS.site_footer((value as SiteFooter | null) ?? PLAIN_FOOTER)],
}

type Value = Record<string, unknown>

/** What differs between two themes, in words. */
export const themeChanges = (before: Value, after: Value): ChangeGroup[] => {
  const differences = Object.entries(FIELDS).flatMap(([name, [label, words]]) => {
    const [one, other] = [before[name] || null, after[name] || null]
    return isSameJson(one, other) ? [] : [{ name, label, before: words(one, false), after: words(other, true) }]
  })
  return [{ key: 'theme', title: 'Changed', items: differences.length > 0 ? [{ key: 'theme', differences }] : [] }]
}
