/** The words of a status in files for inspectors; numbers would need a key. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  1: 'in progress',
  2: 'passed',
  3: 'failed',
  4: 'not started',
  5: 'finished',
}

export const statusWord = (status: number): string => STATUS_WORDS[status] ?? 'unknown'

/** Text of an editor's HTML, for a page without markup. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()

/** How long something took: "1 h 5 min", "4 min 20 s", "12 s". */
export const durationWords = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}
