import type { PageTheme } from '#kernel/access/session.ts'
import { type Branding, brandOf, brandStyle } from './brand.ts'
import { toHex } from './color.ts'

/**
 * A portal's colors as its pages need them. Made by the server, so that the browser loads no color arithmetic. Fonts are
 * added where pages are drawn (`withFonts`).
 */
export const pageTheme = (branding: Branding | null): PageTheme => {
  const brand = brandOf(branding)
  const theme_color = toHex(brand.light.header.background)
  return { style: brandStyle(branding), only: brand.only, theme_color, fonts: [] }
}
