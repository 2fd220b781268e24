import { createElement as e, type ReactElement } from 'react'
import { type Day, formatDay } from '#kernel/format/day.ts'
import { formatDate, formatNumber } from '#kernel/format.ts'
import { type PdfFace, type PdfKit, type Pen, pdfKit, qrPath, renderPdf } from '#platform/pdf/pdf.ts'
import { drawTitle, inTwoLines } from '../exports/pdf.ts'
import type { RosterPerson } from './roster.ts'
import type { RosterSheet, SignedRoster } from './signed-roster.ts'

// Letter pages, portrait: the code above, large enough for a phone at arm's length, and its people below.
const PAGE = { width: 612, height: 792 }
const MARGIN = 36
const WIDTH = PAGE.width - 2 * MARGIN
const HEIGHT = PAGE.height - 2 * MARGIN
/** With a frame of four modules, a module of version 25 is 0.6 mm wide. */
const CODE = 216
/** The largest version that phones read well from paper. */
const CODE_VERSION = 25
const QUIET = 4
const TEXT_WIDTH = WIDTH - CODE - 18
/** Room for names, and the size of what stands in cells: a day fits in one line of each. */
const COLUMNS = { few: { names: 176, size: 8 }, many: { names: 130, size: 7 } }
const MOST_FEW = 3
const TOP = CODE + 30
const TITLES = 30
const ROW = 19.5

const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const INK = '#14171c'
const SOFT = '#565e6b'
const LINE = '#dde2e9'
const GOOD = '#17633b'
const BAD = { color: '#b0231a', fill: '#fdebe9' }

type About = { portal: string; address: string; today: Day; made_at: Date; time_zone: string }

/** What a cell says on the day of printing; the code says what is so on the day of the scan. */
const cellOf = (
  { entries, revoked }: RosterPerson,
  index: number,
  today: Day,
): { text: string; is_good: boolean | null } => {
  const entry = entries[index]
  if (entry === undefined || entry === 'not_required') return { text: 'Not required', is_good: null }
  if (entry === 'missing') return { text: 'Not cleared', is_good: false }
  if (entry.kind === 'certificate' && revoked[index]) return { text: 'Revoked', is_good: false }
  if (entry.last_day === null) return { text: 'Does not expire', is_good: true }
  if (entry.last_day < today) return { text: `Expired ${formatDay(entry.last_day)}`, is_good: false }
  const word = entry.kind === 'grace' ? 'Grace to' : 'Until'
  return { text: `${word} ${formatDay(entry.last_day)}`, is_good: true }
}

const paragraphs = ({ title, requirements, sheets }: SignedRoster, at: number, about: About) => {
  const before = sheets.slice(0, at).reduce((sum, { people }) => sum + people.length, 0)
  const all = sheets.reduce((sum, { people }) => sum + people.length, 0)
  const here = sheets[at]?.people.length ?? 0
  const many = sheets.length > 1
  return {
    title,
    facts: [
      about.portal,
      requirements.join(', '),
      many
        ? `People ${formatNumber(before + 1)} to ${formatNumber(before + here)} of ${formatNumber(all)}`
        : `${formatNumber(all)} ${all === 1 ? 'person' : 'people'}`,
      `Printed ${formatDate(about.made_at, 'long_time', about.time_zone)}`,
    ],
    steps: [
      `Scan the code with the gate page: ${about.address}`,
      'It works without a network and shows what has expired or was revoked since this was printed. Compare names with a document of the person.',
      ...(many ? [`This is code ${at + 1} of ${sheets.length}. Each sheet has its own: scan them all.`] : []),
    ],
  }
}

const drawTable = (pen: Pen, { requirements }: SignedRoster, { people }: RosterSheet, today: Day): void => {
  const { names, size } = requirements.length > MOST_FEW ? COLUMNS.many : COLUMNS.few
  const width = (WIDTH - names) / requirements.length
  const columnX = (index: number) => names + index * width
  pen.text('Person', { x: 0, y: TOP + TITLES - 13, width: names - 8 }, { size: 8, color: SOFT })
  for (const [index, title] of requirements.entries())
    drawTitle(pen, title, { x: columnX(index) + 4, y: TOP + 6, width: width - 8 })
  pen.box({ x: 0, y: TOP + TITLES - 1, width: WIDTH, height: 0.8 }, SOFT)
  for (const [row, person] of people.entries()) {
    const y = TOP + TITLES + row * ROW
    // A name is not cut where two lines hold it.
    const lines = inTwoLines(person.name, names - 8)
    for (const [index, line] of lines.entries())
      pen.text(
        line,
        { x: 0, y: y + (lines.length === 2 ? 0.5 : 4.5) + index * 9, width: names - 8 },
        { face: STRONG, size: 8, color: INK },
      )
    for (const index of requirements.keys()) {
      const { text, is_good: isGood } = cellOf(person, index, today)
      if (isGood === false) pen.box({ x: columnX(index) + 1, y: y + 1, width: width - 2, height: ROW - 2.5 }, BAD.fill)
      const color = isGood === null ? SOFT : isGood ? GOOD : BAD.color
      pen.text(
        text,
        { x: columnX(index) + 4, y: y + 5, width: width - 8 },
        { ...(isGood !== null && { face: STRONG }), size, color },
      )
    }
    pen.box({ x: 0, y: y + ROW - 0.6, width: WIDTH, height: 0.5 }, LINE)
  }
}

const sheetOf = async (kit: PdfKit, roster: SignedRoster, at: number, about: About): Promise<ReactElement> => {
  const sheet = roster.sheets[at] as RosterSheet
  const { View, Svg, Path, Rect, Link, words } = kit
  const qr = await qrPath(sheet.code, { most: CODE_VERSION })
  const side = qr.size + 2 * QUIET
  const { title, facts, steps } = paragraphs(roster, at, about)
  const draw = (pen: Pen) => {
    drawTable(pen, roster, sheet, about.today)
    const foot = { y: HEIGHT - 10, width: 300 }
    pen.text(`Crew roster · ${about.portal}`, { ...foot, x: 0 }, { size: 7, color: SOFT })
    pen.text(
      `Sheet ${at + 1} of ${roster.sheets.length}`,
      { ...foot, x: WIDTH - 80, width: 80 },
      { size: 7, color: SOFT },
    )
  }
  return e(
    kit.Page,
    { key: at, size: [PAGE.width, PAGE.height], style: { padding: MARGIN } },
    e(
      View,
      { style: { position: 'absolute', left: MARGIN, top: MARGIN } },
      kit.drawing({ width: WIDTH, height: HEIGHT }, draw),
    ),
    e(
      View,
      { style: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' } },
      e(
        View,
        { style: { width: TEXT_WIDTH } },
        words('Crew roster', { size: 9, color: SOFT, width: TEXT_WIDTH }),
        words(title, { face: STRONG, size: 20, color: INK, width: TEXT_WIDTH, margin_top: 2, margin_bottom: 6 }),
        ...facts.map((line) => words(line, { size: 9.5, color: INK, width: TEXT_WIDTH, margin_bottom: 3 })),
        ...steps.map((line) => words(line, { size: 8.5, color: SOFT, width: TEXT_WIDTH, margin_top: 5 })),
      ),
      e(
        Link,
        { src: sheet.code },
        e(
          Svg,
          { viewBox: `0 0 ${side} ${side}`, style: { width: CODE, height: CODE } },
          e(Rect, { x: 0, y: 0, width: side, height: side, fill: '#ffffff' }),
          e(Path, { d: qr.path, fill: INK, transform: `translate(${QUIET} ${QUIET})` }),
        ),
      ),
    ),
  )
}

/** The roster on letter pages, a sheet for each code (EVD-022). */
export const rosterPdf = async (roster: SignedRoster, about: About): Promise<Buffer> => {
  const kit = await pdfKit()
  const sheets: ReactElement[] = []
  for (const at of roster.sheets.keys()) sheets.push(await sheetOf(kit, roster, at, about))
  const document = {
    title: `Crew roster: ${roster.title}`,
    creator: 'Portico',
    producer: 'Portico',
    language: 'en-US',
    creationDate: about.made_at,
    modificationDate: about.made_at,
  }
  return (await renderPdf(kit, e(kit.Document, document, sheets))).pdf
}
