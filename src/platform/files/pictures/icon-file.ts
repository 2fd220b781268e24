import type { PictureSize } from './picture-types.ts'

/** The measures of a bitmap inside of an icon: a header of 40 bytes, colors, then rows of pixels and of the mask. */
const bitmapLength = (bytes: Buffer): number | null => {
  if (bytes.length < 40 || bytes.readUInt32LE(0) !== 40) return null
  const width = bytes.readInt32LE(4)
  // Pixels and mask stand above each other.
  const height = bytes.readInt32LE(8) / 2
  const depth = bytes.readUInt16LE(14)
  const isPlain = bytes.readUInt32LE(16) === 0
  if (!isPlain || ![1, 4, 8, 24, 32].includes(depth)) return null
  if (width < 1 || width > 256 || height < 1 || height > 256 || !Number.isInteger(height)) return null
  const used = bytes.readUInt32LE(32)
  const colors = depth > 8 ? 0 : used || 1 << depth
  if (colors > 256) return null
  const row = (bits: number) => Math.ceil((width * bits) / 32) * 4
  const length = 40 + colors * 4 + (row(depth) + row(1)) * height
  return length <= bytes.length ? length : null
}

/** Width and height of the largest picture in an icon's directory, where 0 means 256. */
export const iconSize = (bytes: Buffer): PictureSize | null => {
  const count = bytes.length >= 6 ? bytes.readUInt16LE(4) : 0
  let largest: PictureSize | null = null
  for (let i = 0; i < count && 6 + i * 16 + 2 <= bytes.length; i += 1) {
    const width = bytes[6 + i * 16] || 256
    const height = bytes[7 + i * 16] || 256
    if (!largest || width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

const PNG_SIGN = '89504e470d0a1a0a'
const MOST_PICTURES = 32

type Entry = { head: Buffer; picture: Buffer }

/**
 * The icon (`.ico`) again with nothing but its pictures: bitmaps to their exact length, PNG files as `writePng` gives them.
 * Null when it is damaged or holds anything else.
 */
export const writeIcon = async (
  bytes: Buffer,
  writePng: (png: Buffer) => Promise<Buffer | null>,
): Promise<Buffer | null> => {
  const count = bytes.length >= 6 ? bytes.readUInt16LE(4) : 0
  if (count < 1 || count > MOST_PICTURES || bytes.length < 6 + count * 16) return null
  const entries: Entry[] = []
  for (let i = 0; i < count; i += 1) {
    const head = Buffer.from(bytes.subarray(6 + i * 16, 22 + i * 16))
    const start = head.readUInt32LE(12)
    const bitmap = bytes.subarray(start, start + head.readUInt32LE(8))
    const isPng = bitmap.subarray(0, 8).toString('hex') === PNG_SIGN
    const length = isPng ? null : bitmapLength(bitmap)
    const picture = isPng ? await writePng(bitmap) : length && bitmap.subarray(0, length)
    if (!picture) return null
    entries.push({ head, picture })
  }
  const start = Buffer.from([0, 0, 1, 0, count & 255, count >> 8])
  let at = start.length + count * 16
  for (const { head, picture } of entries) {
    head.writeUInt32LE(picture.length, 8)
    head.writeUInt32LE(at, 12)
    at += picture.length
  }
  return Buffer.concat([start, ...entries.map(({ head }) => head), ...entries.map(({ picture }) => picture)])
}
