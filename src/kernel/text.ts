export { displayName, type NameParts } from './display-name.ts'

const WITHOUT_MARKS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  '&': ' and ',
}

/**
 * The slug of a title: lower-case Latin letters and digits joined by single hyphens, at most `maxLength` long and cut
 * between words if possible (BLD-004). A title without any such character gives an empty slug.
 */
export function slugify(title: string, maxLength = 100): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[ßæœøđðþłı&]/g, (character) => WITHOUT_MARKS[character] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength)
  const isBetweenWords = slug.charAt(maxLength) === '-'
  const end = isBetweenWords ? maxLength : cut.lastIndexOf('-')
  return cut.slice(0, end > 0 ? end : maxLength).replace(/-+$/, '')
}

/** The slug itself when it is free, else the first free one with a number: `safety-2`, `safety-3` (CNT-023). */
export function numberedSlug(slug: string, taken: Iterable<string>, maxLength = 100): string {
  const used = new Set(taken)
  let candidate = slug.slice(0, maxLength)
  for (let number = 2; used.has(candidate) || candidate === ''; number += 1) {
    const ending = `-${number}`
    const start = slug.slice(0, maxLength - ending.length).replace(/-+$/, '')
    candidate = start === '' ? String(number) : `${start}${ending}`
  }
  return candidate
}

const ENTITIES: Record<string, string> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of some HTML in one line, for reading only; never use the result as HTML again. */
export function plainText(html: string): string {
  return html
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The beginning of some HTML as plain text, cut between words, at most `length` characters with the ellipsis. */
export function excerpt(html: string, length = 160): string {
  const text = plainText(html)
  const characters = [...text]
  if (characters.length <= length) return text
  const cut = characters.slice(0, Math.max(0, length - 1)).join('')
  const space = characters[length - 1] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${cut.slice(0, space > 0 ? space : cut.length).replace(/[\s.,;:!?–-]+$/, '')}…`
}

/** The pattern of SQL's `like` for whatever holds these words as they are typed. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Names of which one is meant: "Acme", "Acme or Harbor", "Acme, Harbor, or Meridian". */
export const orList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
