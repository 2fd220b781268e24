import { type Branding, brandOf, NEUTRALS, type Scheme } from './brand.ts'
import { BLACK, contrast, parseColor, type Rgb, toHex, WHITE, worstContrast } from './color.ts'

/** WCAG 2.2 AA for text. */
export const READABLE = 4.5

/** A color that pages do not use as it is, and the nearest that they can use (PRT-116). */
export type Correction = {
  /** What is read badly: the color as text on a page, or the gray texts on it as a page. */
  kind: 'as-text' | 'as-page'
  /** The text and the ground of a sample, before and after. */
  before: { text: string; ground: string; ratio: number }
  after: { text: string; ground: string; ratio: number }
  color: string
}

/** How a color of the settings can be read: the text that is chosen for it, and what to use in its place. */
export type ColorCheck = { color: string; text: string; ratio: number; correction: Correction | null }

export const COLOR_FIELDS = [
  'primary_color',
  'secondary_color',
  'background',
  'footer_header_color',
  'footer_color',
] as const satisfies readonly (keyof Branding)[]
export type ColorField = (typeof COLOR_FIELDS)[number]

const shownScheme = (branding: Branding): Scheme => {
  const brand = brandOf(branding)
  return brand.only === 'dark' ? brand.dark : brand.light
}
const accentOf = (branding: Branding, field: 'primary_color' | 'secondary_color') =>
  shownScheme(branding)[field === 'primary_color' ? 'primary' : 'secondary']

const sample = (text: Rgb, ground: Rgb) => ({
  text: toHex(text),
  ground: toHex(ground),
  ratio: contrast(text, ground),
})

/** The ground on which a text is read worst. */
const worstOf = (text: Rgb, grounds: readonly Rgb[]): Rgb =>
  grounds.reduce((worst, ground) => (contrast(text, ground) < contrast(text, worst) ? ground : worst))

/** Soft areas follow from the color, so the shade that reads on those of one color may need one more step on its own. */
const asText = (branding: Branding, field: 'primary_color' | 'secondary_color', color: Rgb): Correction | null => {
  const scheme = shownScheme(branding)
  const { soft, soft_hover } = accentOf(branding, field)
  const grounds = [scheme.page, scheme.surface, scheme.raised, scheme.sunken, soft, soft_hover]
  if (worstContrast(color, grounds) >= READABLE) return null
  let next = color
  for (let step = 0; step < 20; step++) {
    const { text } = accentOf({ ...branding, [field]: toHex(next) }, field)
    if (toHex(text) === toHex(next)) break
    next = text
  }
  const after = accentOf({ ...branding, [field]: toHex(next) }, field)
  const groundsAfter = [scheme.page, scheme.surface, scheme.raised, scheme.sunken, after.soft, after.soft_hover]
  return {
    kind: 'as-text',
    before: sample(color, worstOf(color, grounds)),
    after: sample(next, worstOf(next, groundsAfter)),
    color: toHex(next),
  }
}

const asPage = (branding: Branding, color: Rgb): Correction | null => {
  const { page } = shownScheme(branding)
  if (toHex(page) === toHex(color)) return null
  const { faint } = brandOf(branding).only === 'dark' ? NEUTRALS.dark : NEUTRALS.light
  return { kind: 'as-page', before: sample(faint, color), after: sample(faint, page), color: toHex(page) }
}

/** The text that pages put on an area of the color; white or black where they use another color for the area. */
const textOn = (branding: Branding, field: ColorField, color: Rgb): Rgb => {
  const { header, footer } = shownScheme(branding)
  const used = {
    primary_color: () => accentOf(branding, 'primary_color'),
    secondary_color: () => accentOf(branding, 'secondary_color'),
    footer_header_color: () => ({ fill: header.background, on: header.text }),
    footer_color: () => ({ fill: footer.background, on: footer.text }),
    background: () => null,
  }[field]()
  if (used && toHex(used.fill) === toHex(color)) return used.on
  return contrast(WHITE, color) >= contrast(BLACK, color) ? WHITE : BLACK
}

/** Whether a color of the settings can be read, or null where there is none or none that we can read. */
export const checkColor = (branding: Branding, field: ColorField): ColorCheck | null => {
  const color = parseColor(branding[field])
  if (!color) return null
  const isAccent = field === 'primary_color' || field === 'secondary_color'
  const text = textOn(branding, field, color)
  return {
    color: toHex(color),
    text: toHex(text),
    ratio: contrast(text, color),
    correction: isAccent ? asText(branding, field, color) : field === 'background' ? asPage(branding, color) : null,
  }
}

/** The colors of the settings that pages do not use as they are, with what to use in their place. */
export const corrections = (branding: Branding): { field: ColorField; correction: Correction }[] =>
  COLOR_FIELDS.flatMap((field) => {
    const correction = checkColor(branding, field)?.correction
    return correction ? [{ field, correction }] : []
  })

/** The colors with everything corrected that cannot be read. One correction may ask for another: soft areas stand on the page. */
export const corrected = (branding: Branding): Branding => {
  let next = branding
  for (let round = 0; round < 5; round++) {
    const open = corrections(next)
    if (open.length === 0) break
    next = { ...next, ...Object.fromEntries(open.map(({ field, correction }) => [field, correction.color])) }
  }
  return next
}
