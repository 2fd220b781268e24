import type { DocumentFont } from './typeset/document-font.ts'
import { type Face, faceName, type Typesetter } from './typeset/typeset.ts'

// Tables of many cells: each text is set once, however often it is drawn, and boxes of one color are filled at once.

/** Draws on a page or a part of one; lengths are in points from its upper left corner. */
export type Pen = {
  /** One line of text, cut with an ellipsis where it is wider than `width`. */
  text: (text: string, at: { x: number; y: number; width: number }, style: PenStyle) => void
  /** A text that was set before, or the lines of it that `isShown` picks. */
  set: (text: SetText, at: { x: number; y: number }, isShown?: (line: SetLine) => boolean) => void
  box: (at: { x: number; y: number; width: number; height: number }, color: string) => void
}
export type PenStyle = { face?: Face; size: number; color: string }

/** A line of a text on its way to the page; `top`, `height` and the place of its baseline are in points from the text's top. */
export type SetLine = { letters: string; x: number; top: number; height: number; baseline: number }
/** A text whose lines are known, to be drawn at any place of its document. */
export type SetText = {
  width: number
  height: number
  size: number
  color: string
  face: Face
  lines: readonly SetLine[]
}

/** What `Canvas` of the library paints with, as far as drawings need it. */
type Painter = {
  fillColor: (color: string) => Painter
  font: (font: DocumentFont, name: string, size: number) => Painter
  text: (text: string, x: number, y: number, options: object) => Painter
  rect: (x: number, y: number, width: number, height: number) => Painter
  fill: (color: string) => Painter
}

type Document = {
  setter: Typesetter
  /** The font of this document for a face. */
  fontOf: (face: Face) => DocumentFont
  undrawable: Set<string>
}

const READ: Face = { family: 'Inter', weight: 400 }

/** The longest beginning of a text that fits, by halving. */
const cutOff = (text: string, doesFit: (part: string) => boolean): string => {
  const letters = [...text]
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (doesFit(letters.slice(0, middle).join(''))) fits = middle
    else tooLong = middle
  }
  return letters.slice(0, fits).join('').trimEnd()
}

/** The drawings of one document. */
export const drawer = ({ setter, fontOf, undrawable }: Document) => {
  const lines = new Map<string, { letters: string; baseline: number }>()

  const setLine = (text: string, face: Face, ems: number) => {
    const key = `${faceName(face)} ${ems} ${text}`
    const known = lines.get(key)
    if (known) return known
    const doesFit = (part: string) => setter.paragraph(part, { face }).width <= ems
    const shown = doesFit(text) ? text : `${cutOff(text, (part) => doesFit(`${part}…`))}…`
    const paragraph = setter.paragraph(shown, { face })
    for (const letter of paragraph.undrawable) undrawable.add(letter)
    const [first] = paragraph.lines(Number.POSITIVE_INFINITY)
    const line = { letters: first ? fontOf(face).encode(first.signs) : '', baseline: setter.metrics(face).ascent }
    lines.set(key, line)
    return line
  }

  return (painter: Painter, draw: (pen: Pen) => void): void => {
    const boxes = new Map<string, Parameters<Pen['box']>[0][]>()
    const texts: (() => void)[] = []
    let former = ''
    const inked = (face: Face, size: number, color: string, letters: string, x: number, y: number) => () => {
      const look = `${faceName(face)} ${size} ${color}`
      const font = fontOf(face)
      if (look !== former) painter.fillColor(color).font(font, font.postscriptName, size)
      former = look
      painter.text(letters, x, y, { lineBreak: false, baseline: 'alphabetic' })
    }
    draw({
      text: (text, { x, y, width }, { face = READ, size, color }) => {
        const { letters, baseline } = setLine(text, face, width / size)
        if (letters !== '') texts.push(inked(face, size, color, letters, x, y + baseline * size))
      },
      set: ({ face, size, color, lines: all }, { x, y }, isShown = () => true) => {
        for (const line of all)
          if (line.letters !== '' && isShown(line))
            texts.push(inked(face, size, color, line.letters, x + line.x, y + line.baseline))
      },
      box: (at, color) => {
        boxes.set(color, [...(boxes.get(color) ?? []), at])
      },
    })
    for (const [color, places] of boxes) {
      for (const { x, y, width, height } of places) painter.rect(x, y, width, height)
      painter.fill(color)
    }
    for (const draw of texts) draw()
  }
}
