import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

/** A file of an archive whose content is asked for when its turn has come. */
export type WrittenEntry = {
  name: string
  modified_at: Date
  /** False for content that is compressed already. */
  is_packable?: boolean
  open: () => Promise<Readable | Buffer>
}

const MOST_32 = 0xffffffff
const MOST_16 = 0xffff
/** Sizes follow the content, names are UTF-8. */
const FLAGS = 0x0808
const VERSION = 45
/** Records of the directory that are joined at once, so that each does not keep a buffer of its own. */
const JOINED = 1000

const record = (parts: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of parts) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** Time and day as MS-DOS counts them, in UTC, so that the same archive is written everywhere. */
const dosTime = (at: Date): [time: number, day: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]

const packed = promisify(deflateRaw)

type Sums = { crc: number; size: number; packed: number }

/** The content as it stands in the archive; `sums` counts what has passed. */
async function* contentOf(entry: WrittenEntry, sums: Sums): AsyncGenerator<Buffer> {
  const opened = await entry.open()
  if (Buffer.isBuffer(opened)) {
    const bytes = entry.is_packable === false ? opened : await packed(opened)
    Object.assign(sums, { crc: crc32(opened), size: opened.length, packed: bytes.length })
    yield bytes
    return
  }
  const watched = async function* () {
    for await (const chunk of opened) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  const packer = entry.is_packable === false ? null : createDeflateRaw()
  const from = packer
    ? Readable.from(watched())
        .on('error', (error) => packer.destroy(error))
        .pipe(packer)
    : watched()
  try {
    for await (const chunk of from) {
      sums.packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
  } finally {
    opened.destroy()
    packer?.destroy()
  }
}

const headOf = (name: Buffer, method: number, [time, day]: [number, number]) =>
  Buffer.concat([
    record([
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, day],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ]),
    name,
  ])

const listed = (
  name: Buffer,
  method: number,
  [time, day]: [number, number],
  { crc, size, packed }: Sums,
  offset: number,
) => {
  const isFar = offset >= MOST_32
  const extra = isFar
    ? record([
        [2, 1],
        [2, 24],
        [8, size],
        [8, packed],
        [8, offset],
      ])
    : Buffer.alloc(0)
  const [full, small, place] = isFar ? [MOST_32, MOST_32, MOST_32] : [size, packed, offset]
  return Buffer.concat([
    record([
      [4, 0x02014b50],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, day],
      [4, crc],
      [4, small],
      [4, full],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, place],
    ]),
    name,
    extra,
  ])
}

const endOf = (count: number, length: number, start: number) => {
  const large = record([
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
    [4, 0x07064b50],
    [4, 0],
    [8, start + length],
    [4, 1],
  ])
  const isLarge = count >= MOST_16 || length >= MOST_32 || start >= MOST_32
  const [few, short, near] = [Math.min(count, MOST_16), Math.min(length, MOST_32), Math.min(start, MOST_32)]
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, few],
    [2, few],
    [4, short],
    [4, near],
    [2, 0],
  ])
  return isLarge ? Buffer.concat([large, end]) : end
}

/**
 * The bytes of an archive whose entries come one by one: the next is asked for once the one before is written. Of an entry
 * only its line in the directory stays in memory, about 100 bytes, and the time for each does not grow. An entry may have up
 * to 4 GiB, the archive any number of them. The same entries give the same bytes.
 */
export async function* writeZip(entries: AsyncIterable<WrittenEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let recent: Buffer[] = []
  let [offset, count] = [0, 0]
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const method = entry.is_packable === false ? 0 : 8
    const time = dosTime(entry.modified_at)
    const sums: Sums = { crc: 0, size: 0, packed: 0 }
    const start = offset
    const head = headOf(name, method, time)
    yield head
    yield* contentOf(entry, sums)
    if (sums.size >= MOST_32 || sums.packed >= MOST_32) throw new Error(`${entry.name} is too large for an archive`)
    const tail = record([
      [4, 0x08074b50],
      [4, sums.crc],
      [4, sums.packed],
      [4, sums.size],
    ])
    yield tail
    offset += head.length + sums.packed + tail.length
    count += 1
    recent.push(listed(name, method, time, sums, start))
    if (recent.length < JOINED) continue
    directory.push(Buffer.concat(recent))
    recent = []
  }
  directory.push(...recent)
  yield* directory
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  yield endOf(count, length, offset)
}
