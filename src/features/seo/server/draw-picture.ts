import { SHARE_PICTURE, type ShareWords } from '#kernel/product/share-picture.ts'
import { brandOf } from '#platform/brand.ts'
import { drawPng } from '#platform/files/pictures/pictures.ts'
import { linePath } from '#platform/pdf/typeset/line-path.ts'
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

/** Two bands across the corner, slightly darker or lighter than the background. */
const bands = (width: number, height: number, ink: string): string =>
  [
    [0.62, 0.86],
    [0.8, 0.44],
  ]
    .map(([x = 0, y = 0]) => `M${width * x} 0H${width}V${height * y}Z`)
    .map((path) => `<path d="${path}" fill="${ink}" fill-opacity=".05"/>`)
    .join('')

/** The share picture of a page in the portal's color, as a PNG of 1123 × 794 pixels (SEO-006). */
export const drawPicture = async (content: PictureWords): Promise<Buffer> => {
  const { title, portal_name: portalName, primary_color: color, host } = content
  const { width, height } = SHARE_PICTURE
  const setter = await typesetter()
  const { color: ground, on_color: ink } = brandOf(color)
  const room = width - 2 * MARGIN
  const { size, lines } = setTitle(setter, title, room)
  const pathOf = (line: Line, letters: number, y: number) =>
    // Right-to-left text is aligned to the right.
    linePath(line, letters, [line.is_rtl ? width - MARGIN - line.width * letters : MARGIN, y])
  const small = (text: string, face: Face, letters: number, y: number) =>
    cut(setter, text, face, room / letters, 1).map((line) => pathOf(line, letters, y))
  const first = MARGIN + 72 + size
  const words = [
    ...lines.map((line, at) => pathOf(line, size, first + at * size * LINE_HEIGHT)),
    ...(portalName === title ? [] : small(portalName, BOLD, 40, height - MARGIN - 46)),
    ...small(host, { family: 'Inter', weight: 400 }, 30, height - MARGIN),
  ]
  const mark = lines[0]?.is_rtl ? width - MARGIN - 96 : MARGIN
  return drawPng(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
      `<path d="M0 0H${width}V${height}H0Z" fill="${ground}"/>${bands(width, height, ink)}`,
      `<path d="M${mark} ${MARGIN + 6}h96v10h-96Z${words.join('')}" fill="${ink}"/>`,
      '</svg>',
    ].join(''),
  )
}
