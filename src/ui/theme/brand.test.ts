import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Accent,
  type Band,
  type Brand,
  type Branding,
  brandOf,
  brandStyle,
  NEUTRALS,
  type Scheme,
} from './brand.ts'
import { parseColor, type Rgb, toHex } from './color.ts'

// Written independently from the definition, so a mistake in color.ts cannot prove itself right:
// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
const luminance = (rgb: Rgb) => {
  const [r, g, b] = rgb.map((part) => {
    const c = part / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const ratio = (one: Rgb, other: Rgb) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

type Pair = [what: string, text: Rgb, background: Rgb, needed: number]

const surfacesOf = (scheme: Scheme) =>
  [
    ['page', scheme.page],
    ['surface', scheme.surface],
    ['raised', scheme.raised],
    ['sunken', scheme.sunken],
  ] as const

const accentPairs = (name: string, accent: Accent, scheme: Scheme): Pair[] => [
  [`${name} on fill`, accent.on, accent.fill, 4.5],
  [`${name} on hover`, accent.on, accent.hover, 4.5],
  [`${name} on active`, accent.on, accent.active, 4.5],
  [`${name} text on soft`, accent.text, accent.soft, 4.5],
  [`${name} text on soft hover`, accent.text, accent.soft_hover, 4.5],
  ...surfacesOf(scheme).flatMap(([where, color]): Pair[] => [
    [`${name} text on ${where}`, accent.text, color, 4.5],
    [`${name} hovered text on ${where}`, accent.text_hover, color, 4.5],
    [`${name} line on ${where}`, accent.line, color, 3],
  ]),
]

const bandPairs = (name: string, band: Band): Pair[] => [
  [`${name} text`, band.text, band.background, 4.5],
  [`${name} text on hover`, band.text, band.hover, 4.5],
  [`${name} muted`, band.muted, band.background, 4.5],
  [`${name} muted on hover`, band.muted, band.hover, 4.5],
]

const pairsOf = (brand: Brand): Pair[] =>
  (['light', 'dark'] as const).flatMap((name) => {
    const scheme = brand[name]
    const texts = NEUTRALS[brand.only ?? name]
    return [
      ...accentPairs(`${name} primary`, scheme.primary, scheme),
      ...accentPairs(`${name} secondary`, scheme.secondary, scheme),
      ...bandPairs(`${name} header`, scheme.header),
      ...bandPairs(`${name} footer`, scheme.footer),
      ...surfacesOf(scheme).flatMap(([where, color]): Pair[] => [
        [`${name} text on ${where}`, texts.text, color, 4.5],
        [`${name} muted on ${where}`, texts.muted, color, 4.5],
        [`${name} faint on ${where}`, texts.faint, color, 4.5],
        [`${name} field border on ${where}`, scheme.line_strong, color, 3],
      ]),
    ]
  })

const failures = (branding: Branding) =>
  pairsOf(brandOf(branding))
    .filter(([, text, background, needed]) => ratio(text, background) < needed)
    .map(([what, text, background]) => `${what}: ${toHex(text)} on ${toHex(background)}`)

const byte = fc.integer({ min: 0, max: 255 })
const color = fc.oneof(
  fc.tuple(byte, byte, byte).map((parts) => toHex(parts)),
  fc.tuple(byte, byte, byte).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`),
  fc
    .tuple(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    .map(([h, s, l]) => `hsl(${h} ${s}% ${l}%)`),
  // Grays of all shades, where white and black text are both close to the limit.
  byte.map((part) => toHex([part, part, part])),
  fc.constantFrom('#000000', '#ffffff', '#ff0000', '#ffff00', '#00ff00', '#767676', 'var(--x)', 'nonsense', null),
)
const anyBranding = fc.record({
  primary_color: color,
  secondary_color: color,
  background: color,
  footer_header_color: color,
  footer_color: color,
})

test('every text of every portal is readable, whatever colors its admin picks (UIX-032, PRT-045)', () => {
  fc.assert(
    fc.property(anyBranding, (branding) => {
      expect(failures(branding)).toEqual([])
    }),
    { numRuns: 600 },
  )
})

test("the product's own colors are readable (UIX-032)", () => {
  expect(failures({})).toEqual([])
})

test('buttons have exactly the primary color of the portal in the light scheme (PRT-045)', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (parts) => {
      const hex = toHex(parts)
      expect(toHex(brandOf({ primary_color: hex }).light.primary.fill)).toBe(hex)
      expect(brandOf({ primary_color: hex }).primary).toContain(hex)
    }),
    { numRuns: 100 },
  )
})

test('each color gives ten shades from light to dark (PRT-045)', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (parts) => {
      const { primary, secondary } = brandOf({ primary_color: toHex(parts), secondary_color: toHex(parts) })
      expect(secondary).toEqual(primary)
      expect(primary).toHaveLength(10)
      const depths = primary.map((shade) => luminance(parseColor(shade)!))
      expect(depths).toEqual(depths.toSorted((a, b) => b - a))
    }),
    { numRuns: 200 },
  )
})

test('a variable or an invalid value falls back to the color of the product (PRT-046, VAL-027)', () => {
  const plain = brandStyle({})
  expect(brandStyle({ primary_color: 'var(--red)', background: 'var(--x)' })).toBe(plain)
  expect(brandStyle({ primary_color: '#12', footer_color: 'rgb(no)' })).toBe(plain)
  expect(brandStyle({ primary_color: '#c0281d' })).not.toBe(plain)
})

test('nothing typed into a color field reaches the style element (PRT-046)', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const style = brandStyle({
        primary_color: `#fff;}</style>${text}`,
        background: text,
        footer_color: `rgb(${text})`,
      })
      expect(style).toMatch(/^[a-z0-9:#{}\-[\]=;]+$/)
    }),
  )
})

test('the footer uses its own color, or else that of header and footer, or else dark ink (PRT-045)', () => {
  const both = brandOf({ footer_header_color: '#123456' }).light
  expect([toHex(both.header.background), toHex(both.footer.background)]).toEqual(['#123456', '#123456'])
  const each = brandOf({ footer_header_color: '#123456', footer_color: '#eeeeee' }).light
  expect([toHex(each.header.background), toHex(each.footer.background)]).toEqual(['#123456', '#eeeeee'])
  const none = brandOf({}).light
  expect(toHex(none.header.background)).toBe('#ffffff')
  expect(none.footer.scheme).toBe('dark')
})

test('a dark header shows the logo for dark backgrounds, and a light one the first logo (PRT-047)', () => {
  const logos = (branding: Branding) =>
    [...brandStyle(branding).matchAll(/--header-logo:(\w+);--header-logo-dark:(\w+)/g)].map(([, ...shown]) => shown)
  const [first, onDark] = [
    ['block', 'none'],
    ['none', 'block'],
  ]
  // Light scheme, then dark scheme.
  expect(logos({ footer_header_color: '#101820' })).toEqual([onDark, onDark])
  expect(logos({ footer_header_color: '#ffffff' })).toEqual([first, onDark])
})

test('a portal with a dark background has no light scheme (PRT-045)', () => {
  const dark = brandOf({ background: '#101a2c' })
  expect(dark.only).toBe('dark')
  expect(dark.light).toBe(dark.dark)
  expect(brandOf({ background: '#f4f1ea' }).only).toBeNull()
})

test('the same colors return the same object, and only the last two hundred sets are kept', () => {
  const first = brandOf({ primary_color: '#010203' })
  expect(brandOf({ primary_color: 'rgb(1,2,3)' })).toBe(first)
  for (let at = 0; at < 200; at += 1) brandOf({ primary_color: toHex([200, 100, at]) })
  expect(brandOf({ primary_color: '#010203' })).not.toBe(first)
})

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const variablesOf = (selector: string) => {
  const body = css.slice(css.indexOf(`${selector} {`)).split('}')[0]!
  return Object.fromEntries([...body.matchAll(/--([a-z-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]))
}

test.each([
  ['light', ':root'],
  ['dark', ':root[data-mantine-color-scheme="dark"]'],
] as const)('status colors are readable in the %s scheme (UIX-032)', (name, selector) => {
  const own = { ...variablesOf(':root'), ...variablesOf(selector) }
  const value = (variable: string) => parseColor(own[variable])!
  const scheme = brandOf({})[name]
  for (const status of ['success', 'warning', 'danger', 'info']) {
    const soft = value(`${status}-soft`)
    for (const background of [soft, ...surfacesOf(scheme).map(([, surface]) => surface)]) {
      expect.soft(ratio(value(`${status}-text`), background), `${status} text`).toBeGreaterThanOrEqual(4.5)
      expect.soft(ratio(value(`${status}-line`), background), `${status} line`).toBeGreaterThanOrEqual(3)
      expect.soft(ratio(value('star'), background), 'star').toBeGreaterThanOrEqual(3)
    }
    for (const text of ['text', 'muted']) expect.soft(ratio(value(text), soft), text).toBeGreaterThanOrEqual(4.5)
    expect.soft(ratio(value('on-status'), value(status)), `on ${status}`).toBeGreaterThanOrEqual(4.5)
  }
  expect.soft(ratio(value('on-status'), value('danger-hover'))).toBeGreaterThanOrEqual(4.5)
})

test('the text colors of the style sheet are those the brand colors were computed against', () => {
  const light = variablesOf(':root')
  const dark = variablesOf(':root[data-mantine-color-scheme="dark"]')
  for (const name of ['text', 'muted', 'faint'] as const) {
    expect(light[name]).toBe(toHex(NEUTRALS.light[name]))
    expect(dark[name]).toBe(toHex(NEUTRALS.dark[name]))
  }
})
