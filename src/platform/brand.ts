/** Red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number]

const DEFAULT_BRAND: Rgb = [29, 78, 137]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** WCAG 2.2 AA for text. */
const READABLE = 4.5

const fromHex = (digits: string): Rgb | null => {
  const full = digits.length === 3 || digits.length === 4 ? [...digits].map((digit) => digit + digit).join('') : digits
  if (!/^[0-9a-f]{6}([0-9a-f]{2})?$/i.test(full)) return null
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16)
  return [at(0), at(2), at(4)]
}

const fromHsl = (hue: number, saturation: number, lightness: number): Rgb => {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (shift: number) => {
    const turn = (shift + (((hue % 360) + 360) % 360) / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return [part(0), part(8), part(4)]
}

/** Reads #rgb, #rrggbb (with or without alpha), rgb() and hsl(); anything else, such as var(--…), is null. */
const parse = (color: string): Rgb | null => {
  const text = color.trim().toLowerCase()
  if (text.startsWith('#')) return fromHex(text.slice(1))
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map((match) => Number(match[0]))
  const [first = 0, second = 0, third = 0] = numbers
  if (numbers.length < 3) return null
  if (text.startsWith('rgb')) {
    const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
    return [clamp(first), clamp(second), clamp(third)]
  }
  const share = (percent: number) => Math.max(0, Math.min(1, percent / 100))
  return text.startsWith('hsl') ? fromHsl(first, share(second), share(third)) : null
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const mix = (color: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(color[index] + (other[index] - color[index]) * share)
  return [part(0), part(1), part(2)]
}

const luminance = (rgb: Rgb) => {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colors after WCAG 2.2, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [one, other]
    .map((color) => luminance(parse(color) ?? BLACK))
    .sort((first, second) => second - first)
  return (high + 0.05) / (low + 0.05)
}

export type Brand = {
  /** The portal's color for surfaces, unchanged. */
  color: string
  /** Text on that surface, white or black, whichever reads better: always AA. */
  on_color: string
  /** The same hue, darkened as far as white paper needs for readable text (AA). */
  ink: string
  /** A whisper of the color for large areas. */
  tint: string
}

/** The colors of mails and printed documents, from the portal's primary_color (VAL-027); our own if there is none. */
export const brandOf = (primaryColor: string | null | undefined): Brand => {
  const chosen = (primaryColor && parse(primaryColor)) || DEFAULT_BRAND
  let ink = chosen
  while (contrast(toHex(ink), '#ffffff') < READABLE) ink = mix(ink, BLACK, 0.08)
  const color = toHex(chosen)
  return {
    color,
    on_color: contrast(color, '#ffffff') >= contrast(color, toHex(BLACK)) ? '#ffffff' : toHex(BLACK),
    ink: toHex(ink),
    tint: toHex(mix(ink, WHITE, 0.94)),
  }
}
