/** A color as it is shown: three whole numbers from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** A color as it is seen (OKLCH): lightness 0 to 1, chroma from 0, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number]

export const WHITE: Rgb = [255, 255, 255]
export const BLACK: Rgb = [0, 0, 0]

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const byte = (value: number) => Math.round(clamp(value, 0, 255))

/** Reads `#rgb[a]`, `#rrggbb[aa]`, `rgb()` and `hsl()` in both notations; transparency is ignored; anything else is null. */
export const parseColor = (input: unknown): Rgb | null => {
  if (typeof input !== 'string' || input.length > 64) return null
  const text = input.trim().toLowerCase()
  if (text.startsWith('#')) return parseHex(text.slice(1))
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text)
  if (!call) return null
  const parts = call[2]!.split(/[\s,/]+/).filter(Boolean)
  if (parts.length !== 3 && parts.length !== 4) return null
  return call[1] === 'rgb' ? parseRgb(parts) : parseHsl(parts)
}

const parseHex = (digits: string): Rgb | null => {
  if (!/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return null
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!
  const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red!, green!, blue!]
}

const numberWith = (text: string | undefined, unit: string): number | null => {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?$/.exec(text ?? '')
  if (!match) return null
  return (match[2] ?? '') === unit || (unit === 'deg' && !match[2]) ? Number(match[1]) : null
}

const parseRgb = (parts: string[]): Rgb | null => {
  const channels = parts.slice(0, 3).map((part) => {
    const share = numberWith(part, '%')
    return share === null ? numberWith(part, '') : share * 2.55
  })
  if (channels.some((channel) => channel === null)) return null
  const [red, green, blue] = channels as number[]
  return [byte(red!), byte(green!), byte(blue!)]
}

const parseHsl = (parts: string[]): Rgb | null => {
  const hue = numberWith(parts[0], 'deg')
  const saturation = numberWith(parts[1], '%')
  const lightness = numberWith(parts[2], '%')
  if (hue === null || saturation === null || lightness === null) return null
  const s = clamp(saturation / 100, 0, 1)
  const l = clamp(lightness / 100, 0, 1)
  const channel = (shift: number) => {
    const at = (((shift + hue / 30) % 12) + 12) % 12
    return byte(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

export const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const toLinear = (part: number) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const fromLinear = (share: number) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055) * 255

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The lowest contrast of a color against several backgrounds. */
export const worstContrast = (color: Rgb, backgrounds: readonly Rgb[]): number =>
  Math.min(...backgrounds.map((background) => contrast(color, background)))

/** Part of the way from one color to another, in the space in which browsers mix by default. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [red, green, blue] = from.map((part, at) => byte(part + (to[at]! - part) * share))
  return [red!, green!, blue!]
}

// OKLab: Björn Ottosson, https://bottosson.github.io/posts/oklab/ (public domain).
export const toLch = (color: Rgb): Lch => {
  const [red, green, blue] = color.map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), (hue + 360) % 360]
}

const linearOf = ([lightness, chroma, hue]: Lch) => {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ] as const
}

/** The nearest color a screen can show with the same lightness and hue: chroma gives way first. */
export const fromLch = ([lightness, chroma, hue]: Lch): Rgb => {
  const l = clamp(lightness, 0, 1)
  let strength = Math.max(0, chroma)
  let linear = linearOf([l, strength, hue])
  while (strength > 0.001 && linear.some((part) => part < -0.0005 || part > 1.0005)) {
    strength *= 0.95
    linear = linearOf([l, strength, hue])
  }
  const [red, green, blue] = linear
  return [byte(fromLinear(Math.max(0, red))), byte(fromLinear(Math.max(0, green))), byte(fromLinear(Math.max(0, blue)))]
}

/** The color with its lightness moved in small steps (`by` each, dark below 0) until the condition holds; else black or white. */
export const shiftUntil = (color: Rgb, by: number, holds: (candidate: Rgb) => boolean): Rgb => {
  if (holds(color)) return color
  const [lightness, chroma, hue] = toLch(color)
  for (let l = lightness + by; l > 0 && l < 1; l += by) {
    const candidate = fromLch([l, chroma, hue])
    if (holds(candidate)) return candidate
  }
  return by < 0 ? BLACK : WHITE
}
