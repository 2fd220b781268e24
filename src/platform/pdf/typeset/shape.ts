import type { Face, FontFile, FontFiles } from './font-files.ts'
import type { Contour } from './outlines.ts'

type HarfBuzz = typeof import('harfbuzzjs')

/** Drawn together: the letters of `text`, with their marks, as one outline. */
export type Sign = {
  text: string
  /** Where the text begins in what was shaped. */
  at: number
  /** To the start of the next sign, in parts of an em. */
  advance: number
  contours: readonly Contour[]
  /** The same for signs that look the same. */
  look: string
  /** Null where no font has the letters; a box is drawn instead. */
  font: FontFile | null
}

export type TextStyle = { face: Face; letter_spacing?: number; is_tabular?: boolean }

/** Letters on their way to the shaper: of one font, script and direction. */
type Run = { from: number; to: number; level: number; font: FontFile | null; script: string }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

const codesOf = (text: string) =>
  [...text].filter((sign) => !IGNORABLE.test(sign)).map((sign) => sign.codePointAt(0) ?? 0)

/** The scripts of our own faces, whose letters are shaped apart; a font of another script has but that. */
const scriptOf = (text: string) =>
  /\p{Script=Latin}/u.test(text)
    ? 'latin'
    : /\p{Script=Cyrillic}/u.test(text)
      ? 'cyrillic'
      : /\p{Script=Greek}/u.test(text)
        ? 'greek'
        : ''

const runsOf = (text: string, levels: Uint8Array, face: Face, files: FontFiles): Run[] => {
  const runs: Run[] = []
  const add = (from: number, part: string, font: FontFile | null) => {
    const to = from + part.length
    const level = levels[from] ?? 0
    const script = scriptOf(part)
    const last = runs.at(-1)
    const isSame = last?.font === font && last.level === level && font !== null
    if (last && isSame && (script === '' || last.script === '' || script === last.script)) {
      last.to = to
      last.script ||= script
    } else runs.push({ from, to, level, font, script })
  }
  for (const { segment, index } of graphemes.segment(text)) {
    const codes = codesOf(segment)
    if (codes.length === 0) continue
    const font = files.fontFor(codes, face, text)
    if (font || codes.length === 1) add(index, segment, font)
    else {
      // No font has all of it, as of an emoji that is put together: its parts stand side by side.
      let at = index
      for (const part of segment) {
        const [code] = codesOf(part)
        if (code !== undefined) add(at, part, files.fontFor([code], face, text))
        at += part.length
      }
    }
  }
  return runs
}

/** The order in which runs stand on the line, from the left (rule L2 of the bidirectional algorithm). */
const visualOrder = (runs: readonly Run[]): Run[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  return ordered
}

const moved = (contour: Contour, dx: number, dy: number): Contour =>
  contour.map(({ x, y, is_on }) => ({ x: x + dx, y: y + dy, is_on }))

const square = (left: number, bottom: number, right: number, top: number, isHole: boolean): Contour => {
  const corners = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ]
  return (isHole ? corners.reverse() : corners).map(([x = 0, y = 0]) => ({ x, y, is_on: true }))
}

/** Stands where no font has the letter. */
const BOX: readonly Contour[] = [square(0.08, 0, 0.62, 0.72, false), square(0.13, 0.05, 0.57, 0.67, true)]
const BOX_WIDTH = 0.7

/**
 * A sign from right to left as signs of one letter each, of which the first letter has the outline and the breadth.
 * Readers of PDFs turn what stands from right to left around letter by letter, and would put marks before their letters.
 */
const letterByLetter = (sign: Sign): Sign[] => {
  const [first = '', ...others] = [...sign.text]
  const marks = others.reverse().map((text): Sign => ({ ...sign, text, advance: 0, contours: [], look: '' }))
  return [...marks, { ...sign, text: first }]
}

export const shaper = (hb: HarfBuzz, files: FontFiles) => {
  const tabular = [new hb.Feature('tnum', 1)]

  const shapeRun = (text: string, { from, to, level, font }: Run, style: TextStyle): Sign[] => {
    const part = text.slice(from, to)
    const spacing = style.letter_spacing ?? 0
    if (!font) return [{ text: part, at: from, advance: BOX_WIDTH + spacing, contours: BOX, look: 'box', font }]
    const buffer = new hb.Buffer()
    buffer.addText(part)
    buffer.guessSegmentProperties()
    buffer.setLanguage('en')
    const isRightToLeft = level % 2 === 1
    buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
    hb.shape(font.font, buffer, style.is_tabular ? tabular : [])
    const glyphs = buffer.getGlyphInfosAndPositions()
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other)
    const signs: Sign[] = []
    let open: { cluster: number; sign: Sign; pen: number } | undefined
    for (const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
      if (open?.cluster !== cluster) {
        const end = starts[starts.indexOf(cluster) + 1] ?? part.length
        const text = part.slice(cluster, end)
        const sign: Sign = { text, at: from + cluster, advance: spacing, contours: [], look: '', font }
        open = { cluster, sign, pen: 0 }
        signs.push(sign)
      }
      const [dx, dy] = [(open.pen + xOffset) / font.units, yOffset / font.units]
      const drawn = font.contours(codepoint)
      open.sign.contours = [
        ...open.sign.contours,
        ...(dx || dy ? drawn.map((contour) => moved(contour, dx, dy)) : drawn),
      ]
      open.sign.look += `${font.id} ${codepoint} ${dx} ${dy} `
      open.sign.advance += xAdvance / font.units
      open.pen += xAdvance
    }
    return isRightToLeft ? signs.flatMap(letterByLetter) : signs
  }

  /** The signs of one line from left to right; `levels` are those of its letters. */
  return (text: string, levels: Uint8Array, style: TextStyle): Sign[] =>
    visualOrder(runsOf(text, levels, style.face, files)).flatMap((run) => shapeRun(text, run, style))
}
export type Shape = ReturnType<typeof shaper>
