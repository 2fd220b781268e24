import sanitize from 'sanitize-html'
import { cleanHtml } from '#kernel/html.ts'
import { inOneLine } from '#kernel/words.ts'

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark)

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const BLOCK_END = /<(?:br\b[^>]*|\/(?:p|div|li|h[1-6]|td|th|tr|pre|blockquote))>/gi
const MARKUP = /[<&]/

/** The words of an answer that is written as HTML, in one line. */
export const textOfHtml = (html: string): string => {
  if (!MARKUP.test(html)) return inOneLine(html)
  const words = sanitize(html.replace(BLOCK_END, ' $&'), { allowedTags: [], allowedAttributes: {} })
  return inOneLine(words.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity))
}

/** Tags or entities, so that a text of no named format is HTML. */
const HTML = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i
const BLOCK = /<(?:p|div|ul|ol|table|h[1-6]|pre|blockquote|dl|figure)\b/i
export const looksLikeHtml = (text: string): boolean => HTML.test(text)

/** Plain text as HTML: a blank line begins a paragraph. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeText(part).replace(/[^\S\n]*\n[^\S\n]*/g, '<br />')}</p>`)
    .join('')

/** A text whose file does not say what it is: HTML if it has any, plain text otherwise. */
export const asHtml = (text: string): string => {
  if (!looksLikeHtml(text)) return paragraphs(text)
  const html = text.trim()
  return BLOCK.test(html) || html.startsWith('<') ? html : `<p>${html.replaceAll('\n', '<br />')}</p>`
}

/** The words of a text that is one plain paragraph, as everybody would write it in a file; null for any other. */
export const plainOf = (html: string): string | null => {
  const words = /^<p>([^<>&]+)<\/p>$/.exec(html)?.[1]
  return words !== undefined && inOneLine(words) === words && cleanHtml('full', paragraphs(words)) === html
    ? words
    : null
}

/** Line ends that a line of a file cannot hold, as HTML says them. */
export const inLineHtml = (html: string): string =>
  html.replace(/[\n\r\u2028\u2029]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** Control characters, which mean nothing and stand in no XML, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
export const withoutControls = (text: string): string => text.toWellFormed().replace(CONTROLS, '')

/** How Moodle and common packages name a file of their own. */
const LINKED = /(?:@@PLUGINFILE@@|\$IMS-CC-FILEBASE\$)\/([^"'?#\s<>]*)/i
const EMBEDDED = /<(audio|video|object|embed|iframe|svg|math|applet)\b/i
const EMBEDDED_NAMES: Record<string, string> = {
  audio: 'a sound',
  video: 'a video',
  math: 'a formula',
  svg: 'a drawing',
}

/** Why a text cannot be taken whole, pictures aside: files it links to, sounds, videos. Null when all of it can. */
export const unusableIn = (html: string): string | null => {
  const linked = LINKED.exec(html)?.[1]
  if (linked !== undefined) return `It links to the file “${decodeName(linked)}”, which is not taken from files.`
  const embedded = EMBEDDED.exec(html)?.[1]?.toLowerCase()
  if (!embedded) return null
  return `It holds ${EMBEDDED_NAMES[embedded] ?? 'embedded content'}, which is not taken from files.`
}

export const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Tags that change how words look; those that only divide them do not count. */
export const formattingIn = (html: string): boolean => /<(?!\/?(?:p|br|div|span)\b)\/?[a-z]/i.test(html)
