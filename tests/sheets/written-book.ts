import { type RawEntry, rawZip } from '../zip-bytes.ts'

/** A cell as a program writes it: its attributes besides the reference, and its content. */
export type WrittenCell = { attributes?: string; inner: string } | null

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
export const shared = (at: number): WrittenCell => ({ attributes: 't="s"', inner: `<v>${at}</v>` })
export const inline = (text: string): WrittenCell => ({
  attributes: 't="inlineStr"',
  inner: `<is><t xml:space="preserve">${escaped(text)}</t></is>`,
})
export const number = (value: number | string, style = 0): WrittenCell => ({
  attributes: `s="${style}"`,
  inner: `<v>${value}</v>`,
})

export const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

export type WrittenBook = {
  rows?: { line: number; cells: WrittenCell[] }[]
  /** The complete XML of the sheet, in place of `rows`. */
  sheet?: string
  /** The content of each `si`. */
  strings?: string[]
  /** Formats of the styles 0, 1, 2 …: a number, or a custom code of the workbook. */
  formats?: (number | string)[]
  workbook?: string
  prefix?: string
  extra?: RawEntry[]
  drops?: string[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

const stylesOf = (formats: (number | string)[]): string => {
  const own = formats.flatMap((format, at) => (typeof format === 'string' ? [[164 + at, format] as const] : []))
  const xfs = formats.map((format, at) => `<xf numFmtId="${typeof format === 'string' ? 164 + at : format}" xfId="0"/>`)
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${own
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`)
    .join(
      '',
    )}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`
}

/** A workbook part by part, as programs write it, with any fault that a test needs. */
export const writtenBook = (book: WrittenBook): Buffer => {
  const p = book.prefix ? `${book.prefix}:` : ''
  const rows = (book.rows ?? []).map(({ line, cells }) => {
    const inner = cells.map((cell, at) =>
      cell ? `<${p}c r="${letters(at)}${line}" ${cell.attributes ?? ''}>${cell.inner}</${p}c>` : '',
    )
    return `<${p}row r="${line}" spans="1:${cells.length}">${inner.join('')}</${p}row>`
  })
  const strings = book.strings ?? []
  const entries: RawEntry[] = [
    { name: '[Content_Types].xml', data: `${XML}<Types/>` },
    {
      name: '_rels/.rels',
      data: `${XML}<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data:
        book.workbook ??
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${XML}<Relationships>
        <Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet2.xml"/>
        <Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/>
        <Relationship Id="rId4" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>
        <Relationship Id="rId5" Type="${OFFICE}/externalLink" TargetMode="External" Target="file:///etc/passwd"/>
      </Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      method: 8,
      data:
        book.sheet ??
        `${XML}<${p}worksheet xmlns${p ? `:${book.prefix}` : ''}="${MAIN}"><${p}dimension ref="A1"/><${p}sheetData>${rows.join('')}</${p}sheetData></${p}worksheet>`,
    },
    { name: 'xl/styles.xml', method: 8, data: stylesOf(book.formats ?? [0]) },
    {
      name: 'xl/sharedStrings.xml',
      method: 8,
      data: `${XML}<sst xmlns="${MAIN}" count="${strings.length}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
  ]
  const kept = entries.filter(({ name }) => !book.drops?.includes(name as string))
  return rawZip([...kept, ...(book.extra ?? [])])
}

/** Rows of plain texts as Excel writes them: every distinct text once, in the shared strings. */
export const textBook = (rows: readonly (readonly string[])[]): Buffer => {
  const at = new Map<string, number>()
  const written = rows.map((cells, row) => ({
    line: row + 1,
    cells: cells.map((text) => {
      if (text === '') return null
      if (!at.has(text)) at.set(text, at.size)
      return shared(at.get(text) ?? 0)
    }),
  }))
  return writtenBook({
    rows: written,
    strings: [...at.keys()].map((text) => `<t xml:space="preserve">${escaped(text)}</t>`),
  })
}

/** Text in UTF-16 with a byte order mark, as Excel saves "Unicode Text". */
export const utf16 = (text: string, isBigEndian = false, hasMark = true): Buffer => {
  const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

const HIGH: Record<string, number> = { '€': 0x80, '’': 0x92, '“': 0x93, '”': 0x94, š: 0x9a, Œ: 0x8c }
/** Text as Excel on Windows saves "CSV (Comma delimited)" in Western countries. */
export const windows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((sign) => HIGH[sign] ?? sign.charCodeAt(0)))
