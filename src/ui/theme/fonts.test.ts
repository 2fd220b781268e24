import { expect, test } from 'vitest'
import { FONTS } from '#kernel/product/site-look.ts'
import { fontFaces, fontStack, fontStyle, withFonts } from './fonts.ts'
import { pageTheme } from './page-theme.ts'

test('a portal without fonts of its own gets no rule more, and loads the one font of every page (PRT-122)', () => {
  const theme = pageTheme(null)
  const plain = withFonts(theme, { heading_font: null, text_font: null })
  expect(plain.style).toBe(theme.style)
  expect(plain.fonts).toHaveLength(1)
  expect(plain.fonts[0]).toMatch(/inter-latin/)
})

test('texts and headings have their fonts apart, and only these are loaded, each once (PRT-122)', () => {
  const { style, fonts } = withFonts(pageTheme(null), { heading_font: 'lora', text_font: 'source_sans' })
  expect(fonts.map((url) => /(source-sans-3|lora|inter)-latin/.exec(url)?.[1])).toEqual(['source-sans-3', 'lora'])
  expect(style).toContain('--font:"Source Sans 3"')
  expect(style).toMatch(/h1,h2.*font-family:"Lora"/)
  expect(style).not.toContain('"Manrope"')
  expect(withFonts(pageTheme(null), { text_font: 'lora', heading_font: 'lora' }).fonts).toHaveLength(1)
  expect(withFonts(pageTheme(null), { text_font: 'system' }).fonts).toEqual([])
})

test.each(FONTS.filter((font) => font !== 'inter' && font !== 'system'))(
  'text in %s is shown at once in a fallback of its measures, and other scripts in a font of the device (PRT-122)',
  (font) => {
    const faces = fontFaces(font)
    expect(faces).toContain('font-display:swap')
    expect(faces.match(/size-adjust/g)?.length).toBeGreaterThan(1)
    expect(faces.match(/ascent-override/g)?.length).toBe(faces.match(/size-adjust/g)?.length)
    expect(faces).toContain('unicode-range:U+0000-00FF')
    expect(fontStack(font)).toMatch(/Fallback 0","[^"]+ Fallback 1",.*serif$/)
  },
)

test('no font rule holds what somebody entered (PRT-122)', () => {
  expect(fontStyle({ text_font: 'x;}' as never })).not.toContain('x;}')
})
