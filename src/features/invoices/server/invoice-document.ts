import { createElement as e, type ReactNode } from 'react'
import { dayOf, formatCents, formatDay, formatPhone } from '#kernel/format.ts'
import { printable } from '#kernel/product/printable.ts'
import { type Brand, brandOf } from '#platform/brand.ts'
import { pageFoot } from '#platform/pdf/page-foot.ts'
import {
  drawPicture,
  type PdfFace,
  type PdfKit,
  type PdfPicture,
  pdfKit,
  type RenderedPdf,
  readPicture,
  renderPdf,
  textWidth,
  type WordsStyle,
} from '#platform/pdf/pdf.ts'

export type InvoiceItem = {
  title: string
  /** What a bundle consists of (ORD-049). */
  courses: readonly string[]
  quantity: number
  unit_price_cents: number
  total_cents: number
}

/** An order as its invoice shows it; amounts in cents of USD. */
export type InvoiceOrder = {
  number: string
  invoice_number: string
  status: 'pending' | 'processing' | 'completed' | 'cancelled' | 'failed' | 'refunded'
  created_at: Date
  paid_at: Date | null
  payment_reference: string | null
  items: readonly InvoiceItem[]
  tax_cents: number
  total_cents: number
  refunded_total_cents: number
  buyer: { name: string; email: string; address_lines: readonly string[] }
}

/** The seller: the company of the portal. */
export type InvoicePortal = {
  name: string
  logo: Uint8Array | null
  primary_color: string | null
  address_lines: readonly string[]
  support_email: string | null
  support_phone: string | null
  website: string | null
  time_zone: string
}

const INK = '#171c24'
const SOFT = '#566070'
const LINE = '#dde2e9'
const GREEN = '#0a6b45'
const RED = '#a3261f'
const PAGE = { width: 612, height: 792 }
const MARGIN = 50
const TEXT_SIZE = 9.5
/** The smallest that is still read with ease. */
const SMALLEST = 8
/** Breadth of the three columns above the items. */
const PARTY_WIDTH = 158
/** Widths of the columns for quantity, unit price and amount in points. */
const COLUMNS = { quantity: 56, unit_price: 82, total: 88 }
const TITLE_GAP = 12
const TITLE_WIDTH = PAGE.width - 2 * MARGIN - COLUMNS.quantity - COLUMNS.unit_price - COLUMNS.total - TITLE_GAP
const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const TEXT: WordsStyle = { size: TEXT_SIZE, color: INK, line_height: 1.45 }
/** Figures of equal width, so that amounts stand in columns. */
const FIGURES: WordsStyle = { ...TEXT, is_tabular: true }

type Stamp = { word: string; color: string }

const STAMPS: Record<InvoiceOrder['status'], Stamp> = {
  pending: { word: 'Not paid yet', color: SOFT },
  processing: { word: 'Payment in progress', color: SOFT },
  completed: { word: 'Paid', color: GREEN },
  cancelled: { word: 'Canceled', color: RED },
  failed: { word: 'Payment failed', color: RED },
  refunded: { word: 'Refunded', color: RED },
}

const stampOf = (order: InvoiceOrder): Stamp =>
  order.status === 'completed' && order.refunded_total_cents > 0
    ? { word: 'Partly refunded', color: RED }
    : STAMPS[order.status]

const head = (kit: PdfKit, order: InvoiceOrder, portal: InvoicePortal, logo: PdfPicture | null, brand: Brand) => {
  const { View, words } = kit
  const stamp = stampOf(order)
  return e(
    View,
    { style: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start', marginBottom: 30 } },
    logo
      ? drawPicture(kit, logo, 190, 46)
      : words(portal.name, { face: STRONG, size: 16, line_height: 1.25, color: brand.ink, width: 280 }),
    e(
      View,
      { style: { alignItems: 'flex-end' } },
      words('Invoice', { face: STRONG, size: 24, color: INK, line_height: 1.1 }),
      words(order.invoice_number, { ...TEXT, color: SOFT, margin_top: 4 }),
      e(
        View,
        {
          style: {
            borderWidth: 1.2,
            borderColor: stamp.color,
            borderRadius: 4,
            paddingVertical: 3,
            paddingHorizontal: 9,
            marginTop: 10,
          },
        },
        words(stamp.word, { face: STRONG, size: 10, color: stamp.color, line_height: 1.2 }),
      ),
    ),
  )
}

/** Addresses of the net and references have no place to break, and a hyphen would falsify them: set smaller instead. */
const fitting = async (line: string): Promise<number> => {
  const width = line.includes(' ') ? 0 : await textWidth(line, { family: 'Inter', weight: 400 }, TEXT_SIZE)
  return TEXT_SIZE * Math.min(1, PARTY_WIDTH / width)
}

/** A long address of the net in lines that end with its own points and hyphens. */
const atPoints = async (address: string): Promise<string[]> => {
  const lines: string[] = []
  for (const piece of address.split(/(?<=[.-])/)) {
    const longer = (lines.at(-1) ?? '') + piece
    if (lines.length > 0 && (await fitting(longer)) === TEXT_SIZE) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines
}

/**
 * A line as typeset. An e-mail or web address that would become too small to read continues on a second line: a mailbox
 * breaks at its domain, and what is still too long at its dots and hyphens.
 */
const setLine = async (line: string): Promise<{ text: string; size: number }[]> => {
  const isTooSmall = async (text: string) => text.includes('.') && (await fitting(text)) < SMALLEST
  const halves = (await isTooSmall(line)) ? line.split(/(?<=@)/) : [line]
  const parts = await Promise.all(halves.map(async (half) => ((await isTooSmall(half)) ? atPoints(half) : [half])))
  return Promise.all(parts.flat().map(async (text) => ({ text, size: await fitting(text) })))
}

const block = async ({ View, words }: PdfKit, label: string, first: string, lines: readonly (string | null)[]) => {
  const set = await Promise.all(lines.filter((line): line is string => Boolean(line)).map(setLine))
  const texts = set.flat().map(({ text, size }, index) =>
    // Half a point beyond its column: what was made to fit is not broken for a rounding.
    e(View, { key: index }, words(text, { ...TEXT, size, color: SOFT, width: PARTY_WIDTH + 0.5 })),
  )
  return e(
    View,
    { style: { width: PARTY_WIDTH } },
    words(label, { ...TEXT, size: 8, color: SOFT, margin_bottom: 3 }),
    words(first, { ...TEXT, face: STRONG, width: PARTY_WIDTH }),
    texts,
  )
}

const parties = async (kit: PdfKit, order: InvoiceOrder, portal: InvoicePortal) => {
  const day = (instant: Date) => formatDay(dayOf(instant, portal.time_zone), 'long')
  const facts = [
    `Order ${order.number}`,
    `Date ${day(order.created_at)}`,
    order.paid_at && `Paid ${day(order.paid_at)}`,
    order.payment_reference && 'Payment reference',
    order.payment_reference,
  ]
  return e(
    kit.View,
    { style: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 26 } },
    await block(kit, 'From', portal.name, [
      ...portal.address_lines,
      portal.support_email,
      portal.support_phone && formatPhone(portal.support_phone),
      portal.website?.replace(/^https?:\/\/|\/$/g, '') ?? null,
    ]),
    await block(kit, 'Billed to', order.buyer.name, [...order.buyer.address_lines, order.buyer.email]),
    await block(kit, 'Details', order.invoice_number, facts),
  )
}

const UNDERLINE = { borderBottomWidth: 0.7, borderBottomColor: LINE }

type RowStyle = { text?: Partial<WordsStyle>; isOpen?: boolean }

/** A row of the table; an open one continues below, without a line under it. */
const row = (
  { View, words }: PdfKit,
  cells: readonly [string, string, string, string],
  { text: style, isOpen }: RowStyle = {},
) => {
  const [title, ...numbers] = cells
  const widths = [COLUMNS.quantity, COLUMNS.unit_price, COLUMNS.total]
  return e(
    View,
    {
      wrap: false,
      style: { flexDirection: 'row', paddingTop: 7, paddingBottom: isOpen ? 2 : 7, ...(!isOpen && UNDERLINE) },
    },
    e(
      View,
      { style: { flexGrow: 1, flexBasis: 0, paddingRight: TITLE_GAP } },
      words(title, { ...TEXT, width: TITLE_WIDTH, ...style }),
    ),
    numbers.map((text, index) =>
      e(View, { key: index }, words(text, { ...FIGURES, width: widths[index] ?? 0, align: 'right', ...style })),
    ),
  )
}

/** Stands above the items on every page they reach. */
const tableHead = (kit: PdfKit, brand: Brand) =>
  e(
    kit.View,
    { fixed: true, style: { borderBottomWidth: 1, borderBottomColor: brand.ink } },
    row(kit, ['Item', 'Quantity', 'Unit price', 'Amount'], {
      text: { face: STRONG, size: 8, color: brand.ink },
    }),
  )

/** A course of a bundle, below its row. */
const courseRow = ({ View, words }: PdfKit, title: string, isLast: boolean) =>
  e(
    View,
    { wrap: false, style: { paddingLeft: 12, paddingBottom: isLast ? 7 : 1, ...(isLast && UNDERLINE) } },
    words(title, { ...TEXT, size: 8.5, color: SOFT, width: 300 }),
  )

/**
 * An item in parts that a page can end between: a bundle is followed by its courses, the first of them next to its
 * name.
 */
const itemParts = (kit: PdfKit, item: InvoiceItem): ReactNode[] => {
  const cells = [item.title, String(item.quantity), formatCents(item.unit_price_cents), formatCents(item.total_cents)]
  const head = row(kit, cells as [string, string, string, string], { isOpen: item.courses.length > 0 })
  const [first, ...rest] = item.courses.map((title, index) => courseRow(kit, title, index === item.courses.length - 1))
  return [e(kit.View, { wrap: false }, head, first ?? null), ...rest]
}

const sums = ({ View, words }: PdfKit, order: InvoiceOrder) => {
  const { tax_cents: tax, total_cents: total, refunded_total_cents: refunded } = order
  const lines: [string, number, boolean][] = [
    ...(tax > 0
      ? ([
          ['Subtotal', total - tax, false],
          ['Sales tax', tax, false],
        ] as [string, number, boolean][])
      : []),
    ['Total (USD)', total, true],
    ...(refunded > 0
      ? ([
          ['Refunded', -refunded, false],
          ['Paid after refunds', total - refunded, true],
        ] as [string, number, boolean][])
      : []),
  ]
  return e(
    View,
    { style: { alignSelf: 'flex-end', width: 240, marginTop: 12 } },
    lines.map(([label, cents, isStrong]) =>
      e(
        View,
        { key: label, style: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 4 } },
        words(label, { ...TEXT, ...(isStrong ? { face: STRONG } : { color: SOFT }) }),
        words(formatCents(cents), { ...FIGURES, ...(isStrong && { face: STRONG }) }),
      ),
    ),
  )
}

const foot = (kit: PdfKit, order: InvoiceOrder, portal: InvoicePortal) =>
  pageFoot(kit, `${portal.name} · Invoice ${order.invoice_number}`, {
    height: PAGE.height,
    margin: MARGIN,
    width: 400,
    style: { ...TEXT, size: 8, color: SOFT },
  })

/**
 * The invoice of an order as a PDF of letter pages (ORD-015). The same data gives the same bytes; the dates inside the
 * file are those of the payment, else of the order. A damaged logo is left out.
 */
export const renderInvoice = async (order: InvoiceOrder, portal: InvoicePortal): Promise<RenderedPdf> => {
  const kit = await pdfKit()
  const brand = brandOf(portal.primary_color)
  const logo = portal.logo && (await readPicture(portal.logo))
  const date = order.paid_at ?? order.created_at
  const { Document, Page, View } = kit
  const parts = order.items.flatMap((item) => itemParts(kit, item))
  return renderPdf(
    kit,
    e(
      Document,
      {
        title: `Invoice ${order.invoice_number}`,
        author: printable(portal.name),
        subject: `Order ${order.number}`,
        creator: 'Portico',
        producer: 'Portico',
        language: 'en-US',
        creationDate: date,
        modificationDate: date,
      },
      e(
        Page,
        {
          size: [PAGE.width, PAGE.height],
          style: {
            paddingTop: 48,
            paddingBottom: 64,
            paddingHorizontal: MARGIN,
          },
        },
        head(kit, order, portal, logo, brand),
        await parties(kit, order, portal),
        tableHead(kit, brand),
        parts.slice(0, -1).map((part, index) => e(View, { key: index }, part)),
        // The last part of an item and the sums stay together, so that no page holds nothing but a total.
        e(View, { wrap: false }, parts.at(-1), sums(kit, order)),
        foot(kit, order, portal),
      ),
    ),
  )
}
