import { readContainer } from './container.ts'
import { note, tag, withLists } from './markup.ts'
import { plainLine } from './text.ts'

// The records of [MS-PPT] that hold words.
const DOCUMENT = 0x03e8
const SLIDE_PLACE = 0x03f3
const WORDS_OF_SLIDES = 0x0ff0
const TEXT_KIND = 0x0f9f
const WIDE_TEXT = 0x0fa0
const NARROW_TEXT = 0x0fa8
const TEXT_BOX = 0xf00d
const PLACES = 0x1772
const ENCRYPTED = 0x2f14
const TITLES = new Set([0, 6])
const BODIES = new Set([1, 5, 7, 8])

type Record = { type: number; number: number; isGroup: boolean; start: number; end: number }
type Text = { kind: number; text: string }

const recordsOf = (view: DataView, start: number, end: number): Record[] => {
  const records: Record[] = []
  for (let at = start; at + 8 <= end; ) {
    const head = view.getUint16(at, true)
    const to = at + 8 + view.getUint32(at + 4, true)
    if (to > end) break
    const type = view.getUint16(at + 2, true)
    records.push({ type, number: head >> 4, isGroup: (head & 0xf) === 0xf, start: at + 8, end: to })
    at = to
  }
  return records
}

const inside = (view: DataView, { start, end }: Record) => recordsOf(view, start, end)

/** The texts of a row of records, each with what it is for. */
const textsOf = (view: DataView, records: readonly Record[]): Text[] => {
  const texts: Text[] = []
  let kind = 4
  for (const { type, start, end } of records) {
    if (type === TEXT_KIND) kind = view.getUint32(start, true)
    if (type !== WIDE_TEXT && type !== NARROW_TEXT) continue
    const bytes = new Uint8Array(view.buffer, start, end - start)
    texts.push({ kind, text: new TextDecoder(type === WIDE_TEXT ? 'utf-16le' : 'latin1').decode(bytes) })
  }
  return texts
}

/** Text boxes at any depth of a drawing. */
const boxesOf = (view: DataView, record: Record): Text[] => {
  if (record.type === TEXT_BOX) return textsOf(view, inside(view, record))
  return record.isGroup ? inside(view, record).flatMap((one) => boxesOf(view, one)) : []
}

/** Where each kept object of the presentation starts; what was saved later wins. */
const placesOf = (view: DataView, records: readonly Record[]): Map<number, number> => {
  const places = new Map<number, number>()
  for (const { type, start, end } of records) {
    if (type !== PLACES) continue
    for (let at = start; at + 4 <= end; ) {
      const head = view.getUint32(at, true)
      const count = head >>> 20
      for (let index = 0; index < count && at + 8 + index * 4 <= end; index++)
        places.set((head & 0xfffff) + index, view.getUint32(at + 4 + index * 4, true))
      at += 4 + count * 4
    }
  }
  return places
}

const linesOf = (text: string): string[] => text.split('\r').map(plainLine).filter(Boolean)

const slideOf = (texts: readonly Text[], number: number, count: number): string => {
  const title = texts
    .filter(({ kind }) => TITLES.has(kind))
    .flatMap(({ text }) => linesOf(text))
    .join(' ')
  const rest = texts
    .filter(({ kind }) => !TITLES.has(kind))
    .flatMap(({ kind, text }) =>
      linesOf(text).map((html) => (BODIES.has(kind) ? { level: 0, isNumbered: false, html } : tag('p', html))),
    )
  const head = tag('p', `Slide ${number} of ${count}`, { class: 'number' }) + tag('h2', title || `Slide ${number}`)
  return tag('div', head + withLists(rest), { class: 'slide' })
}

/** The words of an old PowerPoint file slide by slide, without looks and pictures, and a sentence that says so. */
export const oldSlidesToHtml = (bytes: Uint8Array): string => {
  const view = readContainer(bytes)('PowerPoint Document')
  const records = recordsOf(view, 0, view.byteLength)
  if (records.some(({ type }) => type === ENCRYPTED)) throw new Error('The presentation is locked with a password')
  const document = records.findLast(({ type }) => type === DOCUMENT)
  if (!document) throw new Error('The presentation has no document')
  const words = inside(view, document).find(({ type, number }) => type === WORDS_OF_SLIDES && number === 0)
  const places = placesOf(view, records)
  const slides: { own: Record[]; place: number | undefined }[] = []
  for (const record of words ? inside(view, words) : []) {
    if (record.type === SLIDE_PLACE) slides.push({ own: [], place: places.get(view.getUint32(record.start, true)) })
    else slides.at(-1)?.own.push(record)
  }
  const shown = slides.map(({ own, place }, index) => {
    const [drawn] = place === undefined ? [] : recordsOf(view, place, view.byteLength)
    return slideOf([...textsOf(view, own), ...(drawn ? boxesOf(view, drawn) : [])], index + 1, slides.length)
  })
  const notice = note('This is an old PowerPoint file. You see its text here; download it for its layout and pictures.')
  return notice + shown.join('')
}
