import { escapeHtml, tag } from './markup.ts'

const MARKS: [string, number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Text in the encoding that its first bytes name, else as UTF-8 if it is valid, else as Windows writes it. */
export const decodeText = (bytes: Uint8Array): string => {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
  try {
    return new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Plain text with its lines. */
export const textToHtml = (bytes: Uint8Array): string => tag('pre', escapeHtml(decodeText(bytes)))

/**
 * A line of the old Office formats as HTML: their codes for hyphens and breaks are translated, other control codes
 * removed.
 */
export const plainLine = (text: string): string => {
  const signs: Record<string, string> = { '\x0b': '\n', '\x1e': '\u2011', '\x1f': '\u00ad', '\t': ' ' }
  const shown = Array.from(text, (char) => signs[char] ?? (char < ' ' ? '' : char))
  return escapeHtml(shown.join('').trim()).replaceAll('\n', '<br>')
}
