import type { Contour } from './outlines.ts'
import { sfnt } from './sfnt.ts'
import type { Sign } from './shape.ts'

const UNITS = 2048
const unit = (part: number) => Math.round(part * UNITS)

/** Signs travel through the PDF library as letters of this private plane, one letter each. */
const PLANE = 0xf0000
const MOST_FORMS = 0xfffd

/** A glyph of the font inside a document: its outline, its width, and the letters that it represents. */
type Form = { id: number; text: string; advance: number; contours: readonly Contour[] }

type Box = [left: number, bottom: number, right: number, top: number]

const boxOf = (contours: readonly Contour[]): Box => {
  const box: Box = [32_767, 32_767, -32_768, -32_768]
  for (const { x, y } of contours.flat()) {
    box[0] = Math.min(box[0], unit(x))
    box[1] = Math.min(box[1], unit(y))
    box[2] = Math.max(box[2], unit(x))
    box[3] = Math.max(box[3], unit(y))
  }
  return box[0] > box[2] ? [0, 0, 0, 0] : box
}

const words16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2)
  return bytes
}

/** Contours may lie over each other, as those of a letter and its mark do. */
const OVERLAP = 0x40

const outline = (contours: readonly Contour[]): Buffer => {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  let last = -1
  const ends = contours.map(({ length }) => {
    last += length
    return last
  })
  const steps = (axis: 'x' | 'y') => {
    let before = 0
    return points.map((point) => {
      const place = unit(point[axis])
      const step = place - before
      before = place
      return step
    })
  }
  const flags = Buffer.from(points.map(({ is_on: isOn }, index) => (isOn ? 1 : 0) | (index === 0 ? OVERLAP : 0)))
  const bytes = Buffer.concat([
    words16(contours.length, ...boxOf(contours), ...ends, 0),
    flags,
    words16(...steps('x'), ...steps('y')),
  ])
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

/** The tables that a PDF wants of an embedded font, with these glyphs in their order. */
const fontFile = (forms: readonly Pick<Form, 'advance' | 'contours'>[], ascent: number, descent: number): Buffer => {
  const outlines = forms.map(({ contours }) => outline(contours))
  const boxes = forms.map(({ contours }) => boxOf(contours))
  const advances = forms.map(({ advance }) => unit(advance))
  const places = [0]
  for (const { length } of outlines) places.push((places.at(-1) ?? 0) + length)
  const loca = Buffer.alloc(places.length * 4)
  for (const [index, place] of places.entries()) loca.writeUInt32BE(place, index * 4)
  const edge = (side: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) => pick(0, ...boxes.map((box) => box[side]))
  const box = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)]
  const most = (count: (contours: readonly Contour[]) => number) =>
    Math.max(0, ...forms.map(({ contours }) => count(contours)))
  const widest = Math.max(...advances)
  const tables = new Map([
    ['glyf', Buffer.concat(outlines)],
    ['loca', loca],
    ['hmtx', Buffer.concat(advances.map((advance, index) => words16(advance, boxes[index]?.[0] ?? 0)))],
    ['head', words16(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, UNITS, 0, 0, 0, 0, 0, 0, 0, 0, ...box, 0, 8, 2, 1, 0)],
    [
      'hhea',
      words16(
        1,
        0,
        unit(ascent),
        -unit(descent),
        0,
        widest,
        box[0] ?? 0,
        0,
        box[2] ?? 0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        forms.length,
      ),
    ],
    [
      'maxp',
      words16(
        1,
        0,
        forms.length,
        most((all) => all.flat().length),
        most((all) => all.length),
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      ),
    ],
  ])
  return sfnt(tables)
}

/**
 * A font for one document, made only of its glyphs. Each glyph has the outline from the shaper and the letters that it
 * represents. So drawing and text extraction come from the same place, and nothing outlives the document. The PDF
 * library takes it for one of its own fonts (`layout` is how it knows).
 */
export class DocumentFont {
  readonly postscriptName: string
  readonly unitsPerEm = UNITS
  readonly ascent: number
  readonly descent: number
  readonly xHeight = 0
  readonly capHeight = 0
  readonly lineGap = 0
  readonly italicAngle = 0
  readonly post = { isFixedPitch: false }
  readonly head = { macStyle: { italic: false } }
  readonly bbox = { minX: -UNITS, minY: -UNITS, maxX: 2 * UNITS, maxY: 2 * UNITS }
  private readonly forms: Form[] = []
  private readonly known = new Map<string, Form>()

  constructor(name: string, ascent: number, descent: number) {
    this.postscriptName = name
    this.ascent = unit(ascent)
    this.descent = -unit(descent)
  }

  /** The letters by which `layout` finds the signs again. */
  encode(signs: readonly Sign[]): string {
    return signs.map((sign) => String.fromCodePoint(PLANE + this.formOf(sign).id)).join('')
  }

  private formOf({ text, advance, contours, look }: Sign): Form {
    const key = `${unit(advance)} ${look}|${text}`
    const cached = this.known.get(key)
    if (cached) return cached
    if (this.forms.length === MOST_FORMS) throw new Error('Too many different letters for one document')
    const form = { id: this.forms.length, text, advance, contours }
    this.forms.push(form)
    this.known.set(key, form)
    return form
  }

  private glyphOf({ id, text, advance }: Form) {
    return { id, advanceWidth: unit(advance), codePoints: [...text].map((sign) => sign.codePointAt(0) ?? 0) }
  }

  layout(letters: string) {
    const glyphs = [...letters].flatMap((letter) => {
      const form = this.forms[(letter.codePointAt(0) ?? 0) - PLANE]
      return form ? [this.glyphOf(form)] : []
    })
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) }
  }

  getGlyph() {
    return { advanceWidth: 0 }
  }

  createSubset() {
    const included: Pick<Form, 'advance' | 'contours'>[] = [{ advance: 0, contours: [] }]
    const places = new Map<number, number>()
    return {
      includeGlyph: (id: number): number => {
        const form = this.forms[id]
        const place = places.get(id)
        if (place !== undefined || !form) return place ?? 0
        included.push(form)
        places.set(id, included.length - 1)
        return included.length - 1
      },
      encode: () => fontFile(included, this.ascent / UNITS, -this.descent / UNITS),
    }
  }
}
