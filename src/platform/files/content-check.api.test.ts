import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { allowedExtensions, UNPACKED_MAX_FILES, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import { checkContent } from '#platform/files/content-check.ts'
import { readPicture } from '#platform/files/pictures/pictures.ts'
import { bitmap, icon, plain } from '../../../tests/pictures.ts'
import { rawZip } from '../../../tests/zip-bytes.ts'

const zip = (files: Record<string, string>): Promise<Buffer> => {
  const archive = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name)
  archive.end()
  return buffer(archive.outputStream)
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const png = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const office = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(512),
  ])

const openXml = (folder: string, type: string) =>
  zip({
    '[Content_Types].xml': `<Types><Override PartName="/${folder}/a.xml" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    [`${folder}/a.xml`]: '<x/>',
  })

const GOOD: Record<string, () => Buffer | Promise<Buffer>> = {
  doc: () => office('WordDocument'),
  docx: () => openXml('word', 'wordprocessingml.document'),
  rtf: () => Buffer.from('{\\rtf1\\ansi Hello}'),
  txt: () => Buffer.from('Grüße, tab\tand line\r\n'),
  ppt: () => office('PowerPoint Document'),
  pptx: () => openXml('ppt', 'presentationml.presentation'),
  odt: async () =>
    zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:document-content/>' }),
  pdf: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  xls: () => office('Workbook'),
  xlsx: () => openXml('xl', 'spreadsheetml.sheet'),
  csv: () => Buffer.from('name;price\nGolf;19,99\n'),
  jpg: () => plain(40, 30).jpeg().toBuffer(),
  jpeg: () => plain(40, 30).jpeg().toBuffer(),
  gif: () => plain(40, 30).gif().toBuffer(),
  png: () => png(40, 30),
  webp: () => plain(40, 30).webp().toBuffer(),
  mp3: () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(2000)]),
  ico: () => icon([[bitmap(16), 16]]),
}

describe('the content confirms the extension', () => {
  test('there is a valid file for every uploadable extension', () => {
    expect(Object.keys(GOOD).toSorted()).toEqual(allowedExtensions({}).toSorted())
  })

  test.each(Object.keys(GOOD))('a real %s is taken (UPL-013, UPL-016)', async (extension) => {
    const bytes = await GOOD[extension]!()
    const { file, refusal } = await checkContent({ name: `A file.${extension.toUpperCase()}`, bytes })
    expect(refusal).toBeNull()
    expect(file?.extension).toBe(extension)
    expect(file?.mime_type).toMatch(/^(application|text|image|audio)\/[\w.-]+/)
  })

  test('no file passes under the extension of another kind (UPL-016)', async () => {
    const PICTURES: readonly string[] = [...UPLOAD_TYPES.img, ...UPLOAD_TYPES.icon]
    const related = new Set(['rtf>doc', 'txt>csv', 'csv>txt'])
    for (const [from, make] of Object.entries(GOOD)) {
      const bytes = await make()
      for (const to of Object.keys(GOOD)) {
        const isPicture = (extension: string) => PICTURES.includes(extension)
        if (from === to || related.has(`${from}>${to}`) || (isPicture(from) && isPicture(to))) continue
        const { refusal } = await checkContent({ name: `file.${to}`, bytes })
        expect(refusal?.title, `${from} as ${to}`).toBe('Wrong Format')
      }
    }
  })

  test.each([
    ['an svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a program', 'MZ\x90\0\x03\0\0\0\x04'],
    ['a script with control characters', 'echo\0\x01'],
  ])('%s is taken under no picture, document or table name (UPL-013, UPL-016)', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1')
    for (const extension of ['svg', 'html', 'png', 'jpg', 'gif', 'webp', 'ico', 'pdf', 'docx', 'doc', 'mp3', 'odt'])
      expect((await checkContent({ name: `x.${extension}`, bytes })).refusal?.title, extension).toBe('Wrong Format')
  })

  test('an installer in the container format of old Office files is refused (UPL-016)', async () => {
    for (const extension of ['doc', 'xls', 'ppt'])
      expect((await checkContent({ name: `a.${extension}`, bytes: office('Property') })).refusal?.title).toBe(
        'Wrong Format',
      )
  })

  test('a text with null bytes is refused, and UTF-16 with a byte order mark is accepted (UPL-016)', async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')])
    expect((await checkContent({ name: 'a.txt', bytes: wide })).refusal).toBeNull()
    expect((await checkContent({ name: 'a.txt', bytes: Buffer.from('a\0b') })).refusal?.title).toBe('Wrong Format')
  })

  test('a picture with a broken header is refused (UPL-016)', async () => {
    const jpeg = await plain(40, 30).jpeg().toBuffer()
    for (const bytes of [png(40, 30).subarray(0, 20), png(0, 30), jpeg.subarray(0, 10)])
      expect((await checkContent({ name: bytes[0] === 0xff ? 'a.jpg' : 'a.png', bytes })).refusal?.title).toBe(
        'Wrong Format',
      )
  })

  test('a document whose content list is late in the archive is still recognized', async () => {
    const bytes = await zip({
      'word/document.xml': '<x/>',
      'docProps/a.xml': '<x/>',
      '[Content_Types].xml': '<Types/>',
    })
    expect((await checkContent({ name: 'a.docx', bytes })).refusal).toBeNull()
    expect((await checkContent({ name: 'a.xlsx', bytes })).refusal?.title).toBe('Wrong Format')
  })
})

describe('documents that unpack to more than they claim (UPL-030)', () => {
  const MB = 2 ** 20
  const types = { name: '[Content_Types].xml', data: '<Types/>' }
  const inside: Record<string, string> = { docx: 'word/document.xml', pptx: 'ppt/presentation.xml', xlsx: 'xl/a.xml' }
  const documents = ['docx', 'pptx', 'xlsx', 'odt'] as const
  /** A small archive of this kind whose last file unpacks to this many zeros. */
  const padded = (extension: string, zeros: number, more: { size?: number } = {}) =>
    rawZip([
      ...(extension === 'odt'
        ? [{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]
        : [types, { name: inside[extension] ?? '', data: '<x/>' }]),
      { name: 'media/big.bin', zeros, ...more },
    ])

  test.each(documents)('a %s that unpacks to 300 MB is refused and the text says so', async (extension) => {
    const bytes = padded(extension, 300 * MB)
    expect(bytes.length).toBeLessThan(MB)
    expect((await checkContent({ name: `a.${extension}`, bytes })).refusal).toEqual({
      code: 'invalidFileSize',
      title: 'Wrong Size',
      name: `a.${extension}`,
      message: `The file a.${extension} unpacks to 300 MB; at most 160 MB can be opened. Please split it into smaller files.`,
    })
  })

  test.each(documents)('a %s that unpacks to 100 MB is accepted', async (extension) => {
    const { refusal } = await checkContent({ name: `a.${extension}`, bytes: padded(extension, 100 * MB) })
    expect(refusal).toBeNull()
  })

  test.each(documents)('a %s whose directory understates a size is refused', async (extension) => {
    for (const size of [0, 1, 1000]) {
      const { refusal } = await checkContent({ name: `a.${extension}`, bytes: padded(extension, 5 * MB, { size }) })
      expect(refusal?.title).toBe('Wrong Format')
    }
  })

  test('a content list that unpacks to 300 MB is not unpacked to find the kind', async () => {
    const list = { name: '[Content_Types].xml', zeros: 300 * MB }
    const bytes = rawZip([list, { name: 'xl/workbook.xml', data: '<x/>' }])
    expect((await checkContent({ name: 'a.xlsx', bytes })).refusal?.title).toBe('Wrong Size')
  })

  test('entries that share their bytes, and too many entries, are refused', async () => {
    const first = { name: 'xl/a.bin', zeros: 50 * MB }
    const shared = rawZip([first, types, { name: 'xl/b.bin', zeros: 50 * MB, offset: 0 }])
    expect((await checkContent({ name: 'a.xlsx', bytes: shared })).refusal?.title).toBe('Wrong Format')
    const many = rawZip([types, ...Array.from({ length: UNPACKED_MAX_FILES }, (_, at) => ({ name: `xl/${at}` }))])
    expect((await checkContent({ name: 'a.xlsx', bytes: many })).refusal).toMatchObject({
      title: 'Wrong Size',
      message: expect.stringContaining('more than 5000 files'),
    })
  })
})

describe('size and dimensions', () => {
  test('a file over the maximum is Wrong Size, whatever it contains (UPL-011, UPL-016)', async () => {
    const bytes = Buffer.concat([GOOD.pdf!() as Buffer, Buffer.alloc(20_971_520)])
    expect((await checkContent({ name: 'a.pdf', bytes })).refusal).toMatchObject({
      title: 'Wrong Size',
      message: 'The file a.pdf (20 MB) is too large.',
    })
    expect((await checkContent({ name: 'a.pdf', bytes: bytes.subarray(0, 20_971_520) })).refusal).toBeNull()
  })

  test('required dimensions are read from the picture itself (UPL-012, UPL-016)', async () => {
    const rule = { width: 40, height: 30 }
    for (const extension of ['png', 'jpg', 'gif', 'webp'])
      expect((await checkContent({ name: `a.${extension}`, bytes: await GOOD[extension]!() }, rule)).refusal).toBeNull()
    expect((await checkContent({ name: 'a.png', bytes: png(41, 30) }, rule)).refusal).toMatchObject({
      title: 'Wrong Dimensions',
      message: 'The image a.png must be 40x30 pixels.',
    })
  })

  test.each([
    ['png', plain(1, 3800).png(), [1, 3800]],
    ['gif', plain(300, 2).gif(), [300, 2]],
    ['webp, lossy', plain(640, 48).webp(), [640, 48]],
    ['webp, lossless', plain(1638, 90).webp({ lossless: true }), [1638, 90]],
    [
      'webp, extended',
      plain(500, 2)
        .withExif({ IFD0: { Artist: 'Dana' } })
        .webp(),
      [500, 2],
    ],
    ['jpg', plain(64, 48).jpeg(), [64, 48]],
    ['jpg, upside down', plain(64, 48).withMetadata({ orientation: 3 }).jpeg(), [64, 48]],
    ['jpg, turned to the right', plain(64, 48).withMetadata({ orientation: 6 }).jpeg(), [48, 64]],
    ['jpg, turned to the left', plain(64, 48).withMetadata({ orientation: 8 }).jpeg(), [48, 64]],
  ] as const)('the measures of %s (UPL-012)', async (_, picture, [width, height]) => {
    const original = { width, height }
    expect(await readPicture(await picture.toBuffer())).toMatchObject({ width, height, original })
  })

  test('the dimensions of an icon are those of its largest picture, and 0 means 256 (UPL-012)', async () => {
    const sides = [16, 256, 48]
    const bytes = icon(sides.map((side) => [bitmap(side), side]))
    expect(await readPicture(bytes)).toMatchObject({ width: 256, height: 256 })
  })

  test('truncated pictures never throw', async () => {
    const pictures = [plain(4, 3).png(), plain(4, 3).withMetadata({ orientation: 6 }).jpeg(), plain(4, 3).gif()]
    const whole = [...(await Promise.all(pictures.map((picture) => picture.toBuffer()))), icon([[bitmap(2), 2]])]
    for (const bytes of [...whole, await plain(9, 9).webp({ lossless: true }).toBuffer()])
      for (let length = 0; length < bytes.length; length += 9)
        expect(['damaged', 'other', 'written']).toContain((await readPicture(bytes.subarray(0, length))).state)
  })
})
