import { crc32 } from 'node:zlib'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { readPicture } from './pdf-picture.ts'

const png = (alpha: number) => {
  const image = new PNG({ width: 3, height: 2 })
  for (let index = 0; index < image.data.length; index += 4) image.data.set([index, 20, 30, alpha], index)
  return PNG.sync.write(image)
}
/** The picture with half of its packed pixels, and a checksum that fits them. */
const cutPixels = (bytes: Buffer) => {
  const at = bytes.indexOf('IDAT')
  const packed = bytes.subarray(at + 4, at + 4 + Math.floor(bytes.readUInt32BE(at - 4) / 2))
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), packed, Buffer.alloc(4)])
  chunk.writeUInt32BE(packed.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([bytes.subarray(0, at - 4), chunk, bytes.subarray(-12)])
}
// The smallest JPEG there is: one grey pixel.
const JPEG = Buffer.from(
  'ffd8ffdb004300030202020202030202020303030304060404040404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9',
  'hex',
)
const svg = (inside: string, attributes = 'viewBox="0 0 40 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)

describe('pictures for PDFs', () => {
  test('a PNG comes back plain: 8 bits, RGB when opaque, RGBA when not', async () => {
    const opaque = await readPicture(png(255))
    expect(opaque).toMatchObject({ width: 3, height: 2 })
    expect([...(opaque?.bytes.subarray(24, 26) ?? [])]).toEqual([8, 2])
    const clear = await readPicture(png(90))
    expect([...(clear?.bytes.subarray(24, 26) ?? [])]).toEqual([8, 6])
    expect(PNG.sync.read(clear?.bytes ?? Buffer.alloc(0)).data).toEqual(PNG.sync.read(png(90)).data)
  })

  test('a JPEG keeps its bytes', async () => {
    expect(await readPicture(JPEG)).toEqual({ bytes: JPEG, width: 1, height: 1 })
  })

  test('an SVG of shapes has the size of its width and height, else of its viewBox', async () => {
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
    ['half a PNG', png(255).subarray(0, 50)],
    ['a PNG without its end', png(255).subarray(0, -12)],
    ['a PNG whose pixels end early', cutPixels(png(255))],
    ['a PNG with a wrong checksum', Buffer.from(png(255)).fill(7, 45, 50)],
    ['a PNG that claims a giant size', Buffer.from(png(255)).fill(0x0f, 16, 24)],
    ['half a JPEG', JPEG.subarray(0, 60)],
    ['an SVG without size', svg('<path/>', '')],
    ['a page', Buffer.from('<!doctype html><p>no</p>')],
  ])('%s is no picture', async (_, bytes) => {
    expect(await readPicture(bytes)).toBeNull()
  })
})
