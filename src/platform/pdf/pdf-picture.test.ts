import { crc32 } from 'node:zlib'
import { createElement } from 'react'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pdfKit, renderPdf } from './pdf.ts'
import { readPicture } from './pdf-picture.ts'

const image = (alpha: number) =>
  sharp(Buffer.from(Array.from({ length: 6 }, (_, at) => [at * 4, 20, 30, alpha]).flat()), {
    raw: { width: 3, height: 2, channels: 4 },
  })
const png = (alpha: number) => image(alpha).png().toBuffer()
const [opaquePng, clearPng] = [await png(255), await png(90)]
const pixels = (bytes: Uint8Array | undefined) => sharp(bytes).ensureAlpha().raw().toBuffer()
/** The picture with half of its compressed pixels and a matching checksum. */
const cutPixels = (bytes: Buffer) => {
  const at = bytes.indexOf('IDAT')
  const packed = bytes.subarray(at + 4, at + 4 + Math.floor(bytes.readUInt32BE(at - 4) / 2))
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), packed, Buffer.alloc(4)])
  chunk.writeUInt32BE(packed.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([bytes.subarray(0, at - 4), chunk, bytes.subarray(-12)])
}
// The smallest possible JPEG: one gray pixel.
const JPEG = Buffer.from(
  'ffd8ffdb004300030202020202030202020303030304060404040404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9',
  'hex',
)
const svg = (inside: string, attributes = 'viewBox="0 0 40 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)

describe('pictures for PDFs', () => {
  test('a PNG is converted to 8 bits: RGB if opaque, otherwise RGBA', async () => {
    const opaque = await readPicture(opaquePng)
    expect(opaque).toMatchObject({ width: 3, height: 2 })
    expect([...(opaque?.bytes.subarray(24, 26) ?? [])]).toEqual([8, 2])
    const clear = await readPicture(clearPng)
    expect([...(clear?.bytes.subarray(24, 26) ?? [])]).toEqual([8, 6])
    expect(await pixels(clear?.bytes)).toEqual(await pixels(clearPng))
  })

  test.each([
    ['gray', () => image(255).grayscale().png(), 2],
    ['a palette', () => image(255).png({ palette: true }), 2],
    ['transparent gray of 16 bits', () => image(90).toColorspace('grey16').png(), 6],
    ['interlaced rows and filters', () => image(90).png({ progressive: true, adaptiveFiltering: true }), 6],
  ] as const)('a PNG of %s comes back plain as well, and can be drawn', async (_, make, color) => {
    const bytes = await make().toBuffer()
    const plain = await readPicture(bytes)
    // Depth, color, packing, filters, interlacing.
    expect([...(plain?.bytes.subarray(24, 29) ?? [])]).toEqual([8, color, 0, 0, 0])
    expect(await pixels(plain?.bytes)).toEqual(await sharp(bytes).toColorspace('srgb').ensureAlpha().raw().toBuffer())
    const kit = await pdfKit()
    const drawn = createElement(kit.Image, { src: plain?.bytes ?? Buffer.alloc(0) })
    const { pdf } = await renderPdf(kit, createElement(kit.Document, {}, createElement(kit.Page, {}, drawn)))
    expect(pdf.toString('latin1')).toContain('/Width 3\n')
  })

  test('a JPEG keeps its bytes', async () => {
    expect(await readPicture(JPEG)).toEqual({ bytes: JPEG, width: 1, height: 1 })
  })

  test('an SVG of shapes has the size of its width and height, or else of its viewBox', async () => {
    expect(await readPicture(svg('<path d="M0 0h40v10z"/>'))).toMatchObject({ width: 40, height: 10 })
    expect(await readPicture(svg('<rect/>', 'width="80" height="20" viewBox="0 0 1 1"'))).toMatchObject({ width: 80 })
  })

  test.each([
    ['text', '<text>Acme</text>'],
    ['another file', '<image href="/etc/hostname"/>'],
    ['another address', '<path fill="url(#a)"/><use xlink:href="https://example.com/a.svg#x"/>'],
    ['a style sheet', '<style>path { fill: red }</style>'],
    ['a script', '<script>1</script>'],
  ])('an SVG with %s is refused', async (_, inside) => {
    expect(await readPicture(svg(inside))).toBeNull()
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['half a PNG', opaquePng.subarray(0, 50)],
    ['a PNG that ends in its last row', opaquePng.subarray(0, -18)],
    ['a PNG whose pixels end early', cutPixels(opaquePng)],
    ['a PNG with a wrong checksum', Buffer.from(opaquePng).fill(7, opaquePng.length - 16, opaquePng.length - 12)],
    ['a PNG that claims a giant size', Buffer.from(opaquePng).fill(0x0f, 16, 24)],
    ['half a JPEG', JPEG.subarray(0, 60)],
    ['an SVG without size', svg('<path/>', '')],
    ['a page', Buffer.from('<!doctype html><p>no</p>')],
  ])('%s is no picture', async (_, bytes) => {
    expect(await readPicture(bytes)).toBeNull()
  })
})
