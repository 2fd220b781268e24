import { CFB, utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { rawZip } from '../../../tests/zip-bytes.ts'
import { convertDocument } from './convert.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? bytesOf(data) : data]),
    ),
  )

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
)
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: [id: string, type: string, target: string, mode?: string][]) =>
  `<?xml version="1.0"?><Relationships>${all
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`
const shape = (place: string, lines: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${lines}</p:txBody></p:sp>`
const line = (text: string, look = '') => `<a:p>${look}<a:r><a:rPr b="1"/><a:t>${text}</a:t></a:r></a:p>`
const plain = (text: string, look = '') => `<a:p>${look}<a:r><a:t>${text}</a:t></a:r></a:p>`
const slide = (shapes: string, more = '') =>
  `<?xml version="1.0"?><p:sld${more}><p:cSld><p:spTree><p:nvGrpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`

const pptx = () =>
  zip({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId3"/><p:sldId id="258" r:id="rId4"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(
      ['rId2', 'slide', 'slides/slide7.xml'],
      ['rId3', 'slide', 'slides/slide1.xml'],
      ['rId4', 'slide', 'slides/slide2.xml'],
    ),
    'ppt/slides/slide7.xml': slide(
      shape(
        '<p:ph type="body" idx="1"/>',
        `${plain('First &amp; last')}${plain('Below', '<a:pPr lvl="1"/>')}${plain('Second')}`,
      ) +
        shape('<p:ph type="title"/>', plain('Ladders')) +
        shape('<p:ph type="sldNum"/>', plain('1')) +
        '<p:pic><p:nvPicPr><p:cNvPr id="4" name="p" descr="A ladder"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId5"/></p:blipFill></p:pic>',
    ),
    'ppt/slides/_rels/slide7.xml.rels': relations(
      ['rId5', 'image', '../media/image1.png'],
      ['rId6', 'notesSlide', '../notesSlides/notesSlide1.xml'],
    ),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${shape('<p:ph type="body"/>', plain('Say it slowly'))}</p:spTree></p:cSld></p:notes>`,
    'ppt/media/image1.png': PNG,
    'ppt/slides/slide1.xml': slide(
      `${shape('', line('Loose words'))}<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:txBody>${plain('Step')}</a:txBody></a:tc><a:tc><a:txBody>${plain('Who')}</a:txBody></a:tc></a:tr><a:tr><a:tc gridSpan="2"><a:txBody>${plain('Climb')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ),
    'ppt/slides/slide2.xml': slide(shape('', plain('Secret')), ' show="0"'),
  })

const odt = (body: string, more: Record<string, string | Uint8Array> = {}) =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles><style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style></office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  })

const book = (type: 'xlsx' | 'biff8') => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(
    [
      ['Name', 'Hours', 'Day'],
      ['Lena <b>', 7.5, new Date(Date.UTC(2026, 2, 9))],
      ['Both', 12, ''],
    ],
    { UTC: true },
  )
  sheet['B2'].z = '0.00'
  sheet['C2'].z = 'yyyy-mm-dd'
  sheet['!merges'] = [{ s: { r: 2, c: 1 }, e: { r: 2, c: 2 } }]
  utils.book_append_sheet(book, sheet, 'Hours')
  utils.book_append_sheet(book, utils.aoa_to_sheet([[1]]), 'Rest')
  return new Uint8Array(write(book, { type: 'array', bookType: type }))
}

const container = (streams: Record<string, Uint8Array>) => {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content)
  return new Uint8Array(CFB.write(file, { type: 'buffer' }))
}

/** A Word 97 file with one narrow and one wide piece. The paragraphs have the given styles. */
const doc = (
  paragraphs: readonly { text: string; style?: number; isInTable?: boolean; isRowEnd?: boolean }[],
  flags = 0,
) => {
  const main = new DataView(new ArrayBuffer(4096))
  const tables = new DataView(new ArrayBuffer(1024))
  const words = paragraphs.map(({ text }) => text).join('')
  const half = Math.floor(words.length / 2)
  const [narrowAt, wideAt, pageAt] = [1024, 2048, 3072]
  main.setUint16(0x0a, flags, true)
  main.setUint32(0x4c, words.length, true)
  for (let at = 0; at < half; at++) main.setUint8(narrowAt + at, words.charCodeAt(at))
  for (let at = half; at < words.length; at++) main.setUint16(wideAt + (at - half) * 2, words.charCodeAt(at), true)
  // The list of pieces.
  main.setUint32(0x01a2, 0, true)
  tables.setUint8(0, 2)
  tables.setUint32(1, 12 + 16, true)
  for (const [index, value] of [0, half, words.length].entries()) tables.setUint32(5 + index * 4, value, true)
  tables.setUint32(5 + 12 + 2, (narrowAt * 2) | 0x40000000, true)
  tables.setUint32(5 + 12 + 8 + 2, wideAt, true)
  // One page that describes all paragraphs.
  main.setUint32(0x0102, 512, true)
  main.setUint32(0x0106, 12, true)
  tables.setUint32(512 + 8, pageAt / 512, true)
  main.setUint8(pageAt + 511, paragraphs.length)
  const place = (at: number) => (at < half ? narrowAt + at : wideAt + (at - half) * 2)
  let start = 0
  let looksAt = 480
  for (const [index, { text, style = 0, isInTable = false, isRowEnd = false }] of paragraphs.entries()) {
    main.setUint32(pageAt + index * 4, place(start), true)
    start += text.length
    main.setUint32(pageAt + index * 4 + 4, place(start - 1) + 1, true)
    looksAt -= 12
    main.setUint8(pageAt + (paragraphs.length + 1) * 4 + index * 13, looksAt / 2)
    main.setUint8(pageAt + looksAt, 5)
    main.setUint16(pageAt + looksAt + 1, style, true)
    main.setUint16(pageAt + looksAt + 3, 0x2416, true)
    main.setUint8(pageAt + looksAt + 5, isInTable ? 1 : 0)
    main.setUint16(pageAt + looksAt + 6, 0x2417, true)
    main.setUint8(pageAt + looksAt + 8, isRowEnd ? 1 : 0)
  }
  return container({ WordDocument: new Uint8Array(main.buffer), '0Table': new Uint8Array(tables.buffer) })
}

const record = (type: number, content: Uint8Array, head = 0) => {
  const view = new DataView(new ArrayBuffer(8 + content.length))
  view.setUint16(0, head, true)
  view.setUint16(2, type, true)
  view.setUint32(4, content.length, true)
  new Uint8Array(view.buffer).set(content, 8)
  return new Uint8Array(view.buffer)
}
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const number = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer)
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)
const GROUP = 0xf

const ppt = () => {
  const drawn = record(
    0x03ee,
    record(0xf00d, joined(record(0x0f9f, number(4)), record(0x0fa8, bytesOf('A loose box'))), GROUP),
    GROUP,
  )
  const words = record(
    0x0ff0,
    joined(
      record(0x03f3, number(1, 0, 0, 256, 0)),
      record(0x0f9f, number(0)),
      record(0x0fa0, wide('Żebra')),
      record(0x0f9f, number(1)),
      record(0x0fa8, bytesOf('One\rTwo')),
    ),
    GROUP,
  )
  const document = record(0x03e8, words, GROUP)
  const places = record(0x1772, number((1 << 20) | 1, document.length))
  return container({ 'PowerPoint Document': joined(document, drawn, places) })
}

describe('every kind of document as a page (UPL-013, LRN-034)', () => {
  test('slides have titles, nested lists, pictures with alt texts, tables and notes; hidden ones stay hidden (UPL-013)', async () => {
    const html = await convertDocument('pptx', pptx())
    expect(html).toContain(
      '<p class="number">Slide 1 of 2</p><h2>Ladders</h2><ul><li>First &amp; last<ul><li>Below</li></ul></li><li>Second</li></ul>',
    )
    expect(html).toMatch(/<img src="data:image\/png;base64,[\w+/=]+" alt="A ladder" \/>/)
    expect(html).toContain('<div class="notes"><h3>Notes</h3><p>Say it slowly</p></div>')
    expect(html).toContain('<h2>Slide 2</h2><p><strong>Loose words</strong></p>')
    expect(html).toContain(
      '<thead><tr><th scope="col">Step</th><th scope="col">Who</th></tr></thead><tbody><tr><td colspan="2">Climb</td></tr></tbody>',
    )
    expect(html).not.toContain('Secret')
  })

  test('an OpenDocument text has headings, formatting, numbered lists, tables, links, pictures and footnotes (UPL-013)', async () => {
    const html = await convertDocument(
      'odt',
      odt(
        '<text:h text:outline-level="2">Rules</text:h><text:p>Be <text:span text:style-name="T1">careful</text:span><text:note><text:note-body><text:p>Always</text:p></text:note-body></text:note>, see <text:a xlink:href="https://example.com/">this</text:a></text:p>' +
          '<text:list text:style-name="L1"><text:list-item><text:p>One</text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item></text:list>' +
          '<table:table table:name="Steps"><table:table-header-rows><table:table-row><table:table-cell><text:p>Step</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Climb</text:p></table:table-cell></table:table-row></table:table>' +
          '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>A ladder</svg:desc></draw:frame></text:p>',
        { 'Pictures/a.png': PNG },
      ),
    )
    expect(html).toContain(
      '<h2>Rules</h2><p>Be <strong>careful</strong><sup>[1]</sup>, see <a href="https://example.com/" rel="noopener noreferrer">this</a></p>',
    )
    expect(html).toContain('<ol><li><p>One</p><ul><li><p>Inner</p></li></ul></li></ol>')
    expect(html).toContain(
      'aria-label="Steps"><table><thead><tr><th scope="col">Step</th></tr></thead><tbody><tr><td>Climb</td>',
    )
    expect(html).toMatch(/<img src="data:image\/png;base64,[\w+/=]+" alt="A ladder" \/>/)
    expect(html).toContain('<h2>Footnotes</h2><ol><li><p>Always</p></li></ol>')
  })

  test('an RTF text has headings, formatting, letters of every alphabet, lists, links and tables (UPL-013)', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\stylesheet{\s1 heading 1;}{Normal;}}{\*\generator nobody}
{\info{\title Hidden}}\pard\s1 House rules\par
\pard Be {\b careful} \'e9t\'e9, \u8364? and {\f1\'cf\'f0\'e8\'e2\'e5\'f2}.\par
\pard{\listtext\'b7\tab}First\par{\listtext\'b7\tab}Second\par
\pard{\field{\*\fldinst HYPERLINK "https://example.com/a"}{\fldrslt a link}} {\v gone}\par
\trowd\intbl Step\cell Who\cell\row\trowd\intbl Climb\cell You\cell\row\pard
{\pict\pngblip ${Buffer.from(PNG).toString('hex')}}\par}`
    for (const extension of ['rtf', 'doc']) {
      const html = await convertDocument(extension, bytesOf(rtf))
      expect(html).toMatch(/^<h1>House rules<\/h1><p>Be <strong>careful<\/strong> été, € and Привет.<\/p>/)
      expect(html).toContain('<ul><li>First</li><li>Second</li></ul>')
      expect(html).toContain('<a href="https://example.com/a" rel="noopener noreferrer">a link</a>')
      expect(html).toContain('<tbody><tr><td>Step</td><td>Who</td></tr><tr><td>Climb</td><td>You</td></tr></tbody>')
      expect(html).toMatch(/<img src="data:image\/png;base64,/)
      expect(html).not.toMatch(/gone|nobody|Hidden|Arial/)
    }
  })

  test.each(['xlsx', 'xls'])(
    'a workbook of .%s shows its sheets as it writes numbers and dates (UPL-013)',
    async (extension) => {
      const html = await convertDocument(extension, book(extension === 'xls' ? 'biff8' : 'xlsx'))
      expect(html).toContain('<h2>Hours</h2>')
      expect(html).toContain(
        '<thead><tr><th scope="col">Name</th><th scope="col">Hours</th><th scope="col">Day</th></tr></thead>',
      )
      expect(html).toContain('<tr><td>Lena &lt;b&gt;</td><td>7.50</td><td>2026-03-09</td></tr>')
      expect(html).toContain('<tr><td>Both</td><td colspan="2">12</td></tr>')
      expect(html).toContain('<h2>Rest</h2>')
    },
  )

  test.each([
    ['UTF-8', bytesOf('Name;Zip\r\nRené;01067\r\n')],
    ['that of Windows', Uint8Array.from('Name;Zip\r\nRené;01067\r\n', (char) => char.charCodeAt(0))],
    ['UTF-16', joined(Uint8Array.from([0xff, 0xfe]), wide('Name;Zip\r\nRené;01067\r\n'))],
  ])('separated values in %s keep every value as it is written (UPL-013)', async (_, bytes) => {
    expect(await convertDocument('csv', bytes)).toContain(
      '<thead><tr><th scope="col">Name</th><th scope="col">Zip</th></tr></thead><tbody><tr><td>René</td><td>01067</td></tr></tbody>',
    )
  })

  test('a table too long for a page shows its first rows, and the page says so (UPL-013)', async () => {
    const html = await convertDocument('csv', bytesOf(Array.from({ length: 1500 }, (_, row) => `a${row},b`).join('\n')))
    expect(html.slice(0, 200)).toContain('Only the first 1000 rows and 60 columns are shown.')
    expect(html.match(/<tr>/g)).toHaveLength(1000)
  })

  test('an old Word file shows its text with headings and tables, assembled from its pieces (UPL-013)', async () => {
    const html = await convertDocument(
      'doc',
      doc([
        { text: 'House rules\r', style: 1 },
        { text: 'See \x13 HYPERLINK "x" \x14this page\x15.\r' },
        { text: 'Step\x07', isInTable: true },
        { text: '\x07', isInTable: true },
        { text: '\x07', isInTable: true, isRowEnd: true },
        { text: 'A long end in wide letters — Ż\r' },
      ]),
    )
    expect(html).toContain('<h1>House rules</h1><p>See this page.</p>')
    expect(html).toContain('<tbody><tr><td>Step</td><td></td></tr></tbody>')
    expect(html).toContain('<p>A long end in wide letters — Ż</p>')
    expect(html).toContain('download it for its layout and pictures')
  })

  test('an old presentation shows the text of its slides (UPL-013)', async () => {
    expect(await convertDocument('ppt', ppt())).toContain(
      '<p class="number">Slide 1 of 1</p><h2>Żebra</h2><ul><li>One</li><li>Two</li></ul><p>A loose box</p>',
    )
  })

  test('plain text stays as it is (UPL-013)', async () => {
    expect(await convertDocument('txt', bytesOf('Two <b>bold</b>\n words'))).toBe(
      '<pre>Two &lt;b&gt;bold&lt;/b&gt;\n words</pre>',
    )
  })
})

describe('hostile and damaged documents (UPL-013)', () => {
  test('nothing in a document runs, is fetched, or leads to scripts (UPL-013, LRN-034)', async () => {
    const html = await convertDocument(
      'odt',
      odt(
        '<text:p><text:a xlink:href="javascript:alert(1)">press</text:a><text:a xlink:href="../own/page">own</text:a></text:p><text:p>&lt;script&gt;alert(1)&lt;/script&gt;</text:p>' +
          '<text:p><draw:frame><draw:image xlink:href="https://example.com/spy.png"/></draw:frame></text:p>' +
          '<text:p><draw:frame><draw:image xlink:href="Pictures/x.svg"/></draw:frame></text:p>',
        { 'Pictures/x.svg': '<svg onload="alert(1)"/>' },
      ),
    )
    expect(html).toContain('<a>press</a><a>own</a>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toMatch(/<script|<svg|<img|javascript:|example\.com/)
  })

  test('links in a presentation only lead outside, by an allowed scheme (UPL-013)', async () => {
    const html = await convertDocument(
      'pptx',
      zip({
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="a"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relations(['a', 'slide', 'slides/slide1.xml']),
        'ppt/slides/slide1.xml': slide(
          shape(
            '',
            '<a:p><a:r><a:rPr><a:hlinkClick r:id="s"/></a:rPr><a:t>bad</a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="w"/></a:rPr><a:t>good</a:t></a:r></a:p>',
          ),
        ),
        'ppt/slides/_rels/slide1.xml.rels': relations(
          ['s', 'hyperlink', 'javascript:alert(1)', 'External'],
          ['w', 'hyperlink', 'https://example.com/', 'External'],
        ),
      }),
    )
    expect(html).toContain('<a>bad</a><a href="https://example.com/" rel="noopener noreferrer">good</a>')
  })

  test('entities declared by a document are not read (UPL-013)', async () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]><office:document-content>&c;</office:document-content>'
    await expect(convertDocument('odt', zip({ 'content.xml': bomb }))).rejects.toThrow('document type')
  })

  test.each(['docx', 'pptx', 'odt', 'xlsx'])(
    'a .%s that would unpack to too much is not unpacked (UPL-013)',
    async (extension) => {
      const data = Buffer.from('x')
      const names = {
        docx: 'word/document.xml',
        pptx: 'ppt/presentation.xml',
        odt: 'content.xml',
        xlsx: 'xl/workbook.xml',
      }
      const name = names[extension as keyof typeof names]
      const huge = rawZip([{ name, data, size: 0xf0000000 }])
      await expect(convertDocument(extension, huge)).rejects.toThrow('more than is sound')
      const many = rawZip(
        Array.from({ length: 6000 }, (_, at) => ({ name: `${name.split('/')[0]}/media/${at}.xml`, data })),
      )
      if (extension === 'docx' || extension === 'xlsx' || extension === 'pptx')
        await expect(convertDocument(extension, many)).rejects.toThrow('more than is sound')
    },
  )

  test('the title of a Word file is its first heading (UPL-013)', async () => {
    const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    const line = (style: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${style}</w:t></w:r></w:p>`
    const style = (name: string) =>
      `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`
    const document = zip({
      'word/document.xml': `<w:document ${namespace}><w:body>${line('Title')}${line('Normal')}</w:body></w:document>`,
      'word/styles.xml': `<w:styles ${namespace}>${style('Title')}${style('Normal')}</w:styles>`,
    })
    expect(await convertDocument('docx', document)).toMatch(/<h1>Title<\/h1><p>Normal<\/p>/)
  })

  test('a file that is larger than its directory says is refused (UPL-013)', async () => {
    const data = `<?xml version="1.0"?><office:document-content>${'x'.repeat(100_000)}</office:document-content>`
    await expect(convertDocument('odt', rawZip([{ name: 'content.xml', data, method: 8, size: 60 }]))).rejects.toThrow()
  })

  test.each(['docx', 'pptx', 'odt', 'xlsx', 'doc', 'ppt', 'rtf'])(
    'a damaged .%s is no page (UPL-013)',
    async (extension) => {
      const whole = {
        pptx: pptx(),
        odt: odt('<text:p>x</text:p>'),
        xlsx: book('xlsx'),
        docx: pptx(),
        ppt: ppt(),
        doc: doc([{ text: 'x\r' }]),
        rtf: bytesOf('no'),
      }
      const bytes = whole[extension as keyof typeof whole]
      await expect(convertDocument(extension, bytes.slice(0, bytes.length / 3))).rejects.toThrow()
    },
  )

  test('a password-protected document is not shown as a page (UPL-013)', async () => {
    await expect(convertDocument('doc', doc([{ text: 'x\r' }], 0x0100))).rejects.toThrow('password')
  })
})
