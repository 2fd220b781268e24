import { SHARE_PICTURE, type ShareWords } from '#kernel/product/share-picture.ts'
import { brandOf } from '#platform/brand.ts'
import {
  createCanvas,
  fillShape,
  type Rgb,
  rectangle,
  type Shape,
  textShape,
  toPng,
} from '#platform/files/pictures/raster.ts'
import { type Face, type Line, type Typesetter, typesetter } from '#platform/pdf/typeset/typeset.ts'

export type PictureWords = ShareWords & {
  /** Where the portal is found. */
  host: string
}

const MARGIN = 84
const SIZES = [92, 80, 70, 60, 52] as const
const MOST_LINES = 4
const LINE_HEIGHT = 1.16
const BOLD: Face = { family: 'Inter', weight: 600 }
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** As much of a text as fits on its last line, with an ellipsis where something had to go. */
const cut = (setter: Typesetter, text: string, face: Face, width: number, lines: number): Line[] => {
  const set = (part: string) => setter.paragraph(part, { face })
  if (set(text).countLines(width) <= lines) return set(text).lines(width)
  const signs = [...graphemes.segment(text)]
  let [fits, tooLong] = [0, signs.length]
  const shortened = (count: number) => set(`${text.slice(0, signs[count]?.index).trimEnd()}…`)
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (shortened(middle).countLines(width) <= lines) fits = middle
    else tooLong = middle
  }
  return shortened(fits).lines(width)
}

/** The title in the largest letters in which it takes at most four lines; what is longer still ends with an ellipsis. */
const setTitle = (setter: Typesetter, title: string, width: number): { size: number; lines: Line[] } => {
  const { widest, countLines } = setter.paragraph(title, { face: BOLD })
  const fitting = SIZES.find((size) => widest * size <= width && countLines(width / size) <= MOST_LINES)
  const size = fitting ?? SIZES.at(-1) ?? 52
  return { size, lines: cut(setter, title, BOLD, width / size, MOST_LINES) }
}

/** Two bands across the corner, a shade beside the ground. */
const bands = (width: number, height: number): Shape[] => [
  [
    [
      [width * 0.62, 0],
      [width, 0],
      [width, height * 0.86],
    ],
  ],
  [
    [
      [width * 0.8, 0],
      [width, 0],
      [width, height * 0.44],
    ],
  ],
]

/** The share picture of a page in the portal's color, as a PNG of 1123 × 794 pixels (SEO-006). */
export const drawPicture = async (given: PictureWords): Promise<Buffer> => {
  const { title, portal_name: portalName, primary_color: color, host } = given
  const { width, height } = SHARE_PICTURE
  const setter = await typesetter()
  const brand = brandOf(color)
  const [ground, ink] = [rgbOf(brand.color), rgbOf(brand.on_color)]
  const room = width - 2 * MARGIN
  const canvas = createCanvas(width, height, ground)
  for (const band of bands(width, height)) fillShape(canvas, band, ink, 0.05)

  const { size, lines } = setTitle(setter, title, room)
  fillShape(canvas, rectangle(lines[0]?.is_rtl ? width - MARGIN - 96 : MARGIN, MARGIN + 6, 96, 10), ink)
  const draw = (line: Line, letters: number, y: number) => {
    // What is read from the right stands on the right.
    const x = line.is_rtl ? width - MARGIN - line.width * letters : MARGIN
    fillShape(canvas, textShape(line, letters, [x, y]), ink)
  }
  const first = MARGIN + 72 + size
  lines.forEach((line, at) => {
    draw(line, size, first + at * size * LINE_HEIGHT)
  })
  const drawLine = (text: string, face: Face, letters: number, y: number) => {
    for (const line of cut(setter, text, face, room / letters, 1)) draw(line, letters, y)
  }
  if (portalName !== title) drawLine(portalName, BOLD, 40, height - MARGIN - 46)
  drawLine(host, { family: 'Inter', weight: 400 }, 30, height - MARGIN)
  return toPng(canvas)
}
