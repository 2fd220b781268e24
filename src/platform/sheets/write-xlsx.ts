import { Readable } from 'node:stream'
import { zipStream } from '#platform/packages/zip.ts'

// The library for sheets writes neither colors nor panes that stay in view, and holds the whole file while it does.

/** How a cell looks. Words carry the meaning; colors only underline it. */
export const SHEET_STYLES = ['text', 'title', 'strong', 'muted', 'good', 'notice', 'bad', 'open'] as const
export type SheetStyle = (typeof SHEET_STYLES)[number]
export type SheetCell = { text: string; style?: SheetStyle }

export type SheetOut = {
  name: string
  /** Of the columns, in letters; the last one holds for those that follow. */
  widths: readonly [number, ...number[]]
  /** Rows and columns at the start that stay in view. */
  frozen?: { rows: number; columns: number }
  /** The row of the column titles, from which the sheet can be filtered, and its number of columns. */
  filter?: { row: number; columns: number; rows: number }
  rows: () => Iterable<readonly SheetCell[]>
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
/** The most that a cell holds. */
const MOST_LETTERS = 32_767

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string): string =>
  text
    .replace(UNWRITABLE, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** "A" for 0, "AA" for 26. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="16"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FF565E6B"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FF17633B"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FF854700"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FFB0231A"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FF1A58A0"/><name val="Calibri"/></font>',
]
const FILLS = [null, 'gray125', 'FFE5F5EB', 'FFFDF1DC', 'FFFDEBE9', 'FFE7F0FB']
const LOOKS: Record<SheetStyle, { font: number; fill: number; wraps?: boolean }> = {
  text: { font: 0, fill: 0 },
  title: { font: 1, fill: 0 },
  strong: { font: 2, fill: 0, wraps: true },
  muted: { font: 3, fill: 0 },
  good: { font: 4, fill: 2 },
  notice: { font: 5, fill: 3 },
  bad: { font: 6, fill: 4 },
  open: { font: 7, fill: 5 },
}
const fillXml = (fill: string | null) =>
  fill?.startsWith('FF')
    ? `<fill><patternFill patternType="solid"><fgColor rgb="${fill}"/></patternFill></fill>`
    : `<fill><patternFill patternType="${fill ?? 'none'}"/></fill>`

/** `quotePrefix` keeps a text a text when somebody edits the cell: nothing in it is ever read as a formula. */
const formatXml = ({ font, fill, wraps }: (typeof LOOKS)[SheetStyle]) =>
  `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="${wraps ? 'bottom' : 'center'}"${wraps ? ' wrapText="1"' : ''}/></xf>`

const stylesXml = () =>
  `${XML}<styleSheet xmlns="${MAIN}"><fonts count="${FONTS.length}">${FONTS.join('')}</fonts>` +
  `<fills count="${FILLS.length}">${FILLS.map(fillXml).join('')}</fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${SHEET_STYLES.length}">${SHEET_STYLES.map((style) => formatXml(LOOKS[style])).join('')}</cellXfs></styleSheet>`

const paneXml = ({ rows, columns }: { rows: number; columns: number }) =>
  `<pane xSplit="${columns}" ySplit="${rows}" topLeftCell="${columnName(columns)}${rows + 1}" activePane="bottomRight" state="frozen"/>` +
  '<selection pane="bottomRight"/>'

function* sheetXml({ widths, frozen, filter, rows }: SheetOut, isFirst: boolean) {
  const views = `<sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>${frozen ? paneXml(frozen) : ''}</sheetView></sheetViews>`
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index === widths.length - 1 ? 16_384 : index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet xmlns="${MAIN}">${views}<cols>${columns.join('')}</cols><sheetData>`
  let at = 0
  for (const row of rows()) {
    at += 1
    const cells = row.map(({ text, style = 'text' }, index) =>
      text === ''
        ? ''
        : `<c r="${columnName(index)}${at}" s="${SHEET_STYLES.indexOf(style)}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MOST_LETTERS))}</t></is></c>`,
    )
    yield `<row r="${at}">${cells.join('')}</row>`
  }
  const range = filter && `A${filter.row}:${columnName(filter.columns - 1)}${filter.row + filter.rows}`
  yield `</sheetData>${range ? `<autoFilter ref="${range}"/>` : ''}<pageSetup orientation="landscape"/></worksheet>`
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

/** An Excel file of these sheets, made row by row while it is read. Every cell is a text; there are no formulas. */
export const xlsxStream = (sheets: readonly SheetOut[], madeAt: Date): Readable => {
  const part = (name: string, text: string) => ({
    name,
    modified_at: madeAt,
    open: () => Promise.resolve(Buffer.from(text)),
  })
  const numbered = sheets.map((sheet, index) => ({ sheet, id: index + 1 }))
  const contentTypes = numbered.map(
    ({ id }) =>
      `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  )
  return zipStream([
    part(
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${contentTypes.join('')}</Types>`,
    ),
    part(
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered
        .map(({ sheet, id }) => `<sheet name="${escaped(sheet.name)}" sheetId="${id}" r:id="rId${id}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbered
        .map(({ id }) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`))
        .join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ),
    part('xl/styles.xml', stylesXml()),
    ...numbered.map(({ sheet, id }) => ({
      name: `xl/worksheets/sheet${id}.xml`,
      modified_at: madeAt,
      open: async () => Readable.from(sheetXml(sheet, id === 1), { objectMode: false }),
    })),
  ])
}
