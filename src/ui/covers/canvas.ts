/** Size of every cover; drawings use these units. */
export const WIDTH = 640
export const HEIGHT = 360

/** Five tones of one mood: two for the background, then the ones the drawing is made of. */
export type Palette = { sky: string; ground: string; deep: string; mid: string; bright: string; pale: string }
export type Random = {
  unit: () => number
  between: (low: number, high: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (share: number) => boolean
}
export type Drawing = (random: Random, palette: Palette) => string

/** 32-bit FNV-1a hash of a text. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash ^= character.codePointAt(0)!
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** The same numbers for the same seed, on every machine (mulberry32, public domain). */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    unit,
    between: (low, high) => low + unit() * (high - low),
    pick: (items) => items[Math.floor(unit() * items.length)]!,
    chance: (share) => unit() < share,
  }
}

const short = (value: number) => String(Math.round(value * 10) / 10)
type Attributes = Record<string, string | number>

const element = (name: string, attributes: Attributes) => {
  const written = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === 'number' ? (key.includes('opacity') ? Math.round(value * 100) / 100 : short(value)) : value}"`
  })
  return `<${name}${written.join('')}/>`
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more })
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more })
export const ring = (cx: number, cy: number, r: number, stroke: string, width: number, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': width, ...more })
export const shape = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more })
export const stroke = (d: string, color: string, width: number, more: Attributes = {}) =>
  element('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })
/** Path data from commands and numbers, rounded. */
export const path = (...parts: (string | number)[]) =>
  parts.map((part) => (typeof part === 'number' ? short(part) : part)).join(' ')
export const group = (transform: string, content: string) => `<g transform="${transform}">${content}</g>`
export const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')
/** A square standing on its corner. */
export const diamond = (x: number, y: number, r: number, fill: string, more: Attributes = {}) =>
  shape(path('M', x, y - r, 'L', x + r, y, 'L', x, y + r, 'L', x - r, y, 'Z'), fill, {
    'stroke-linejoin': 'round',
    ...more,
  })
