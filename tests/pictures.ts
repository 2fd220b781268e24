import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture of one color that can be encoded in any format. */
export const plain = (width: number, height: number, background = '#1d4e89'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

/** A JPEG as a phone takes it: rotated, with location and camera data, in the color profile of its screen. */
export const phonePhoto = (width = 60, height = 40): Promise<Buffer> =>
  plain(width, height)
    .composite([{ input: { create: { width: 10, height: 10, channels: 3, background: '#ff0000' } }, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Apple', Model: 'iPhone 15 Pro', Artist: 'Dana Whitfield' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 57/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '82/1 59/1 0/1' },
    })
    .withMetadata({ orientation: 6, icc: 'p3' })
    .jpeg({ quality: 95 })
    .toBuffer()

/** An animation with this many frames, each in a different color. */
export const animation = async (
  format: 'gif' | 'webp',
  frames: number,
  [width, height] = [20, 10],
): Promise<Buffer> => {
  const colors = Array.from({ length: frames }, (_, at) => `rgb(${(at * 80) % 256}, ${(at * 40) % 256}, 60)`)
  const pictures = await Promise.all(
    colors.map((color) =>
      plain(width ?? 20, height ?? 10, color)
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(pictures, { join: { animated: true } })
  const options = { delay: colors.map(() => 120), loop: 0 }
  return format === 'gif' ? joined.gif(options).toBuffer() : joined.webp(options).toBuffer()
}

/** A bitmap in icon format: 32 bits per pixel, then the mask. */
export const bitmap = (side: number): Buffer => {
  const bytes = Buffer.alloc(40 + side * side * 4 + Math.ceil(side / 32) * 4 * side, 0x55)
  bytes.fill(0, 0, 40)
  bytes.writeUInt32LE(40, 0)
  bytes.writeInt32LE(side, 4)
  bytes.writeInt32LE(side * 2, 8)
  bytes.writeUInt16LE(1, 12)
  bytes.writeUInt16LE(32, 14)
  return bytes
}

/** An `.ico` with these pictures and their sizes, followed by extra bytes that belong to none. */
export const icon = (pictures: [Buffer, side: number][], behind = ''): Buffer => {
  const head = Buffer.alloc(6 + pictures.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  pictures.forEach(([bytes, side], place) => {
    const entry = 6 + place * 16
    head.set([side % 256, side % 256], entry)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bytes.length
  })
  return Buffer.concat([head, ...pictures.map(([bytes]) => bytes), Buffer.from(behind)])
}

/** A chunk of a PNG file with its length and checksum. */
export const pngChunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG with one bit per pixel: huge in pixels, small in bytes. */
export const hugePng = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([sign, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}
