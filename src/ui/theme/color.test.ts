import { expect, test } from 'vitest'
import { contrast, fromLch, parseColor, toHex, toLch } from './color.ts'

test.each([
  ['#fff', '#ffffff'],
  ['#1B56B3', '#1b56b3'],
  ['#1b56b380', '#1b56b3'],
  ['rgb(27, 86, 179)', '#1b56b3'],
  ['rgb(27 86 179 / 50%)', '#1b56b3'],
  ['rgba(27,86,179,.4)', '#1b56b3'],
  ['rgb(100%, 0%, 0%)', '#ff0000'],
  ['hsl(120, 100%, 25%)', '#008000'],
  ['hsl(-240deg 100% 25%)', '#008000'],
  ['  #ABC ', '#aabbcc'],
])('a color field may hold %s (PRT-046)', (text, expected) => {
  expect(toHex(parseColor(text)!)).toBe(expected)
})

test.each([
  'var(--brand)',
  '#12',
  '#ggg',
  'red',
  'rgb(1,2)',
  'rgb(1,2,3,4,5)',
  'hsl(1,2,3)',
  'rgb(1,2,3);}</style><script>',
  '',
  null,
  42,
])('%s is no plain color', (text) => {
  expect(parseColor(text)).toBeNull()
})

test('contrast ranges from 1 to 21 and does not depend on the order', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5)
  expect(contrast([18, 52, 86], [18, 52, 86])).toBe(1)
  // Example of WCAG's own tools: #767676 on white is just readable.
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
})

test('a color survives conversion to OKLCH and back', () => {
  for (const hex of ['#000000', '#ffffff', '#1b56b3', '#c96a12', '#00ff00', '#7f7f7f']) {
    expect(toHex(fromLch(toLch(parseColor(hex)!)))).toBe(hex)
  }
})
