import { inflateSync } from 'node:zlib'
import { plainPicture } from '../files/pictures/pictures.ts'

/** A picture that a PDF can carry, with its size in its own pixels. */
export type PdfPicture = { bytes: Buffer; width: number; height: number }

/** Pictures above this are refused: decoded they would take more than 100 MB. */
const MAX_PIXELS = 24_000_000
const PNG_SIGN = '89504e470d0a1a0a'

const fits = (width: number, height: number) => width > 0 && height > 0 && width * height <= MAX_PIXELS

// What could make the renderer open another file or address, and what it cannot draw: a logo that lacks its letters
// or colors is worse than none.
const REFUSED_SVG =
  /<(?:image|script|style|text|use|symbol|mask|filter|pattern|foreignobject|!entity)\b|href\s*=\s*["'](?!#)/i

const readSvg = (bytes: Buffer): PdfPicture | null => {
  const text = bytes.toString('utf8')
  const root = /<svg\b[^>]*>/i.exec(text)?.[0]
  if (!root || REFUSED_SVG.test(text)) return null
  const size = (name: string) => Number.parseFloat(new RegExp(`\\b${name}="([\\d.]+)`).exec(root)?.[1] ?? '')
  const box = /viewBox="([^"]*)"/i
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const width = size('width') || (box?.[2] ?? 0)
  const height = size('height') || (box?.[3] ?? 0)
  return fits(width, height) ? { bytes, width, height } : null
}

/**
 * The picture as a PDF can carry it, or null when it is none of PNG, JPEG and plain SVG (shapes only), is damaged or too large.
 * Judged by content, never by name; nothing outside the given bytes is ever read.
 */
export const readPicture = async (picture: Uint8Array): Promise<PdfPicture | null> => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  if (isJpeg || bytes.subarray(0, 8).toString('hex') === PNG_SIGN) return plainPicture(bytes, MAX_PIXELS)
  return /^\s*<(?:\?xml|svg|!--)/i.test(bytes.subarray(0, 256).toString('utf8')) ? readSvg(bytes) : null
}

/**
 * Makes the PDF library's PNG reader decode the plain pictures of `readPicture` at once. Its own way inflates on
 * another thread: two transparent pictures would then be written in either order, and the bytes of one document
 * would differ from run to run; and it throws from the callback, where nobody can catch.
 */
export const decodePicturesInOrder = async (): Promise<void> => {
  const { default: PNG } = await import('png-js')
  PNG.prototype.decodePixels = function decodePixels(done) {
    const stride = (this.width * this.pixelBitlength) / 8
    const rows = inflateSync(this.imgData)
    const pixels = new Uint8Array(stride * this.height)
    for (let row = 0; row < this.height; row += 1) {
      const start = row * (stride + 1)
      if (rows[start] !== 0) throw new Error('Only pictures that readPicture has read can be drawn')
      pixels.set(rows.subarray(start + 1, start + 1 + stride), row * stride)
    }
    done(pixels)
  }
}
