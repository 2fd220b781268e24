import {
  BLACK,
  contrast,
  fromLch,
  luminance,
  mix,
  parseColor,
  type Rgb,
  shiftUntil,
  toHex,
  toLch,
  WHITE,
  worstContrast,
} from './color.ts'

/** The color fields of a portal's settings (PRT-013, PRT-045); anything that is no plain color counts as not given. */
export type Branding = {
  primary_color?: string | null
  secondary_color?: string | null
  background?: string | null
  footer_header_color?: string | null
  footer_color?: string | null
}

/** One brand color in one scheme: as a filled area, as text, as a soft area and as a line. */
export type Accent = {
  fill: Rgb
  hover: Rgb
  active: Rgb
  /** Text on fill, hover and active. */
  on: Rgb
  /** Border of a filled area: the fill itself, or a visible line when the fill would melt into the page. */
  edge: Rgb
  /** Text and links on every surface and on `soft`. */
  text: Rgb
  text_hover: Rgb
  soft: Rgb
  soft_hover: Rgb
  /** Lines, focus rings and marks (3:1). */
  line: Rgb
}

/** A colored strip across the page (header or footer) with its own text colors. */
export type Band = { background: Rgb; text: Rgb; muted: Rgb; hover: Rgb; line: Rgb; scheme: 'light' | 'dark' }

export type Scheme = {
  page: Rgb
  surface: Rgb
  raised: Rgb
  sunken: Rgb
  line_strong: Rgb
  primary: Accent
  secondary: Accent
  header: Band
  footer: Band
}

export type Shades = readonly string[]

export type Brand = {
  primary: Shades
  secondary: Shades
  light: Scheme
  dark: Scheme
  /** `dark` when the portal's own background is dark: such a portal has no light scheme. */
  only: 'dark' | null
}

const color = (hex: string) => parseColor(hex)!

/** Text colors of both schemes; the same values stand in tokens.css. */
export const NEUTRALS = {
  light: { text: color('#14171c'), muted: color('#565e6b'), faint: color('#636b78') },
  dark: { text: color('#e9ebef'), muted: color('#a9b1bd'), faint: color('#959daa') },
}

const LIGHT = { page: color('#f8f9fb'), surface: WHITE, raised: WHITE, sunken: color('#f0f2f5') }
const DARK = {
  page: color('#0f1216'),
  surface: color('#161a20'),
  raised: color('#1d222a'),
  sunken: color('#0b0d11'),
}
const INK = color('#10151c')
export const DEFAULT_PRIMARY = '#1b56b3'
export const DEFAULT_SECONDARY = '#c96a12'

/** Contrast that text needs, with a little room for rounding (WCAG 2.2 AA: 4.5 for text, 3 for marks). */
const TEXT = 4.55
const MARK = 3.05

type Surfaces = Pick<Scheme, 'page' | 'surface' | 'raised' | 'sunken'>

const RAMP = [0.975, 0.94, 0.885, 0.81, 0.725, 0.635, 0.55, 0.475, 0.4, 0.325]

/** Ten shades from light to dark with the hue of the color; the color itself stands at its own lightness among them. */
export const shadesOf = (base: Rgb): Shades => {
  const [lightness, chroma, hue] = toLch(base)
  const own = RAMP.reduce((best, step, at) => {
    return Math.abs(step - lightness) < Math.abs(RAMP[best]! - lightness) ? at : best
  }, 0)
  return RAMP.map((step, at) => {
    if (at === own) return toHex(base)
    const fade = step > 0.8 ? (1 - step) / 0.2 : 1
    return toHex(fromLch([step, chroma * Math.max(0.12, fade), hue]))
  })
}

/** White, near-black or black, whichever is readable on the color; white where both are. */
const textOn = (background: Rgb): Rgb => {
  if (contrast(WHITE, background) >= TEXT) return WHITE
  return contrast(INK, background) >= TEXT ? INK : BLACK
}

/** A color a little away from the fill that keeps the text on it readable. */
const pressed = (fill: Rgb, on: Rgb, by: number): Rgb => {
  const [lightness, chroma, hue] = toLch(fill)
  const away = on === WHITE ? -1 : 1
  const moved = fromLch([lightness + away * by, chroma, hue])
  if (contrast(moved, fill) >= 1.06) return moved
  const back = fromLch([lightness - away * by, chroma, hue])
  return contrast(on, back) >= TEXT ? back : fill
}

const accent = (base: Rgb, surfaces: Surfaces, isDark: boolean): Accent => {
  const all = [surfaces.page, surfaces.surface, surfaces.raised, surfaces.sunken]
  const step = isDark ? 0.01 : -0.01
  const [, chroma, hue] = toLch(base)
  const soft = isDark ? fromLch([0.27, Math.min(chroma * 0.45, 0.06), hue]) : fromLch([0.957, chroma * 0.22, hue])
  const soft_hover = isDark ? fromLch([0.32, Math.min(chroma * 0.5, 0.07), hue]) : fromLch([0.93, chroma * 0.3, hue])
  const fill = isDark ? shiftUntil(base, step, (candidate) => worstContrast(candidate, all) >= MARK) : base
  const on = textOn(fill)
  const text = shiftUntil(base, step, (candidate) => worstContrast(candidate, [...all, soft, soft_hover]) >= TEXT)
  const line = shiftUntil(base, step, (candidate) => worstContrast(candidate, all) >= MARK)
  const [textLightness, textChroma, textHue] = toLch(text)
  return {
    fill,
    on,
    hover: pressed(fill, on, 0.045),
    active: pressed(fill, on, 0.08),
    edge: worstContrast(fill, [surfaces.page, surfaces.surface]) >= 1.4 ? fill : line,
    text,
    text_hover: fromLch([textLightness + step * 7, textChroma, textHue]),
    soft,
    soft_hover,
    line,
  }
}

const band = (background: Rgb): Band => {
  const text = textOn(background)
  const toward = mix(background, text, 0.09)
  const hover = contrast(text, toward) >= TEXT ? toward : mix(background, text === WHITE ? BLACK : WHITE, 0.14)
  let share = 0.7
  while (share < 1 && worstContrast(mix(background, text, share), [background, hover]) < TEXT) share += 0.02
  return {
    background,
    text,
    hover,
    muted: share < 1 ? mix(background, text, share) : text,
    line: mix(background, text, 0.16),
    scheme: text === WHITE ? 'dark' : 'light',
  }
}

const relative = (page: Rgb, by: number): Rgb => {
  const [lightness, chroma, hue] = toLch(page)
  return fromLch([lightness + by, chroma, hue])
}

/** A light page in the hue of the background, pale enough for the grey texts; cards on it stay white. */
const lightSurfaces = (background: Rgb | null): Surfaces => {
  if (!background) return LIGHT
  const page = shiftUntil(background, 0.005, (candidate) => {
    return contrast(NEUTRALS.light.faint, relative(candidate, -0.02)) >= TEXT
  })
  return { page, surface: WHITE, raised: WHITE, sunken: relative(page, -0.02) }
}

/** A dark page in the hue of the background, dark enough for the grey texts also on its raised surfaces. */
const darkSurfaces = (background: Rgb | null): Surfaces => {
  if (!background) return DARK
  const page = shiftUntil(background, -0.005, (candidate) => {
    return contrast(NEUTRALS.dark.faint, relative(candidate, 0.075)) >= TEXT
  })
  return {
    page,
    surface: relative(page, 0.035),
    raised: relative(page, 0.07),
    sunken: relative(page, -0.025),
  }
}

const schemeOf = (colors: BrandColors, surfaces: Surfaces, isDark: boolean): Scheme => {
  const all = [surfaces.page, surfaces.surface, surfaces.raised, surfaces.sunken]
  // A bright strip would glare in a dark page; there it takes the color of the page's own surfaces.
  const keep = (strip: Rgb | null) => (strip && isDark && luminance(strip) > 0.3 ? null : strip)
  return {
    ...surfaces,
    line_strong: shiftUntil(color(isDark ? '#5d6673' : '#8d95a1'), isDark ? 0.01 : -0.01, (candidate) => {
      return worstContrast(candidate, all) >= MARK
    }),
    primary: accent(colors.primary, surfaces, isDark),
    secondary: accent(colors.secondary, surfaces, isDark),
    header: band(keep(colors.header) ?? surfaces.surface),
    footer: band(keep(colors.footer) ?? (isDark ? surfaces.sunken : INK)),
  }
}

type BrandColors = { primary: Rgb; secondary: Rgb; background: Rgb | null; header: Rgb | null; footer: Rgb | null }

const KEYS = ['primary_color', 'secondary_color', 'background', 'footer_header_color', 'footer_color'] as const
const LIMIT = 200
const known = new Map<string, Brand>()

/** Everything that follows from a portal's colors; kept for the last 200 sets of colors. */
export const brandOf = (branding: Branding | null | undefined): Brand => {
  const colors = KEYS.map((key) => parseColor(branding?.[key]))
  const key = colors.map((each) => (each ? toHex(each) : '-')).join()
  const before = known.get(key)
  if (before) return before
  const [primary, secondary, background, header, footer] = colors
  const brandColors: BrandColors = {
    primary: primary ?? color(DEFAULT_PRIMARY),
    secondary: secondary ?? (primary ? fromLch(warmed(primary)) : color(DEFAULT_SECONDARY)),
    background: background ?? null,
    header: header ?? null,
    footer: footer ?? header ?? null,
  }
  const isDark = background ? luminance(background) < 0.18 : false
  const dark = schemeOf(brandColors, darkSurfaces(isDark ? brandColors.background : null), true)
  const brand: Brand = {
    primary: shadesOf(brandColors.primary),
    secondary: shadesOf(brandColors.secondary),
    light: isDark ? dark : schemeOf(brandColors, lightSurfaces(brandColors.background), false),
    dark,
    only: isDark ? 'dark' : null,
  }
  if (known.size >= LIMIT) known.delete(known.keys().next().value!)
  known.set(key, brand)
  return brand
}

/** A second color for a portal that names only its first: same strength, a third around the circle. */
const warmed = (primary: Rgb) => {
  const [lightness, chroma, hue] = toLch(primary)
  return [Math.min(0.68, Math.max(0.5, lightness)), chroma, (hue + 120) % 360] as const
}

const accentVariables = (name: string, colors: Accent) => ({
  [name]: colors.fill,
  [`${name}-hover`]: colors.hover,
  [`${name}-active`]: colors.active,
  [`on-${name}`]: colors.on,
  [`${name}-edge`]: colors.edge,
  [`${name}-text`]: colors.text,
  [`${name}-text-hover`]: colors.text_hover,
  [`${name}-soft`]: colors.soft,
  [`${name}-soft-hover`]: colors.soft_hover,
  [`${name}-line`]: colors.line,
})

const bandVariables = (name: string, colors: Band) => ({
  [`${name}-background`]: colors.background,
  [`${name}-text`]: colors.text,
  [`${name}-muted`]: colors.muted,
  [`${name}-hover`]: colors.hover,
  [`${name}-line`]: colors.line,
})

const block = (selector: string, scheme: Scheme) => {
  const variables = {
    page: scheme.page,
    surface: scheme.surface,
    raised: scheme.raised,
    sunken: scheme.sunken,
    'line-strong': scheme.line_strong,
    ...accentVariables('primary', scheme.primary),
    ...accentVariables('secondary', scheme.secondary),
    ...bandVariables('header', scheme.header),
    ...bandVariables('footer', scheme.footer),
  }
  const lines = Object.entries(variables).map(([name, value]) => `--${name}:${toHex(value)}`)
  // A dark header shows the logo for dark backgrounds instead of the first one (PRT-047).
  const [plain, onDark] = scheme.header.scheme === 'light' ? ['block', 'none'] : ['none', 'block']
  return `${selector}{${lines.join(';')};--header-logo:${plain};--header-logo-dark:${onDark}}`
}

const styles = new WeakMap<Brand, string>()

/** The portal's colors as CSS for a `<style>` element in the head. Holds computed values only, never the input. */
export const brandStyle = (branding: Branding | null | undefined): string => {
  const brand = brandOf(branding)
  const before = styles.get(brand)
  if (before) return before
  const shades = [
    ...brand.primary.map((value, at) => `--primary-${at}:${value}`),
    ...brand.secondary.map((value, at) => `--secondary-${at}:${value}`),
  ]
  const style = [
    `:root{${shades.join(';')}}`,
    block(':root', brand.light),
    block(':root[data-mantine-color-scheme=dark]', brand.dark),
  ].join('')
  styles.set(brand, style)
  return style
}

/**
 * The same colors for pages without a script: which scheme shows is up to the device. `only` names the one scheme of a
 * portal whose background leaves no choice.
 */
export const brandStyleByDevice = (branding: Branding | null | undefined): { style: string; only: Brand['only'] } => {
  const { light, dark, only } = brandOf(branding)
  const inDark = only ? '' : `@media (prefers-color-scheme:dark){${block(':root', dark)}}`
  return { style: block(':root', light) + inDark, only }
}
