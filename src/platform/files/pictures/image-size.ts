export interface ImageSize {
  width: number
  height: number
}

const ascii = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end)

const pngSize = (bytes: Buffer): ImageSize | null =>
  bytes.length >= 24 && ascii(bytes, 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

const gifSize = (bytes: Buffer): ImageSize | null =>
  bytes.length >= 10 ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null

/** The largest picture of the directory; 0 stands for 256 there. */
const icoSize = (bytes: Buffer): ImageSize | null => {
  const count = bytes.length >= 6 ? bytes.readUInt16LE(4) : 0
  let largest: ImageSize | null = null
  for (let i = 0; i < count && 6 + i * 16 + 2 <= bytes.length; i += 1) {
    const width = bytes[6 + i * 16] || 256
    const height = bytes[7 + i * 16] || 256
    if (!largest || width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

const webpSize = (bytes: Buffer): ImageSize | null => {
  if (bytes.length < 30) return null
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** The orientation of an Exif block (1 to 8), 1 when it says nothing. `start` is where its TIFF header lies. */
const exifOrientation = (bytes: Buffer, start: number, end: number): number => {
  if (start + 8 > end) return 1
  const isLittle = ascii(bytes, start, start + 2) === 'II'
  const read16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const directory = start + (isLittle ? bytes.readUInt32LE(start + 4) : bytes.readUInt32BE(start + 4))
  if (directory + 2 > end) return 1
  const count = read16(directory)
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > end) return 1
    if (read16(entry) === 0x0112) return read16(entry + 8)
  }
  return 1
}

/** Width and height as a browser shows them: a picture that Exif turns by a quarter has them swapped. */
const jpegSize = (bytes: Buffer): ImageSize | null => {
  let orientation = 1
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Fill bytes and markers without a length.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = Math.min(at + 2 + length, bytes.length)
    if (marker === 0xe1 && ascii(bytes, at + 4, at + 10) === 'Exif\0\0')
      orientation = exifOrientation(bytes, at + 10, end)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      if (at + 9 > bytes.length) return null
      const height = bytes.readUInt16BE(at + 5)
      const width = bytes.readUInt16BE(at + 7)
      return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height }
    }
    if (length < 2 || marker === 0xda) return null
    at += 2 + length
  }
  return null
}

/**
 * Width and height in pixels of a png, jpg, gif, webp or ico by its header, or null for anything else and for a damaged
 * header. The picture itself is never decoded.
 */
export const imageSize = (bytes: Buffer): ImageSize | null => {
  const size = readSize(bytes)
  return size && size.width > 0 && size.height > 0 ? size : null
}

const readSize = (bytes: Buffer): ImageSize | null => {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return pngSize(bytes)
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return gifSize(bytes)
  if (ascii(bytes, 0, 2) === '\xff\xd8') return jpegSize(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webpSize(bytes)
  if (ascii(bytes, 0, 4) === '\0\0\x01\0') return icoSize(bytes)
  return null
}
