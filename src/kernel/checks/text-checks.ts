/** Something that readers or search engines would stumble over. It never stands in the way of publishing. */
export type Warning = {
  code: 'h1' | 'level' | 'alt' | 'link' | 'dead_link' | 'contrast' | 'length'
  text: string
  /** The text that it is about, such as a block of a page; null for the fields for search engines. */
  block: string | null
}

/** A formatted text, and where it stands. */
export type CheckedText = { block: string; html: string }

/** The lengths that search engines show of a page's texts (PGB-007). */
export const RECOMMENDED = { title: 160, meta_title: 60, meta_description: 160 } as const

const decoded = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
export const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replace(/&amp;/g, '&') ?? null

const named = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/**
 * A second main heading, and levels that are left out. `mains` is how many main headings stand before the texts: none on a page
 * whose title is one only while it has no other, one where the title always is.
 */
export const headingWarnings = (texts: readonly CheckedText[], mains = 0): Warning[] => {
  const headings = texts.flatMap(({ block, html }) =>
    [...html.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/gi)].map(([, level, inner]) => ({
      block,
      level: Number(level),
      words: decoded(inner ?? ''),
    })),
  )
  const warnings: Warning[] = []
  let count = mains
  // Without a heading of the first level, the page's title is that heading.
  let before = 1
  for (const { block, level, words } of headings) {
    if (level === 1) count += 1
    if (level === 1 && count > 1)
      warnings.push({
        code: 'h1',
        block,
        text: `“${named(words)}” is a second main heading. A page has one; use Heading 2 here.`,
      })
    if (level > before + 1)
      warnings.push({
        code: 'level',
        block,
        text: `“${named(words)}” is Heading ${level} and follows Heading ${before}. Use Heading ${before + 1} here.`,
      })
    before = level
  }
  return warnings
}

/** Pictures that nobody has described. An empty description is one: the picture is a decoration. */
export const undescribedPictures = ({ block, html }: CheckedText): Warning[] =>
  [...html.matchAll(/<img\b[^>]*>/gi)]
    .filter(([tag]) => attribute(tag, 'alt') === null)
    .map(() => ({ code: 'alt', block, text: 'A picture in this text has no description.' }))

/** Links without words, and links that lead nowhere. */
export const emptyLinkWarnings = ({ block, html }: CheckedText): Warning[] =>
  [...html.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/gi)].flatMap(([whole, inner = '']): Warning[] => {
    const tag = whole.slice(0, whole.indexOf('>') + 1)
    const href = (attribute(tag, 'href') ?? '').trim()
    const words = decoded(inner)
    const hasPicture = [...inner.matchAll(/<img\b[^>]*>/gi)].some(([picture]) => attribute(picture, 'alt'))
    if (!words && !hasPicture)
      return [
        {
          code: 'link',
          block,
          text: 'A link in this text has no words, so nobody can read where it leads.',
        },
      ]
    if (!href || href === '#') return [{ code: 'link', block, text: `The link “${named(words)}” leads nowhere.` }]
    return []
  })

/** What search engines would cut. */
export const lengthWarning = (words: string, text: string | null | undefined, recommended: number): Warning[] => {
  const { length } = (text ?? '').trim()
  if (length <= recommended) return []
  const said = `${words} has ${length} characters. Search engines cut it after ${recommended}.`
  return [{ code: 'length', block: null, text: said }]
}

/** An address of this portal that a text leads to or shows. */
export type OwnLink = { block: string; address: string }

/** Whether an address is one of this portal. */
export const isOwnAddress = (address: string): boolean => /^\/(?!\/)/.test(address)

/** Where the links of a text lead, and what its pictures show. */
export const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a|img)\b[^>]*>/gi)].map(([tag]) =>
    (attribute(tag, 'href') ?? attribute(tag, 'src') ?? '').trim(),
  )

/** The warnings of links whose addresses the server does not know. */
export const deadLinkWarnings = (links: readonly OwnLink[], dead: readonly string[]): Warning[] => {
  const unknown = new Set(dead)
  return links.flatMap(({ block, address }) =>
    unknown.has(address)
      ? [{ code: 'dead_link' as const, block, text: `${named(address)} is not published here, or does not exist.` }]
      : [],
  )
}
