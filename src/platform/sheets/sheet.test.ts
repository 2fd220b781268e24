import { describe, expect, test } from 'vitest'
import {
  inline,
  number,
  shared,
  textBook,
  utf16,
  windows1252,
  writtenBook,
} from '../../../tests/sheets/written-book.ts'
import { rawZip } from '../../../tests/zip-bytes.ts'
import { readSheet, readTable, SheetError, type SheetLimits } from './sheet.ts'

const rowsOf = async (bytes: Buffer | string, limits?: Partial<SheetLimits>) => {
  const rows: [number, ...string[]][] = []
  for await (const { line, cells } of readSheet(Buffer.from(bytes as Buffer), limits)) rows.push([line, ...cells])
  return rows
}
const codeOf = async (bytes: Buffer | string, limits?: Partial<SheetLimits>) =>
  rowsOf(bytes, limits).then(
    () => null,
    (error: unknown) => (error instanceof SheetError ? error.code : error),
  )

const ZOE = 'Name;Zip;Fee\r\nZoë O’Brien;01067;€5\r\n'
const ZOES = [
  [1, 'Name', 'Zip', 'Fee'],
  [2, 'Zoë O’Brien', '01067', '€5'],
]

describe('text files', () => {
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(ZOE)],
    ['UTF-8 with a mark, as Excel writes it', Buffer.from(`\ufeff${ZOE}`)],
    ['Windows-1252', windows1252(ZOE)],
    ['UTF-16 with a mark and tabs, as Excel writes Unicode text', utf16(ZOE.replaceAll(';', '\t'))],
    ['UTF-16 big endian', utf16(ZOE, true)],
    ['UTF-16 without a mark', utf16(ZOE, false, false)],
    ['UTF-8 with line feeds alone, as LibreOffice writes it', Buffer.from(ZOE.replaceAll('\r', ''))],
    ['UTF-8 with carriage returns alone, as old Macs write it', Buffer.from(ZOE.replaceAll('\n', ''))],
    ['UTF-8 without a last line end', Buffer.from(ZOE.trimEnd())],
  ])('%s gives every value as it is (API-036)', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual(ZOES)
  })

  test('a letter split between two chunks is whole (API-036)', async () => {
    const names = Array.from({ length: 30_000 }, (_, at) => `ë${'x'.repeat(at % 7)}€`)
    expect((await rowsOf(names.join('\n'))).map(([, name]) => name)).toEqual(names)
  })

  test.each([
    ['a,b\n1,2', ['1', '2']],
    ['a;b\n1,5;2,5', ['1,5', '2,5']],
    ['a\tb\n"1\t2"\t3', ['1\t2', '3']],
    ['a|b\n1|2', ['1', '2']],
    ['sep=|\na,b|c\n1,2|3', ['1,2', '3']],
    ['Name, first;Name, last\nAda;Lovelace', ['Ada', 'Lovelace']],
    ['"a;b;c","d"\n"1;2","3"', ['1;2', '3']],
    ['e-mail\nada@example.com', ['ada@example.com']],
    ['a,b\n"say ""hi""","two\nlines"', ['say "hi"', 'two\nlines']],
    ['a,b\nO"Neil,4" pipe', ['O"Neil', '4" pipe']],
    ['a,b\n=1+1,@x', ['=1+1', '@x']],
    ['a,b,c\n 1 ,,', ['1']],
    ['a,b\n\u00a01,2\u00a0', ['1', '2']],
  ])('the second row of %j is %j (API-036)', async (text, expected) => {
    const rows = await rowsOf(text)
    expect(rows.at(-1)?.slice(1)).toEqual(expected)
  })

  test('rows keep their line number: blank rows and rows of several lines count (API-036)', async () => {
    expect(await rowsOf('sep=;\r\na;b\r\n\r\n1;"x\r\ny"\r\n;;\r\n2;z\r\n')).toEqual([
      [2, 'a', 'b'],
      [4, '1', 'x\r\ny'],
      [7, '2', 'z'],
    ])
  })
})

describe('workbooks', () => {
  test('as Excel writes them: shared strings in pieces, dates, zeros, formulas, hidden sheets (API-036)', async () => {
    const bytes = writtenBook({
      strings: [
        '<t>Name</t>',
        '<r><rPr><b/></rPr><t xml:space="preserve">Zoë </t></r><r><t>O’Brien</t></r><rPh sb="0" eb="1"><t>ゾエ</t></rPh>',
        '<t>two_x000D_&#10;lines &amp; more</t>',
        '<t/>',
      ],
      formats: [0, 14, '00000', '@', '000\\-00\\-0000'],
      rows: [
        { line: 1, cells: [shared(0)] },
        {
          line: 4,
          cells: [
            shared(1),
            number(46_351, 1),
            number(1067, 2),
            number(12, 3),
            number(12_345_678, 4),
            shared(3),
            { attributes: 't="str"', inner: '<f>A1&amp;"x"</f><v>cached</v>' },
            { attributes: 't="b"', inner: '<v>1</v>' },
            { attributes: 't="e"', inner: '<v>#N/A</v>' },
            shared(2),
            null,
            number('1.5551234567E10'),
          ],
        },
        { line: 1_048_576, cells: [{ attributes: 's="2"', inner: '' }] },
      ],
    })
    expect(await rowsOf(bytes)).toEqual([
      [1, 'Name'],
      [
        4,
        'Zoë O’Brien',
        '2026-11-25',
        '01067',
        '12',
        '012-34-5678',
        '',
        'cached',
        'TRUE',
        '#N/A',
        'two\r\nlines & more',
        '',
        '15551234567',
      ],
    ])
  })

  test('as Google Sheets and other programs write them: inline strings, no references, prefixed names (API-036)', async () => {
    const rows = [
      { line: 1, cells: [inline('E-mail'), inline('Due')] },
      { line: 2, cells: [inline('ada@example.com'), number(46_351, 1)] },
    ]
    const prefixed = writtenBook({ prefix: 'x', formats: [0, 'm/d/yyyy'], rows })
    expect((await rowsOf(prefixed))[1]).toEqual([2, 'ada@example.com', '2026-11-25'])
    const bare = writtenBook({
      sheet:
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>a</t></is></c><c><v>7</v></c></row><row/><row><c t="d"><v>2026-11-25T00:00:00</v></c></row></sheetData></worksheet>',
      drops: ['xl/styles.xml', 'xl/sharedStrings.xml'],
    })
    expect(await rowsOf(bare)).toEqual([
      [1, 'a', '7'],
      [3, '2026-11-25'],
    ])
  })

  test('dates in the 1904 system, and the first sheet that is not hidden (API-036)', async () => {
    const bytes = writtenBook({
      workbook:
        '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="a" state="veryHidden" r:id="rId1"/><sheet name="b" r:id="rId2"/></sheets></workbook>',
      rows: [{ line: 1, cells: [inline('hidden')] }],
      formats: [0, 14],
      extra: [
        {
          name: 'xl/worksheets/sheet2.xml',
          data: '<worksheet><sheetData><row r="3"><c r="B3" s="1"><v>44889</v></c></row></sheetData></worksheet>',
        },
      ],
    })
    expect(await rowsOf(bytes)).toEqual([[3, '', '2026-11-25']])
  })

  test('a text is never mistaken for markup or a number (API-036)', async () => {
    const texts = ['007', '<b>&amp;</b>', '=HYPERLINK("x")', '+15551234567', '1e5']
    expect(await rowsOf(textBook([['a'], ...texts.map((text) => [text])]))).toEqual([
      [1, 'a'],
      ...texts.map((text, at) => [at + 2, text]),
    ])
  })
})

describe('an unreadable file is refused with the reason', () => {
  const bomb = (size: number) =>
    writtenBook({ sheet: `<worksheet><sheetData>${' '.repeat(size)}</sheetData></worksheet>` })
  const part = (data: string) => writtenBook({ sheet: data })
  test.each<[string, Buffer | string, Partial<SheetLimits>, string]>([
    ['nothing', '', {}, 'empty'],
    ['blank lines alone', '\n\n,,\n', {}, 'empty'],
    ['a PDF', '%PDF-1.7', {}, 'unknown_format'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), {}, 'unknown_format'],
    ['an old or encrypted workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), {}, 'old_format'],
    ['an archive of something else', rawZip([{ name: 'content.xml', data: '<x/>' }]), {}, 'unknown_format'],
    ['half of an archive', textBook([['a']]).subarray(0, 500), {}, 'damaged'],
    ['a file above the limit', 'abcdef', { bytes: 5 }, 'too_large'],
    ['too many rows', 'a\n1\n2\n3', { rows: 3 }, 'too_many_rows'],
    ['too many columns', 'a,b,c', { columns: 2 }, 'too_many_columns'],
    ['too many columns of a workbook', textBook([['a', 'b', 'c']]), { columns: 2 }, 'too_many_columns'],
    [
      'a column beyond all',
      part('<sheetData><row><c r="ZZZZZZ1"><v>1</v></c></row></sheetData>'),
      {},
      'too_many_columns',
    ],
    ['a cell that is too long', `a\n${'x'.repeat(11)}`, { cell: 10, columns: 9 }, 'cell_too_long'],
    ['a quotation mark that stays open', 'a,b\n"1,2\n3,4\n', {}, 'open_quote'],
    ['one that swallows the file', `a\n"${'x\n'.repeat(3000)}`, { cell: 100, columns: 10 }, 'open_quote'],
    ['a bomb', bomb(3 << 20), { unpacked: 1 << 20 }, 'too_large'],
    ['a bomb that lies about its size', rawZipBomb(), { unpacked: 1 << 20 }, 'damaged'],
    ['a tag of megabytes', part(`<worksheet ${'x'.repeat(3 << 20)}>`), {}, 'damaged'],
    ['tags a million deep', part('<a>'.repeat(1000)), {}, 'damaged'],
    ['entities of its own', part('<!DOCTYPE x [<!ENTITY e "boom">]><worksheet>&e;</worksheet>'), {}, 'damaged'],
    ['too much shared text', textBook([['a'], ['b'.repeat(100)]]), { shared: 50 }, 'too_large'],
    ['a text that is not there', writtenBook({ rows: [{ line: 1, cells: [shared(7)] }] }), {}, 'damaged'],
    ['rows that go back', part('<sheetData><row r="2"/><row r="1"/></sheetData>'), {}, 'damaged'],
    ['two parts of one name', writtenBook({ extra: [{ name: 'xl/workbook.xml', data: '' }] }), {}, 'damaged'],
    ['a workbook without its sheet', writtenBook({ drops: ['xl/worksheets/sheet1.xml'] }), {}, 'empty'],
  ])('%s (API-036)', async (_, bytes, limits, code) => {
    expect(await codeOf(bytes, limits)).toBe(code)
  })

  function rawZipBomb(): Buffer {
    return writtenBook({
      drops: ['xl/worksheets/sheet1.xml'],
      extra: [{ name: 'xl/worksheets/sheet1.xml', method: 8, data: ' '.repeat(3 << 20), size: 1000 }],
    })
  }
})

describe('tables', () => {
  const NAMES = { email: ['E-mail'], first_name: ['First name', 'Given name'] } as const
  const table = async (text: string) => {
    const rows = []
    for await (const row of readTable(Buffer.from(text), NAMES, { required: ['email'] })) rows.push(row)
    return rows
  }
  test('rows are read by column name (API-036)', async () => {
    expect(await table('Given Name;Shoe;E-MAIL\nAda;38;ada@example.com\n;;grace@example.com\n')).toEqual([
      { line: 2, values: { email: 'ada@example.com', first_name: 'Ada' } },
      { line: 3, values: { email: 'grace@example.com', first_name: '' } },
    ])
  })
  test.each([
    ['Name\nAda', 'The sheet has no column “E-mail”. Add it to the first row.'],
    ['email,e mail\na,b', 'The column “e mail” is there twice. Keep one of them.'],
  ])('%j is refused: %s (API-036)', async (text, message) => {
    await expect(table(text)).rejects.toThrow(message)
  })
})
