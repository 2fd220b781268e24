import type { Portal } from '../use-portal.ts'

/** Everything of a portal's look that the theme screen saves. */
export const THEME_DEFAULTS = {
  primary_color: '',
  secondary_color: '',
  background: '',
  footer_header_color: '',
  footer_color: '',
}
export type ThemeValues = typeof THEME_DEFAULTS

/** The look of a portal as the form holds it. */
export const themeOf = ({ setting }: Pick<Portal, 'setting'>): Partial<ThemeValues> => ({
  primary_color: setting.primary_color ?? '',
  secondary_color: setting.secondary_color ?? '',
  background: setting.background ?? '',
  footer_header_color: setting.footer_header_color ?? '',
  footer_color: setting.footer_color ?? '',
})
