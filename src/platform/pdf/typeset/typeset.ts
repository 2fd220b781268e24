import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { printable } from '#kernel/product/printable.ts'
import { type Face, type FontFile, fontFiles } from './font-files.ts'
import { type Shape, type Sign, shaper, type TextStyle } from './shape.ts'

export { type Face, faceName } from './font-files.ts'
export type { Contour } from './outlines.ts'
export type { Sign, TextStyle } from './shape.ts'

/** A line from left to right; lengths are in parts of an em. `descent` is positive. */
export type Line = {
  text: string
  signs: readonly Sign[]
  width: number
  ascent: number
  descent: number
  /** Whether its text is read from the right. */
  is_rtl: boolean
}

/** A text that is to be set. Widths are in parts of an em. */
export type Paragraph = {
  /** On one line. */
  width: number
  /** The widest part that is not broken. */
  widest: number
  countLines: (width: number) => number
  lines: (width: number) => Line[]
  /** Letters that no font has. */
  undrawable: readonly string[]
}

const bidi = bidiFactory()
const words = new Intl.Segmenter('th', { granularity: 'word' })
/** Scripts that are written without spaces and broken between words that only a dictionary knows. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]+/gu
/** Scripts that are broken between any two letters. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const BREAKING_SPACE = /[ \n\u200b]/

type Breaks = { soft: Set<number>; hard: Set<number>; emergency: Set<number> }

/** Where a line may end: between words, and where a word is too long for a line, at its hyphens, else anywhere. */
const breaksOf = (text: string): Breaks => {
  const breaks: Breaks = { soft: new Set(), hard: new Set(), emergency: new Set() }
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position, required } = next
    const [before, after] = [text[position - 1] ?? '', text[position] ?? '']
    if (required && before === '\n') breaks.hard.add(position)
    else if (BREAKING_SPACE.test(before) || IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after))
      breaks.soft.add(position)
    else breaks.emergency.add(position)
  }
  for (const { 0: part, index } of text.matchAll(WITHOUT_SPACES))
    for (const word of words.segment(part)) if (word.index > 0) breaks.soft.add(index + word.index)
  return breaks
}

type Stretch = { from: number; to: number }

const paragraphOf = (source: string, style: TextStyle, shape: Shape, own: FontFile): Paragraph => {
  const text = printable(source)
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  const { soft, hard, emergency } = breaksOf(text)
  const signs = shape(text, levels, style)
  // How far a line reaches before each letter, if all stood on one.
  const reach = new Float64Array(text.length + 1)
  for (const { at, advance } of signs) reach[at + 1] = (reach[at + 1] ?? 0) + advance
  for (let at = 1; at <= text.length; at += 1) reach[at] = (reach[at] ?? 0) + (reach[at - 1] ?? 0)
  const starts = new Set(signs.map(({ at }) => at))
  const trimmed = (from: number, to: number) => {
    let end = to
    while (end > from && BREAKING_SPACE.test(text[end - 1] ?? '')) end -= 1
    return end
  }
  const between = (from: number, to: number) => (reach[trimmed(from, to)] ?? 0) - (reach[from] ?? 0)

  const stretches = (width: number): Stretch[] => {
    const stretches: Stretch[] = []
    let from = 0
    let last = 0
    const end = (to: number) => {
      stretches.push({ from, to: trimmed(from, to) })
      from = to
    }
    for (let at = 1; at <= text.length; at += 1) {
      if (!soft.has(at) && !hard.has(at) && at < text.length) continue
      if (between(from, at) > width && last > from) end(last)
      // A part that is wider than a line is broken at hyphens and similar places first, then between letters.
      while (between(from, at) > width) {
        const fits = (to: number) => to > from && to < at && between(from, to) <= width
        const inside = Array.from({ length: at - from }, (_, index) => from + index)
        const place =
          inside.findLast((to) => emergency.has(to) && fits(to)) ?? inside.findLast((to) => starts.has(to) && fits(to))
        const smallest = inside.find((to) => to > from && starts.has(to))
        const to = place ?? smallest
        if (to === undefined) break
        end(to)
      }
      if (hard.has(at)) end(at)
      last = at
    }
    if (from < text.length || stretches.length === 0) end(text.length)
    return stretches
  }

  const line = ({ from, to }: Stretch): Line => {
    const set = shape(text.slice(from, to), levels.subarray(from, to), style)
    const fonts = [own, ...set.map(({ font }) => font ?? own)]
    const heights = set.flatMap(({ font, contours }) => (font === own ? [] : contours.flat().map(({ y }) => y)))
    const paragraph = paragraphs.find(({ start, end }) => start <= from && from <= end)
    return {
      text: text.slice(from, to),
      signs: set,
      width: set.reduce((sum, { advance }) => sum + advance, 0),
      // Letters of other scripts may reach beyond what their font says, as Khmer ones that stand below each other do.
      ascent: fonts.reduce((most, { ascent }) => Math.max(most, ascent), Math.max(0, ...heights)),
      descent: fonts.reduce((most, { descent }) => Math.max(most, descent), -Math.min(0, ...heights)),
      is_rtl: (paragraph?.level ?? 0) % 2 === 1,
    }
  }

  const places = [0, ...[...soft, ...hard].sort((one, other) => one - other), text.length]
  return {
    width: reach[text.length] ?? 0,
    widest: Math.max(...places.map((place, index) => between(places[index - 1] ?? 0, place))),
    countLines: (width) => stretches(width).length,
    lines: (width) => stretches(width).map(line),
    undrawable: [...new Set(signs.filter(({ font }) => !font).map((sign) => sign.text))],
  }
}

const load = async () => {
  const hb = await import('harfbuzzjs')
  const files = fontFiles(hb)
  const shape = shaper(hb, files)
  return {
    metrics: (face: Face): Pick<FontFile, 'ascent' | 'descent'> => files.ownFont(face),
    paragraph: (text: string, style: TextStyle): Paragraph =>
      paragraphOf(text, style, shape, files.ownFont(style.face)),
  }
}
export type Typesetter = Awaited<ReturnType<typeof load>>

let loading: Promise<Typesetter> | undefined

/** Sets text in any script that a font is there for. It costs some 5 MB, so it is loaded with the first thing to draw. */
export const typesetter = (): Promise<Typesetter> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
