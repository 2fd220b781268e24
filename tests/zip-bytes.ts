import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a hand-made archive. Omitted values are those of an honest archive. */
export interface RawEntry {
  name: string | Buffer
  data?: Buffer | string
  /** This many zeros, compressed, instead of data. */
  zeros?: number
  /** 8 compresses the data, anything else stores it as it is. */
  method?: number
  flags?: number
  /** The Unix mode, file type included. */
  mode?: number
  /** 3 is Unix, 0 is FAT, 19 is OS X. */
  host?: number
  /** The values that the directory claims. */
  size?: number
  packedSize?: number
  checksum?: number
  /** Where the directory says that the entry starts. */
  offset?: number
  extra?: Buffer
}

const UTF8_FLAG = 0x800

const number16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

type Content = { method: number; packed: Buffer; checksum: number; size: number }

const packedZeros = new Map<number, Content>()
/** Hundreds of megabytes take a second to compress, and each test of one kind of document has the same ones. */
const zerosOf = (size: number): Content => {
  const known = packedZeros.get(size)
  if (known) return known
  const data = Buffer.alloc(size)
  const made = { method: 8, packed: deflateRawSync(data), checksum: crc32(data), size }
  packedZeros.set(size, made)
  return made
}

const contentOf = ({ data: given = '', zeros, method = 0 }: RawEntry): Content => {
  if (zeros !== undefined) return zerosOf(zeros)
  const data = Buffer.from(given as string)
  return { method, packed: method === 8 ? deflateRawSync(data) : data, checksum: crc32(data), size: data.length }
}

/**
 * An archive byte by byte, for lies that no honest writer would write. `entryCount` is what the end of the directory
 * claims, `disk` the number of the disk there.
 */
export const rawZip = (entries: RawEntry[], end: { entryCount?: number; disk?: number } = {}): Buffer => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string)
    const { method, packed, checksum, size } = contentOf(entry)
    const extra = entry.extra ?? Buffer.alloc(0)
    const flags = entry.flags ?? (typeof entry.name === 'string' ? UTF8_FLAG : 0)
    const common = Buffer.concat([
      number16(20),
      number16(flags),
      number16(method),
      number32(0),
      number32(entry.checksum ?? checksum),
      number32(entry.packedSize ?? packed.length),
      number32(entry.size ?? size),
      number16(name.length),
      number16(extra.length),
    ])
    const local = Buffer.concat([number32(0x04034b50), common, name, extra, packed])
    const host = entry.host ?? 3
    const mode = entry.mode ?? (name.at(-1) === 0x2f ? 0o040755 : 0o100644)
    directory.push(
      Buffer.concat([
        number32(0x02014b50),
        number16((host << 8) | 20),
        common,
        number16(0),
        number16(0),
        number16(0),
        number32(mode << 16),
        number32(entry.offset ?? offset),
        name,
        extra,
      ]),
    )
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const count = end.entryCount ?? entries.length
  return Buffer.concat([
    ...locals,
    listed,
    number32(0x06054b50),
    number16(end.disk ?? 0),
    number16(end.disk ?? 0),
    number16(count),
    number16(count),
    number32(listed.length),
    number32(offset),
    number16(0),
  ])
}
