import { createHash } from 'node:crypto'
import { createElement, type ReactElement } from 'react'
import { drawer, type Pen, type PenStyle, type SetLine, type SetText } from './pdf-drawing.ts'
import { decodePicturesInOrder, type PdfPicture, readPicture } from './pdf-picture.ts'
import { DocumentFont } from './typeset/document-font.ts'
import { type Face, faceName, type Line, type Paragraph, type TextStyle, typesetter } from './typeset/typeset.ts'

export { type PdfPicture, type Pen, type PenStyle, readPicture, type SetLine, type SetText }

type Library = typeof import('@react-pdf/renderer')
export type PdfFace = Face

/** The layout of a text on the page; lengths in points. */
export type WordsStyle = Omit<TextStyle, 'face'> & {
  /** Inter of weight 400 if none is named. */
  face?: Face
  size: number
  color: string
  /** Breadth of the lines; without one there is a single line as broad as its words. */
  width?: number
  align?: 'left' | 'center' | 'right'
  /** In parts of the size. Lines of another script take as much as its letters need. */
  line_height?: number
  margin_top?: number
  margin_bottom?: number
}

/** What a document is made of: the elements of the PDF library, and its own way to set words. */
export type PdfKit = Omit<Library, 'Text'> & {
  words: (text: string, style: WordsStyle) => ReactElement
  /** The same text set for a drawing; the same text in the same style is set once for a document. Margins do not count. */
  set: (text: string, style: WordsStyle) => SetText
  /** Something drawn freely: for tables of many cells, which would each cost an element of the layout. */
  drawing: (size: { width: number; height: number }, draw: (pen: Pen) => void) => ReactElement
  /** The letters of the document that no font has; a box is drawn for each. */
  undrawable: () => string[]
}
export type RenderedPdf = { pdf: Buffer; sha256: string; undrawable: string[] }

type CanvasStyle = Record<'width' | 'height', number> & { marginTop?: number; marginBottom?: number }

const READ: Face = { family: 'Inter', weight: 400 }

let loading: Promise<Library> | undefined

const load = async (): Promise<Library> => {
  const library = await import('@react-pdf/renderer')
  await decodePicturesInOrder()
  return library
}

/** How high a line stands, and where its baseline is below its top. */
const measureLine = (
  { ascent, descent, signs }: Line,
  own: { ascent: number; descent: number },
  lineHeight?: number,
) => {
  const needed = ascent + descent
  const isForeign = signs.some(({ font }) => font && (font.ascent > own.ascent || font.descent > own.descent))
  const height = lineHeight === undefined ? needed : isForeign ? Math.max(needed, lineHeight) : lineHeight
  return { height, baseline: (height - needed) / 2 + ascent }
}

const SHIFTS = { left: 0, center: 0.5, right: 1 } as const

/**
 * The kit for one document, with its own fonts: nothing is left for the next document. The PDF library costs about 150
 * ms and 40 MB, so it is loaded on first use.
 */
export const pdfKit = async (): Promise<PdfKit> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  const [library, setter] = await Promise.all([loading, typesetter()])
  const fonts = new Map<string, DocumentFont>()
  const undrawable = new Set<string>()

  const fontOf = (face: Face): DocumentFont => {
    const name = faceName(face)
    const cached = fonts.get(name)
    if (cached) return cached
    const { ascent, descent } = setter.metrics(face)
    const font = new DocumentFont(name, ascent, descent)
    fonts.set(name, font)
    return font
  }

  const setText = (text: string, style: WordsStyle): SetText => {
    const { face = READ, size, color, align = 'left' } = style
    const paragraph = setter.paragraph(text, { ...style, face })
    for (const letter of paragraph.undrawable) undrawable.add(letter)
    const font = fontOf(face)
    const own = setter.metrics(face)
    const width = style.width ?? paragraph.width * size
    let top = 0
    const lines = paragraph.lines(style.width === undefined ? Number.POSITIVE_INFINITY : width / size).map((line) => {
      const { height, baseline } = measureLine(line, own, style.line_height)
      const from = top
      top += height
      return {
        letters: font.encode(line.signs),
        x: (width - line.width * size) * SHIFTS[align],
        top: from * size,
        height: height * size,
        baseline: (from + baseline) * size,
      }
    })
    return { width, height: top * size, size, color, face, lines }
  }

  const known = new Map<string, SetText>()
  const set: PdfKit['set'] = (text, style) => {
    const key = `${JSON.stringify(style)} ${text}`
    const made = known.get(key) ?? setText(text, style)
    known.set(key, made)
    return made
  }

  const drawOn = drawer({ setter, fontOf, undrawable })
  const canvas = (style: CanvasStyle, draw: (pen: Pen) => void) => {
    const paint = (painter: Parameters<typeof drawOn>[0]) => {
      drawOn(painter, draw)
      return null
    }
    return createElement(library.Canvas, { paint: paint as never, style })
  }
  const words: PdfKit['words'] = (text, style) => {
    const made = setText(text, style)
    const { margin_top: above, margin_bottom: below } = style
    return canvas(
      {
        width: made.width,
        height: made.height,
        ...(above !== undefined && { marginTop: above }),
        ...(below !== undefined && { marginBottom: below }),
      },
      (pen) => pen.set(made, { x: 0, y: 0 }),
    )
  }

  return { ...library, words, set, drawing: canvas, undrawable: () => [...undrawable] }
}

/**
 * Renders a react-pdf `Document` element that was made with this kit. The same element gives the same bytes, provided
 * that it names its creationDate and modificationDate; `sha256` is their fingerprint in hexadecimal.
 */
export const renderPdf = async (kit: PdfKit, document: ReactElement): Promise<RenderedPdf> => {
  const pdf = await kit.renderToBuffer(document as Parameters<Library['renderToBuffer']>[0])
  return { pdf, sha256: createHash('sha256').update(pdf).digest('hex'), undrawable: kit.undrawable() }
}

const paragraphOf = async (text: string, face: PdfFace): Promise<Paragraph> =>
  (await typesetter()).paragraph(text, { face })

/** Width in points of one line of text at a size in points. */
export const textWidth = async (text: string, face: PdfFace, size: number): Promise<number> =>
  (await paragraphOf(text, face)).width * size

/**
 * How to set a text in at most `lines` lines of `width` points: the first of the sizes (descending) that allows it,
 * the last where none does, and the width that makes the lines about equally long.
 */
export const fitText = async (
  text: string,
  face: PdfFace,
  { width, lines, sizes }: { width: number; lines: number; sizes: readonly [number, ...number[]] },
): Promise<{ size: number; width: number; does_fit: boolean }> => {
  const { widest, countLines } = await paragraphOf(text, face)
  const fitting = sizes.find((size) => widest * size <= width && countLines(width / size) <= lines)
  const size = fitting ?? sizes.at(-1) ?? sizes[0]
  const full = width / size
  let low = Math.min(widest, full)
  let high = full
  const count = countLines(full)
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    if (countLines(middle) > count) low = middle
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

/**
 * A QR code as one path on a square of `size` modules, quiet zone not included. Its error correction is M, or L where the
 * version would otherwise be above `most`.
 */
export const qrPath = async (
  text: string,
  { most = 40 }: { most?: number } = {},
): Promise<{ path: string; size: number }> => {
  const { default: qrcode } = await import('qrcode')
  const usual = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const { modules } = usual.version <= most ? usual : qrcode.create(text, { errorCorrectionLevel: 'L' })
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
