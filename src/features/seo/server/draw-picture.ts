import { SHARE_PICTURE, type ShareWords } from '#kernel/share-picture.ts'
import { brandOf } from '#platform/brand.ts'
import {
  createCanvas,
  fillShape,
  lineWidth,
  type Rgb,
  rectangle,
  type Shape,
  textShape,
  toPng,
} from '#platform/raster.ts'

export type PictureWords = ShareWords & {
  /** Where the portal is found. */
  host: string
}

const MARGIN = 84
const SIZES = [92, 80, 70, 60, 52] as const
const MOST_LINES = 4

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** Words in lines of at most `width` pixels; a word that is wider stands alone. */
const linesOf = (text: string, size: number, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && lineWidth(longer, 'bold', size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** As much of a line as fits, with an ellipsis where something had to go. */
const cut = (line: string, face: 'regular' | 'bold', size: number, width: number): string => {
  if (lineWidth(line, face, size) <= width) return line
  let text = line
  while (text.length > 1 && lineWidth(`${text}…`, face, size) > width) text = text.slice(0, -1).trimEnd()
  return `${text}…`
}

/** The title in the largest letters in which it takes at most four lines; what is longer still ends with an ellipsis. */
const setTitle = (title: string, width: number): { size: number; lines: string[] } => {
  for (const size of SIZES) {
    const lines = linesOf(title, size, width)
    if (lines.length <= MOST_LINES && lines.every((line) => lineWidth(line, 'bold', size) <= width))
      return { size, lines }
  }
  const size = SIZES.at(-1) ?? 52
  const lines = linesOf(title, size, width)
  const kept = lines.slice(0, MOST_LINES)
  if (lines.length > MOST_LINES) kept[MOST_LINES - 1] = `${kept[MOST_LINES - 1]} ${lines[MOST_LINES]}`
  return { size, lines: kept.map((line) => cut(line, 'bold', size, width)) }
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

/** The share picture of a page in the portal's colour, as a PNG of 1123 × 794 pixels (SEO-006). */
export const drawPicture = ({ title, portal_name: portalName, primary_color: color, host }: PictureWords): Buffer => {
  const { width, height } = SHARE_PICTURE
  const brand = brandOf(color)
  const [ground, ink] = [rgbOf(brand.color), rgbOf(brand.on_color)]
  const room = width - 2 * MARGIN
  const canvas = createCanvas(width, height, ground)
  for (const band of bands(width, height)) fillShape(canvas, band, ink, 0.05)

  const { size, lines } = setTitle(title, room)
  fillShape(canvas, rectangle(MARGIN, MARGIN + 6, 96, 10), ink)
  const first = MARGIN + 72 + size
  lines.forEach((line, at) => {
    fillShape(canvas, textShape(line, 'bold', size, [MARGIN, first + at * size * 1.16]), ink)
  })
  const name = cut(portalName, 'bold', 40, room)
  if (portalName !== title) fillShape(canvas, textShape(name, 'bold', 40, [MARGIN, height - MARGIN - 46]), ink)
  fillShape(canvas, textShape(cut(host, 'regular', 30, room), 'regular', 30, [MARGIN, height - MARGIN]), ink)
  return toPng(canvas)
}
