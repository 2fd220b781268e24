/** What no system takes in a file's name: controls, line breaks, folders and what shells and Windows read as their own. */
const UNUSUAL = /[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
/** Characters without a look of their own. U+202E turns the text after it around, so that `exe.pdf` can be shown for `fdp.exe`. */
const INVISIBLE = /[\p{Cf}\u{e0000}-\u{e0fff}]/gu

const shortened = (name: string, maxLength: number): string => {
  if (name.length <= maxLength) return name
  const ending = /\.[^.\s]{1,12}$/.exec(name)?.[0] ?? ''
  // A character outside the basic plane that would be cut in half is left out.
  const stem = name.slice(0, maxLength - ending.length).replace(/[\ud800-\udbff]$/, '')
  return stem.trimEnd() + ending
}

/**
 * A name that every system takes as a file's name and shows as it is: without folders, invisible characters and line
 * breaks, shortened before its ending (UPL-031). Every name that comes with a file, and every name that one is saved
 * under, goes through here.
 */
export const fileNameOf = (text: string, maxLength = 120): string => {
  const name = text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(UNUSUAL, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
  return shortened(name, maxLength) || 'file'
}

/** Percent-encoded as RFC 8187 (section 3.2) requires, which escapes more characters than encodeURIComponent. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The Content-Disposition header of a file (RFC 6266): the name in ASCII for old programs, followed by the full name
 * (API-026).
 */
export const contentDisposition = (type: 'attachment' | 'inline', text: string): string => {
  const name = fileNameOf(text, 255)
  // A name that consists only of marks has nothing left in ASCII.
  const plain =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w.\- ()]/gu, '_') || 'file'
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`
}

/** The name that a Content-Disposition header of ours gives, or `null`. */
export const nameInDisposition = (header: string | null): string | null => {
  const name = /filename\*=UTF-8''([^;]+)/.exec(header ?? '')?.[1]
  return name ? decodeURIComponent(name) : null
}
