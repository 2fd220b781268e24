import { fromHex, toHex } from './bytes.ts'

// What a statement is made of: numbers with the highest byte first, and texts in UTF-8 behind their length in one byte.

const DAY_MS = 86_400_000
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many bytes a text takes in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

const ELLIPSIS = '…'

/** A text in at most `most` bytes: one that is longer loses whole letters at its end, and an ellipsis says so. */
export const shorten = (text: string, most: number): string => {
  const whole = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (byteLength(whole) <= most) return whole
  const room = most - byteLength(ELLIPSIS)
  let [kept, size] = ['', 0]
  for (const { segment } of letters.segment(whole)) {
    size += byteLength(segment)
    if (size > room) break
    kept += segment
  }
  return room < 0 ? '' : `${kept.trimEnd()}${ELLIPSIS}`
}

/** Days and moments that a statement can have; the first of both stands for none. */
const MOST = { day: 65_535, moment: 4_294_967_295 }

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** Writes the fields of a statement one after another. */
export class FieldWriter {
  readonly #bytes: number[] = []

  number(value: number, size: 1 | 2 | 4): this {
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** size)
      throw new RangeError(`${value} does not fit into ${size} bytes`)
    for (let at = size - 1; at >= 0; at -= 1) this.#bytes.push(Math.floor(value / 256 ** at) % 256)
    return this
  }

  bytes(value: Uint8Array): this {
    for (const byte of value) this.#bytes.push(byte)
    return this
  }

  hex(value: string): this {
    return this.bytes(fromHex(value))
  }

  text(value: string): this {
    const bytes = encoder.encode(value)
    return this.number(bytes.length, 1).bytes(bytes)
  }

  /** A day of the calendar, `YYYY-MM-DD`; later than a statement can say means none. */
  day(value: string | null): this {
    const number = value === null ? 0 : dayNumber(value)
    return this.number(number > MOST.day ? 0 : Math.max(0, number), 2)
  }

  /** A moment in whole seconds; later than a statement can say means none. */
  moment(value: Date | null): this {
    const seconds = value === null ? 0 : Math.floor(value.getTime() / 1000)
    return this.number(seconds > MOST.moment ? 0 : Math.max(0, seconds), 4)
  }

  /** Bytes so far. */
  get size(): number {
    return this.#bytes.length
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes)
  }
}

/** Thrown where a statement ends too early, goes on too long, or has bytes that mean nothing. */
export class UnreadableStatement extends Error {}

/** Reads the fields of a statement one after another. */
export class FieldReader {
  #at = 0
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
  }

  bytes(size: number): Uint8Array<ArrayBuffer> {
    const part = this.#bytes.slice(this.#at, this.#at + size)
    if (part.length < size) throw new UnreadableStatement()
    this.#at += size
    return part
  }

  number(size: 1 | 2 | 4): number {
    return this.bytes(size).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  hex(size: number): string {
    return toHex(this.bytes(size))
  }

  text(): string {
    try {
      return decoder.decode(this.bytes(this.number(1)))
    } catch {
      throw new UnreadableStatement()
    }
  }

  day(): string | null {
    const number = this.number(2)
    return number === 0 ? null : dayText(number)
  }

  moment(): Date | null {
    const seconds = this.number(4)
    return seconds === 0 ? null : new Date(seconds * 1000)
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw new UnreadableStatement()
  }
}
