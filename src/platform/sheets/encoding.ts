import { isUtf8 } from 'node:buffer'
import { refuseSheet } from './sheet-error.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Bytes that are looked at where a file does not say what it is written in. */
const SAMPLE = 4096

/** Spreadsheet programs write UTF-16 with its mark; without one, every second byte of common text is null. */
const unmarkedUtf16 = (bytes: Uint8Array): Encoding | null => {
  const sample = bytes.subarray(0, SAMPLE & ~1)
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 2) return null
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++
    if (sample[at + 1] === 0) odd++
  }
  if (odd > pairs * 0.6 && even === 0) return 'utf-16le'
  if (even > pairs * 0.6 && odd === 0) return 'utf-16be'
  return null
}

/** What a text file is written in: its mark says so, else its bytes; what is not UTF-8 is what Excel writes on Windows. */
export const encodingOf = (bytes: Uint8Array): Encoding => {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const unmarked = unmarkedUtf16(bytes)
  if (unmarked) return unmarked
  if (bytes.subarray(0, SAMPLE).includes(0))
    refuseSheet('unknown_format', 'The file is not a sheet. Save it as CSV or as an Excel workbook (.xlsx).')
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

const PIECE = 64 << 10

/** The text of a file in pieces, without its mark. Bytes that are no text become U+FFFD. */
export function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = decoder.decode(bytes.subarray(at, at + PIECE), { stream: true })
    if (piece) yield piece
  }
  const rest = decoder.decode()
  if (rest) yield rest
}
