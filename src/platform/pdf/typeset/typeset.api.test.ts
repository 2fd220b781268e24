import fs from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import * as fontkit from 'fontkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPng } from '../../files/pictures/pictures.ts'
import { linePath } from './line-path.ts'
import { contoursOfPath } from './outlines.ts'
import { type Face, type Line, type Paragraph, type Sign, typesetter } from './typeset.ts'

const require = createRequire(import.meta.url)
const INTER: Face = { family: 'Inter', weight: 400 }
const setter = await typesetter()
const set = (text: string, face: Face = INTER): Paragraph => setter.paragraph(text, { face })
const oneLine = (text: string, face: Face = INTER): Line => set(text, face).lines(Number.POSITIVE_INFINITY)[0] as Line
const texts = (paragraph: Paragraph, width: number) => paragraph.lines(width).map(({ text }) => text)
const fontsOf = (text: string) => [...new Set(oneLine(text).signs.map(({ font }) => font?.name))]

const script = (name: string, part = name) =>
  require.resolve(`@fontsource-variable/noto-sans-${name}/files/noto-sans-${name}-${part}-wght-normal.woff2`)
const own = (name: string) => fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url))

/** The line as a picture, black on white. */
const picture = async (line: Pick<Line, 'signs'>) => {
  const path = `<path d="M0 0H1200V200H0Z" fill="#fff"/><path d="${linePath(line, 80, [20, 130])}"/>`
  const png = await drawPng(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="200">${path}</svg>`)
  return sharp(png).extractChannel(0).raw().toBuffer()
}

describe('the letters', () => {
  test.each([
    ['Maria Lopez', own('Inter-Regular')],
    ['Trần Phượng Nguyễn', own('Inter-Regular')],
    ['Ελένη Παπαδοπούλου', own('Inter-Regular')],
    ['Юлия Щербакова', own('Inter-Regular')],
    ['محمد', script('arabic')],
    ['الأنصاري', script('arabic')],
    ['السلامة', script('arabic')],
    ['क्षत्रिय', script('devanagari')],
    ['श्रीवास्तव', script('devanagari')],
    ['निर्माण', script('devanagari')],
    ['ประเทศไทย', script('thai')],
    ['សុខ', script('khmer')],
  ])('%s is drawn as another shaper draws it, point by point (CER-030)', async (text, file) => {
    const other = fontkit.create(fs.readFileSync(file))
    const { glyphs, positions } = other.layout(text)
    let pen = 0
    const signs = glyphs.map((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const [dx, dy] = [xOffset / other.unitsPerEm, yOffset / other.unitsPerEm]
      const contours = contoursOfPath(glyph.path.toSVG(), other.unitsPerEm).map((contour) =>
        contour.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })),
      )
      pen += xAdvance
      return { contours, advance: xAdvance / other.unitsPerEm } as unknown as Sign
    })
    const line = oneLine(text)
    expect(line.width).toBeCloseTo(pen / other.unitsPerEm, 3)
    const [drawn, expected] = await Promise.all([picture(line), picture({ signs })])
    expect(drawn.filter((value) => value < 128).length).toBeGreaterThan(500)
    expect(drawn.filter((value, index) => Math.abs(value - (expected[index] ?? 0)) > 100)).toHaveLength(0)
  })

  test.each([
    ['עָם', 'noto-sans-hebrew', ['ם', 'ָ', 'ע']],
    ['น้ำ', 'noto-sans-thai', ['น้ำ']],
    ['ខ្ញុំ', 'noto-sans-khmer', ['ខ្ញុំ']],
    ['हिन्दी', 'noto-sans-devanagari', ['हि', 'न्', 'दी']],
    ['مُحَمَّد', 'noto-sans-arabic', ['د', 'ّ', 'َ', 'م', 'َ', 'ح', 'ُ', 'م']],
  ])('%s is of one font, its marks drawn with their letters (CER-030)', (text, font, signs) => {
    const { signs: drawn } = oneLine(text)
    expect(drawn.map((sign) => sign.text).join('|')).toBe(signs.join('|'))
    expect(new Set(drawn.map((sign) => sign.font?.name))).toEqual(new Set([font]))
    // A shaper draws a dotted circle if a mark has no letter: a dozen more contours.
    const contours = drawn.flatMap((sign) => sign.contours).length
    expect(contours).toBeGreaterThanOrEqual(drawn.filter(({ advance }) => advance > 0).length)
    expect(contours).toBeLessThan(12)
  })

  test.each([
    ['王小明', 'noto-sans-sc'],
    ['山田太郎さん', 'noto-sans-jp'],
    ['김철수', 'noto-sans-kr'],
    ['嚾圝', 'noto-sans-tc'],
    ['👷🏽‍♀️', 'noto-emoji'],
    ['Zoë Łuk “quoted” €', 'Inter-Regular'],
  ])('%s is of %s (CER-030)', (text, font) => {
    expect(fontsOf(text)).toEqual([font])
    expect(set(text).undrawable).toEqual([])
  })

  test('a letter that no font has is named, and a box replaces it (CER-031)', () => {
    const paragraph = set('Ana ⴰⵎ ⴰ')
    expect(paragraph.undrawable).toEqual(['ⴰ', 'ⵎ'])
    const { signs } = oneLine('Ana ⴰⵎ ⴰ')
    expect(signs.filter(({ font }) => !font).map(({ text, contours }) => [text, contours.length])).toEqual([
      ['ⴰ', 2],
      ['ⵎ', 2],
      ['ⴰ', 2],
    ])
  })

  test('right-to-left text runs from the right, and numbers and other scripts beside it do not (CER-030)', () => {
    const visual = (text: string) =>
      oneLine(text)
        .signs.map((sign) => sign.text)
        .join('')
    expect(visual('محمد Smith')).toBe('Smith دمحم')
    expect(visual('Smith (محمد) 12')).toBe('Smith (دمحم) 12')
    expect(visual('שלום 12 ab')).toBe('ab 12 םולש')
    expect(visual('Ana \u202eoiraM')).toBe('Ana oiraM')
    expect([oneLine('محمد Smith').is_rtl, oneLine('Smith محمد').is_rtl]).toEqual([true, false])
  })

  test('all letters of a text are drawn once, whatever scripts are mixed (CER-030)', () => {
    const part = fc.constantFrom(
      'Maria',
      'Trần',
      'محمد',
      'דָּוִד',
      'ศิริพร',
      'क्षितिज',
      'សុខ',
      '王小明',
      '太郎',
      '김',
      '👷',
      '12',
      '(',
      ')',
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join(' ')
        const letters = (text: string) => [...text].sort().join('')
        expect(
          letters(
            oneLine(text)
              .signs.map((sign) => sign.text)
              .join(''),
          ),
        ).toBe(letters(text))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the lines', () => {
  test.each([
    ['María-Fernanda Villanueva de la Cruz', 8, ['María-Fernanda', 'Villanueva de la', 'Cruz']],
    ['ความปลอดภัยในการทำงาน', 4, ['ความ', 'ปลอดภัย', 'ในการ', 'ทำงาน']],
    ['高所作業の安全、トレーニング', 5, ['高所作業の', '安全、ト', 'レーニング']],
    ['고소 작업 안전 교육', 5, ['고소 작업', '안전 교육']],
    ['محمد عبد الله الأنصاري', 5, ['محمد عبد', 'الله', 'الأنصاري']],
    ['one\ntwo', 20, ['one', 'two']],
    ['', 20, ['']],
  ])('%s is broken between words (CER-030)', (text, width, lines) => {
    expect(texts(set(text), width)).toEqual(lines)
    expect(set(text).countLines(width)).toBe(lines.length)
  })

  test('only a word longer than a line is broken, first at its hyphens (CER-030)', () => {
    expect(texts(set('Wojciechowska-Brzęczyszczykiewicz'), 10)).toEqual(['Wojciechowska-', 'Brzęczyszczykiewic', 'z'])
    const lines = set('W'.repeat(50)).lines(12)
    expect(lines.map(({ text }) => text).join('')).toBe('W'.repeat(50))
    expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(12)
  })

  test('nothing is lost and no line is too long, for any text and width (CER-030)', () => {
    const word = fc.constantFrom(
      'Maria',
      'Trần-Phượng',
      'محمد',
      'ศิริพรปิ่นทอง',
      'សុវត្ថិភាព',
      '高所作業',
      'Wwwwwwwwwwww',
      '12',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.integer({ min: 3, max: 40 }), (words, width) => {
        const text = words.join(' ')
        const lines = set(text).lines(width)
        expect(
          lines
            .map((line) => line.text)
            .join('')
            .replaceAll(' ', ''),
        ).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(line.width).toBeLessThan(width + 0.8)
      }),
      { numRuns: 60 },
    )
  })
})
