import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url'
import manrope from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import sourceSans from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import type { PageTheme } from '#kernel/access/session.ts'
import type { FontName } from '#kernel/product/site-look.ts'
import { FONT_URL } from './font.ts'

/** What of a portal's settings says which fonts its public pages have. */
export type FontChoice = { heading_font?: FontName | null; text_font?: FontName | null }

type Fallback = { locals: readonly string[]; bold?: readonly string[]; width: number; boldWidth?: number }
type FontFile = {
  family: string
  url: string
  weights: string
  /** Above and below the line, as shares of the size. */
  ascent: number
  descent: number
  /**
   * Typefaces that stand in until the file is there, and how wide this font runs compared with them, so that nothing
   * moves when it arrives. Measured over English text.
   */
  fallbacks: readonly Fallback[]
}

const ARIAL = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica']
const DEJAVU = { locals: ['DejaVu Sans', 'Verdana'], bold: ['DejaVu Sans Bold', 'Verdana Bold'] }
const TIMES = ['Times New Roman', 'Liberation Serif', 'Tinos', 'Times']
const DEJAVU_SERIF = { locals: ['DejaVu Serif'], bold: ['DejaVu Serif Bold'] }

const FILES: Partial<Record<FontName, FontFile>> = {
  source_sans: {
    ...{ family: 'Source Sans 3', url: sourceSans, weights: '200 900', ascent: 1.024, descent: 0.4 },
    fallbacks: [
      { locals: ARIAL, width: 0.9302 },
      { ...DEJAVU, width: 0.8159, boldWidth: 0.7524 },
    ],
  },
  manrope: {
    ...{ family: 'Manrope', url: manrope, weights: '200 800', ascent: 1.066, descent: 0.3 },
    fallbacks: [
      { locals: ARIAL, width: 1.0231 },
      { ...DEJAVU, width: 0.8974, boldWidth: 0.8302 },
    ],
  },
  lora: {
    ...{ family: 'Lora', url: lora, weights: '400 700', ascent: 1.006, descent: 0.274 },
    fallbacks: [
      { locals: TIMES, width: 1.1373 },
      { ...DEJAVU_SERIF, width: 0.9015, boldWidth: 0.8403 },
    ],
  },
}

/** What has no letter in these fonts, such as Arabic or Hebrew, is set in the typefaces of the reader's own system. */
const SANS = 'system-ui,sans-serif'
const STACKS: Record<FontName, string> = {
  inter: `"Inter Variable","Inter Fallback","Inter Other Fallback",${SANS}`,
  source_sans: `"Source Sans 3","Source Sans 3 Fallback 0","Source Sans 3 Fallback 1",${SANS}`,
  manrope: `"Manrope","Manrope Fallback 0","Manrope Fallback 1",${SANS}`,
  lora: '"Lora","Lora Fallback 0","Lora Fallback 1",Georgia,serif',
  system: SANS,
}

/** What the list of fonts shows a font in. */
export const fontStack = (font: FontName): string => STACKS[font]

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
const local = (names: readonly string[]) => names.map((name) => `local("${name}")`).join(',')

const fallbackFaces = ({ family, ascent, descent, fallbacks }: FontFile): string =>
  fallbacks
    .flatMap(({ locals, bold, width, boldWidth }, at) => {
      const face = (names: readonly string[], size: number, weights: string) =>
        `@font-face{font-family:"${family} Fallback ${at}";${weights}src:${local(names)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%;size-adjust:${percent(size)}}`
      return bold && boldWidth
        ? [face(locals, width, 'font-weight:100 549;'), face(bold, boldWidth, 'font-weight:550 900;')]
        : [face(locals, width, '')]
    })
    .join('')

/** The style rules that make a font known to a page; empty for the one that every page knows. */
export const fontFaces = (font: FontName): string => {
  const file = FILES[font]
  if (!file) return ''
  const { family, url, weights } = file
  return `@font-face{font-family:"${family}";font-style:normal;font-weight:${weights};font-display:swap;src:url("${url}") format("woff2");unicode-range:${LATIN}}${fallbackFaces(file)}`
}

/** Public pages and those of learners. Screens of administration, dense with figures, keep the font they are made for. */
const SITE = ':root:not(:has([data-frame="work"]))'

/** The style rules of a choice of fonts; empty for a portal that chose none. */
export const fontStyle = ({ heading_font: heading, text_font: text }: FontChoice): string => {
  const chosen = [...new Set([text, heading])].filter((font) => font !== null && font !== undefined)
  if (chosen.length === 0) return ''
  return [
    ...chosen.map(fontFaces),
    text ? `${SITE}{--font:${STACKS[text]}}` : '',
    heading ? `${SITE} :is(h1,h2,h3,h4,h5,h6){font-family:${STACKS[heading]}}` : '',
  ].join('')
}

/** The files to load before anything is painted. */
const filesOf = ({ heading_font: heading, text_font: text }: FontChoice): string[] => {
  const urlOf = (font: FontName) => (font === 'inter' ? FONT_URL : FILES[font]?.url)
  const fonts = [...new Set([text ?? 'inter', heading ?? text ?? 'inter'])]
  return fonts.flatMap((font) => urlOf(font) ?? [])
}

/** A theme with the fonts of the portal. Apart from the colors, because only a build knows the addresses of the files. */
export const withFonts = (theme: PageTheme, choice: FontChoice): PageTheme => ({
  ...theme,
  style: fontStyle(choice) + theme.style,
  fonts: filesOf(choice),
})
