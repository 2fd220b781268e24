import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createElement, type ReactElement } from 'react'
import { decodePicturesInOrder, type PdfPicture, readPicture } from './pdf-picture.ts'

export { type PdfPicture, readPicture }
export type PdfKit = typeof import('@react-pdf/renderer')
export type RenderedPdf = { pdf: Buffer; sha256: string }

/** Inter for everything that is read, EB Garamond for what is celebrated. */
const FACES = [
  { family: 'Inter', weight: 400, file: 'Inter-Regular' },
  { family: 'Inter', weight: 600, file: 'Inter-SemiBold' },
  { family: 'EB Garamond', weight: 400, file: 'EBGaramond-Regular' },
  { family: 'EB Garamond', weight: 500, file: 'EBGaramond-Medium' },
] as const
export type PdfFace = { family: 'Inter'; weight: 400 | 600 } | { family: 'EB Garamond'; weight: 400 | 500 }

const ENDLESS = 40

/** Words stand whole; only what is no word of any language any more may be broken, so that it stays on the page. */
const breakable = (word: string): string[] =>
  word.length > ENDLESS ? (word.match(new RegExp(`.{1,${ENDLESS / 2}}`, 'gsu')) ?? [word]) : [word]

let loading: Promise<PdfKit> | undefined

const load = async (): Promise<PdfKit> => {
  const kit = await import('@react-pdf/renderer')
  await decodePicturesInOrder()

  for (const { family, weight, file } of FACES) {
    const src = fileURLToPath(new URL(`./fonts/${file}.ttf`, import.meta.url))
    kit.Font.register({ family, fontWeight: weight, src })
    await kit.Font.load({ fontFamily: family, fontWeight: weight })
  }
  kit.Font.registerHyphenationCallback(breakable)
  return kit
}

/** The PDF library with our fonts. It costs about 150 ms and 40 MB, so it is loaded on first use, in the worker. */
export const pdfKit = (): Promise<PdfKit> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/**
 * Renders a react-pdf `Document` element. The same element gives the same bytes, provided that it names its
 * creationDate and modificationDate; `sha256` is their fingerprint in hexadecimal.
 */
export const renderPdf = async (document: ReactElement): Promise<RenderedPdf> => {
  const kit = await pdfKit()
  const pdf = await kit.renderToBuffer(document as Parameters<PdfKit['renderToBuffer']>[0])
  return { pdf, sha256: createHash('sha256').update(pdf).digest('hex') }
}

type Measurable = {
  layout: (text: string) => { advanceWidth: number }
  unitsPerEm: number
  hasGlyphForCodePoint: (code: number) => boolean
}

const faceData = async ({ family, weight }: PdfFace): Promise<Measurable> => {
  const kit = await pdfKit()
  return kit.Font.getFont({ fontFamily: family, fontWeight: weight })?.data as unknown as Measurable
}

/** Width in points of one line of text at a size in points. */
export const textWidth = async (text: string, face: PdfFace, size: number): Promise<number> => {
  const font = await faceData(face)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}

/** The characters of a text that the embedded fonts cannot draw (Inter has Latin, Greek and Cyrillic letters). */
export const undrawable = async (text: string, face: PdfFace = { family: 'Inter', weight: 400 }): Promise<string[]> => {
  const font = await faceData(face)
  const missing = [...text].filter((sign) => !/\s/.test(sign) && !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  return [...new Set(missing)]
}

/** How many lines words take at most `width` points wide, filled greedily as the layout does. */
const lineCount = (words: readonly number[], space: number, width: number): number => {
  let lines = 1
  let used = 0
  for (const word of words) {
    const next = used === 0 ? word : used + space + word
    if (next > width && used > 0) {
      lines += 1
      used = word
    } else used = next
  }
  return lines
}

/**
 * How to set a text in at most `lines` lines of `width` points: the first of the sizes (descending) that allows it,
 * the last where none does, and the width that makes the lines about equally long.
 */
export const fitText = async (
  text: string,
  face: PdfFace,
  { width, lines, sizes }: { width: number; lines: number; sizes: readonly [number, ...number[]] },
): Promise<{ size: number; width: number; does_fit: boolean }> => {
  const words = await Promise.all(
    text
      .split(/[^\S\u00a0]+/)
      .flatMap(breakable)
      .map((word) => textWidth(word, face, 1)),
  )
  const space = await textWidth(' ', face, 1)
  const widest = Math.max(...words)
  const count = (room: number) => lineCount(words, space, room)
  const fitting = sizes.find((size) => widest * size <= width && count(width / size) <= lines)
  const size = fitting ?? sizes.at(-1) ?? sizes[0]
  const full = width / size
  let low = Math.min(widest, full)
  let high = full
  const wanted = count(full)
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    if (count(middle) > wanted) low = middle
    else high = middle
  }
  return { size, width: Math.min(width, high * size + 2), does_fit: fitting !== undefined }
}

/** A picture as large as fits into a box of points, without change of its proportions. */
export const drawPicture = ({ Image }: PdfKit, picture: PdfPicture, width: number, height: number) => {
  const scale = Math.min(width / picture.width, height / picture.height)
  return createElement(Image, {
    src: picture.bytes,
    style: { width: picture.width * scale, height: picture.height * scale },
  })
}

/** A QR code (error correction M) as one path on a square of `size` modules, quiet zone not included. */
export const qrPath = async (text: string): Promise<{ path: string; size: number }> => {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let run = 0
      while (column + run < size && modules.get(row, column + run)) run += 1
      if (run > 0) path += `M${column} ${row}h${run}v1h-${run}z`
      column += run
    }
  }
  return { path, size }
}
