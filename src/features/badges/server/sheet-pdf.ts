import { createElement as e, type ReactElement } from 'react'
import { dayOf, formatDay } from '#kernel/format/day.ts'
import { fitText, type PdfFace, type PdfKit, pdfKit, qrPath, renderPdf } from '#platform/pdf/pdf.ts'
import { badgeAddress } from '../rules/address.ts'
import { BADGE_PATH } from '../rules/badge-path.ts'
import { type Place, SHEET, sheetPages } from '../rules/sheet.ts'
import { startCodeWords } from '../rules/start-code.ts'

export type PrintedBadge = {
  name: string
  number: string
  code: string
  /** Null for somebody who gets no slip. */
  start_code: string | null
  ends_at: Date | null
}
type About = { portal: string; origin: string; made_at: Date; time_zone: string }

const INSET = 14
const QR = 92
const QUIET = 4
const TEXT_WIDTH = SHEET.card_width - QR - 3 * INSET + 6
const NAME_SIZES = [17, 15, 13, 11, 9] as const
const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const INK = '#14171c'
const SOFT = '#565e6b'
const LINE = '#c3cad4'

/** What stands above the code of a slip, on one line over the whole card. */
const WHOLE_WIDTH = SHEET.card_width - 2 * INSET
const WHO_SIZES = [7.5, 6.5, 5.5] as const
const LONGEST_WHO = 76

/** Hairlines at the corners of a card, where it is cut. */
const cutMarks = (kit: PdfKit): ReactElement => {
  const { card_width: width, card_height: height } = SHEET
  const length = 7
  return kit.drawing({ width, height }, (pen) => {
    for (const x of [0, width - 0.5])
      for (const y of [0, height - 0.5]) {
        pen.box({ x: x === 0 ? 0 : width - length, y, width: length, height: 0.5 }, LINE)
        pen.box({ x, y: y === 0 ? 0 : height - length, width: 0.5, height: length }, LINE)
      }
  })
}

const codeOf = async ({ View, Svg, Path, Rect, Link }: PdfKit, address: string): Promise<ReactElement> => {
  const qr = await qrPath(address)
  const side = qr.size + 2 * QUIET
  const picture = e(
    Svg,
    { viewBox: `0 0 ${side} ${side}`, style: { width: QR, height: QR } },
    e(Rect, { x: 0, y: 0, width: side, height: side, fill: '#ffffff' }),
    e(Path, { d: qr.path, fill: INK, transform: `translate(${QUIET} ${QUIET})` }),
  )
  const style = { position: 'absolute', right: INSET - 6, top: (SHEET.card_height - QR) / 2 } as const
  return e(View, { style }, e(Link, { src: address }, picture))
}

const nameWords = async (kit: PdfKit, name: string, lines: number): Promise<ReactElement> => {
  const { size, width } = await fitText(name, STRONG, { width: TEXT_WIDTH, lines, sizes: NAME_SIZES })
  return kit.words(name, { face: STRONG, size, color: INK, width, margin_top: 8, margin_bottom: 6 })
}

const soft = (kit: PdfKit, text: string, size = 7.5, marginTop = 0) =>
  kit.words(text, { size, color: SOFT, width: TEXT_WIDTH, margin_top: marginTop })

const who = async (kit: PdfKit, { name, number }: PrintedBadge): Promise<ReactElement> => {
  const room = LONGEST_WHO - number.length - 3
  const text = `${name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name} · ${number}`
  const face: PdfFace = { family: 'Inter', weight: 400 }
  const { size, width } = await fitText(text, face, { width: WHOLE_WIDTH, lines: 1, sizes: WHO_SIZES })
  return kit.words(text, { size, color: SOFT, width })
}

const badgeParts = async (kit: PdfKit, { name, number, code }: PrintedBadge, about: About) => [
  soft(kit, about.portal, 8),
  await nameWords(kit, name, 3),
  soft(kit, 'Badge number'),
  kit.words(number, { face: STRONG, size: number.length > 12 ? 10 : 14, color: INK, width: TEXT_WIDTH, margin_top: 1 }),
  await codeOf(kit, badgeAddress(about.origin, code)),
]

const slipParts = async (kit: PdfKit, badge: PrintedBadge, about: About) => {
  const { code, start_code: startCode, ends_at: endsAt } = badge
  if (startCode === null || endsAt === null) throw new TypeError('A slip has a start code')
  const until = formatDay(dayOf(endsAt, about.time_zone))
  const page = `${about.origin.replace(/^https?:\/\//, '')}${BADGE_PATH}`
  return [
    await who(kit, badge),
    soft(kit, 'Start code', 7.5, 8),
    kit.words(startCodeWords(startCode), { face: STRONG, size: 16, color: INK, width: TEXT_WIDTH, margin_top: 1 }),
    soft(kit, `Scan the code, or open ${page}, and set your PIN. Works once, until ${until}.`, 7.5, 7),
    soft(kit, 'Keep it apart from your badge, and throw it away afterwards.', 7.5, 4),
    await codeOf(kit, badgeAddress(about.origin, code, startCode)),
  ]
}

const card = (kit: PdfKit, place: Place, key: string, parts: ReactElement[]): ReactElement => {
  const size = { width: SHEET.card_width, height: SHEET.card_height }
  return e(
    kit.View,
    { key, style: { position: 'absolute', left: place.x, top: place.y, ...size } },
    e(kit.View, { style: { position: 'absolute', left: 0, top: 0 } }, cutMarks(kit)),
    e(kit.View, { style: { padding: INSET, ...size } }, ...parts),
  )
}

/** Badges and start code slips on letter pages (BDG-010). */
export const badgesPdf = async (badges: readonly PrintedBadge[], about: About): Promise<Buffer> => {
  const kit = await pdfKit()
  const pages: ReactElement[] = []
  for (const [at, { kind, cards }] of sheetPages(badges).entries()) {
    const drawn: ReactElement[] = []
    for (const { card: badge, place } of cards) {
      const parts = await (kind === 'badges' ? badgeParts : slipParts)(kit, badge, about)
      drawn.push(card(kit, place, badge.code, parts))
    }
    pages.push(e(kit.Page, { key: at, size: [SHEET.width, SHEET.height] }, ...drawn))
  }
  const document = {
    title: `Badges: ${about.portal}`,
    creator: 'Portico',
    producer: 'Portico',
    language: 'en-US',
    creationDate: about.made_at,
    modificationDate: about.made_at,
  }
  return (await renderPdf(kit, e(kit.Document, document, ...pages))).pdf
}
