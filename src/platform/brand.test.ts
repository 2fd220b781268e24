import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf, contrast } from './brand.ts'

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each([
  ['#0f766e', '#0f766e'],
  ['#abc', '#aabbcc'],
  ['#0F766Eff', '#0f766e'],
  ['rgb(15, 118, 110)', '#0f766e'],
  ['rgb(15 118 110 / 50%)', '#0f766e'],
  ['hsl(120, 100%, 25%)', '#008000'],
  ['hsl(-240 100% 50%)', '#00ff00'],
  ['var(--brand)', '#1d4e89'],
  ['', '#1d4e89'],
  ['#12', '#1d4e89'],
])('%s is read as %s (VAL-027)', (text, color) => {
  expect(brandOf(text).color).toBe(color)
})

test('text in a portal’s color, and text on it, is readable for any color (PRT-045, UIX-032)', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(part, part, part, (red, green, blue) => {
      const brand = brandOf(`rgb(${red}, ${green}, ${blue})`)
      expect(contrast(brand.ink, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(brand.on_color, brand.color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
