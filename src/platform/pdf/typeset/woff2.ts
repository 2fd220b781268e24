import { brotliDecompressSync } from 'node:zlib'
import { sfnt } from './sfnt.ts'

/** Tags that the directory of a WOFF2 file names by number. */
const TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
const tagAt = (index: number) => TAGS.slice(index * 5, index * 5 + 4).padEnd(4)
const CUSTOM_TAG = 63

class Reader {
  private readonly bytes: Buffer
  at: number
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }
  byte(): number {
    return this.bytes[this.at++] ?? 0
  }
  uint16(): number {
    return this.byte() * 256 + this.byte()
  }
  int16(): number {
    return (this.uint16() << 16) >> 16
  }
  uint32(): number {
    return this.uint16() * 65_536 + this.uint16()
  }
  take(length: number): Buffer {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  base128(): number {
    let value = 0
    for (let part = 0x80; part & 0x80; ) {
      part = this.byte()
      value = value * 128 + (part & 0x7f)
    }
    return value
  }
  short255(): number {
    const first = this.byte()
    if (first === 253) return this.uint16()
    if (first === 255) return this.byte() + 253
    return first === 254 ? this.byte() + 506 : first
  }
}

type Table = { tag: string; length: number; packed: number; isTransformed: boolean; data: Buffer }

const directory = (file: Reader, count: number): Table[] =>
  Array.from({ length: count }, () => {
    const flags = file.byte()
    const tag = (flags & 63) === CUSTOM_TAG ? file.take(4).toString('latin1') : tagAt(flags & 63)
    const version = flags >> 6
    const length = file.base128()
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    return { tag, length, packed: isTransformed ? file.base128() : length, isTransformed, data: Buffer.alloc(0) }
  })

const int16 = (value: number) => [(value >> 8) & 255, value & 255]

/** The two distances to the next point, which take one to four bytes after a flag. */
const step = (flag: number, glyphs: Reader): [number, number] => {
  const sign = (bits: number, value: number) => (bits & 1 ? value : -value)
  const kind = flag & 127
  if (kind < 10) return [0, sign(kind, ((kind & 14) << 7) + glyphs.byte())]
  if (kind < 20) return [sign(kind, (((kind - 10) & 14) << 7) + glyphs.byte()), 0]
  if (kind < 84) {
    const low = glyphs.byte()
    const from = kind - 20
    return [sign(kind, 1 + (from & 48) + (low >> 4)), sign(kind >> 1, 1 + ((from & 12) << 2) + (low & 15))]
  }
  if (kind < 120) {
    const from = kind - 84
    return [
      sign(kind, 1 + (Math.floor(from / 12) << 8) + glyphs.byte()),
      sign(kind >> 1, 1 + (((from % 12) >> 2) << 8) + glyphs.byte()),
    ]
  }
  if (kind < 124) {
    const [one, two, three] = [glyphs.byte(), glyphs.byte(), glyphs.byte()]
    return [sign(kind, (one << 4) + (two >> 4)), sign(kind >> 1, ((two & 15) << 8) + three)]
  }
  return [sign(kind, glyphs.uint16()), sign(kind >> 1, glyphs.uint16())]
}

const HAS_INSTRUCTIONS = 0x0100
const MORE_COMPONENTS = 0x0020
/** Bytes of a component after its flags: its glyph, its two arguments, and its scale. */
const componentSize = (flags: number) =>
  2 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : 0) + (flags & 0x40 ? 4 : 0) + (flags & 0x80 ? 8 : 0)

type Glyf = { glyf: Buffer; loca: Buffer; leftEdges: number[] }

/** Puts the split-up table of outlines together again. Hints are left out: what is drawn from here has no pixels. */
const glyfTable = (data: Buffer): Glyf => {
  const head = new Reader(data)
  head.take(4)
  const count = head.uint16()
  head.take(2)
  const sizes = Array.from({ length: 7 }, () => head.uint32())
  let start = head.at
  const [contours, points, flags, glyphs, composites, boxes] = sizes.map((size) => {
    start += size
    return new Reader(data, start - size)
  }) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader]
  const boxBits = boxes.take(4 * ((count + 31) >> 5))
  const parts: Buffer[] = []
  const places: number[] = [0]
  const leftEdges: number[] = []
  let length = 0

  const simple = (contourCount: number, box: Buffer | null): Buffer => {
    const ends: number[] = []
    let last = -1
    for (let contour = 0; contour < contourCount; contour += 1) {
      last += points.short255()
      ends.push(...int16(last))
    }
    const [on, xs, ys]: [number[], number[], number[]] = [[], [], []]
    let [x, y, left, bottom, right, top] = [0, 0, 32_767, 32_767, -32_768, -32_768]
    for (let point = 0; point <= last; point += 1) {
      const flag = flags.byte()
      const [dx, dy] = step(flag, glyphs)
      x += dx
      y += dy
      on.push(flag & 128 ? 0 : 1)
      xs.push(...int16(dx))
      ys.push(...int16(dy))
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
    glyphs.short255()
    const edges = box ?? Buffer.from([left, bottom, right, top].flatMap(int16))
    return Buffer.concat([Buffer.from(int16(contourCount)), edges, Buffer.from([...ends, 0, 0, ...on, ...xs, ...ys])])
  }

  const composite = (box: Buffer | null): Buffer => {
    const all: Buffer[] = [Buffer.from([255, 255]), box ?? Buffer.alloc(8)]
    let hasHints = false
    for (let more = true; more; ) {
      const written = composites.uint16()
      all.push(Buffer.from(int16(written & ~HAS_INSTRUCTIONS)), composites.take(componentSize(written)))
      hasHints ||= (written & HAS_INSTRUCTIONS) > 0
      more = (written & MORE_COMPONENTS) > 0
    }
    if (hasHints) glyphs.short255()
    return Buffer.concat(all)
  }

  for (let glyph = 0; glyph < count; glyph += 1) {
    const contourCount = contours.int16()
    const box = (boxBits[glyph >> 3] ?? 0) & (128 >> (glyph & 7)) ? boxes.take(8) : null
    const written = contourCount === 0 ? Buffer.alloc(0) : contourCount > 0 ? simple(contourCount, box) : composite(box)
    leftEdges.push(written.length > 4 ? written.readInt16BE(2) : 0)
    const padded = written.length % 4 ? Buffer.concat([written, Buffer.alloc(4 - (written.length % 4))]) : written
    parts.push(padded)
    length += padded.length
    places.push(length)
  }
  const loca = Buffer.alloc(places.length * 4)
  for (const [index, place] of places.entries()) loca.writeUInt32BE(place, index * 4)
  return { glyf: Buffer.concat(parts), loca, leftEdges }
}

/** Advances with the left edges of the outlines as bearings, where the file leaves those out. */
const hmtxTable = (data: Buffer, wideCount: number, leftEdges: readonly number[]): Buffer => {
  const reader = new Reader(data)
  const flags = reader.byte()
  const advances = Array.from({ length: wideCount }, () => reader.uint16())
  const bearings = leftEdges.map((edge, glyph) => ((glyph < wideCount ? flags & 1 : flags & 2) ? edge : reader.int16()))
  return Buffer.from(
    bearings.flatMap((bearing, glyph) => [
      ...(glyph < wideCount ? int16(advances[glyph] ?? 0) : []),
      ...int16(bearing),
    ]),
  )
}

/** A WOFF2 file as the font it was made of, without its hints. */
export const readWoff2 = (bytes: Buffer): Buffer => {
  const file = new Reader(bytes)
  if (file.take(4).toString('latin1') !== 'wOF2') throw new Error('This is no WOFF2 font')
  const flavor = file.uint32()
  file.take(4)
  const count = file.uint16()
  file.take(6)
  const packed = file.uint32()
  file.at = 48
  const tables = directory(file, count)
  const data = new Reader(brotliDecompressSync(file.take(packed)))
  for (const table of tables) table.data = data.take(table.packed)
  const byTag = new Map<string, Buffer>(tables.map((table) => [table.tag, Buffer.from(table.data)]))
  const outlines = tables.find((table) => table.tag === 'glyf' && table.isTransformed)
  if (outlines) {
    const { glyf, loca, leftEdges } = glyfTable(outlines.data)
    byTag.set('glyf', glyf).set('loca', loca)
    byTag.get('head')?.writeInt16BE(1, 50)
    const advances = tables.find((table) => table.tag === 'hmtx' && table.isTransformed)
    const wideCount = byTag.get('hhea')?.readUInt16BE(34) ?? 0
    if (advances) byTag.set('hmtx', hmtxTable(advances.data, wideCount, leftEdges))
  }
  for (const hints of ['fpgm', 'prep', 'cvt ', 'cvar', 'hdmx', 'VDMX', 'DSIG']) byTag.delete(hints)
  return sfnt(byTag, flavor)
}
