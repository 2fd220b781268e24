import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, parseColor } from './color.ts'
import { checkColor, corrected, corrections, READABLE } from './color-checks.ts'

const rgb = (color: string) => parseColor(color)!

test('a main color that reads on every ground of the page is left as it is (PRT-116)', () => {
  const check = checkColor({ primary_color: '#1b56b3' }, 'primary_color')
  expect(check).toMatchObject({ color: '#1b56b3', text: '#ffffff', correction: null })
  expect(check?.ratio).toBeGreaterThan(READABLE)
})

test('a yellow gets dark text, and a shade for links that reads (PRT-116)', () => {
  const check = checkColor({ primary_color: '#f5d90a' }, 'primary_color')
  expect(contrast(rgb(check!.text), rgb('#f5d90a'))).toBeGreaterThanOrEqual(READABLE)
  expect(check!.correction).toMatchObject({ kind: 'as-text', before: { text: '#f5d90a' } })
  expect(check!.correction!.before.ratio).toBeLessThan(READABLE)
  expect(check!.correction!.after.ratio).toBeGreaterThanOrEqual(READABLE)
})

test('a background that is too strong for gray texts is offered paler (PRT-116)', () => {
  const check = checkColor({ background: '#c9b37a' }, 'background')
  expect(check!.correction).toMatchObject({ kind: 'as-page' })
  expect(check!.correction!.after.ratio).toBeGreaterThanOrEqual(READABLE)
})

test('on a dark portal the colors are corrected to lighter ones (PRT-116)', () => {
  const check = checkColor({ background: '#101418', primary_color: '#1a2a6c' }, 'primary_color')
  expect(contrast(rgb(check!.correction!.color), rgb('#101418'))).toBeGreaterThanOrEqual(READABLE)
})

test('without a color, or with one that is none, there is nothing to check (PRT-116)', () => {
  expect(checkColor({}, 'primary_color')).toBeNull()
  expect(checkColor({ primary_color: 'var(--brand)' }, 'primary_color')).toBeNull()
})

const color = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
const maybe = fc.option(color, { nil: null })

test('whatever the colors are, text on them reads, and corrected ones need no correction (PRT-116)', () => {
  fc.assert(
    fc.property(
      fc.record({
        primary_color: color,
        secondary_color: maybe,
        background: maybe,
        footer_header_color: maybe,
        footer_color: maybe,
      }),
      (branding) => {
        for (const field of ['primary_color', 'secondary_color', 'background', 'footer_header_color'] as const) {
          const check = checkColor(branding, field)
          if (check) expect(check.ratio).toBeGreaterThanOrEqual(READABLE)
        }
        expect(corrections(corrected(branding))).toEqual([])
      },
    ),
    { numRuns: 400 },
  )
})
