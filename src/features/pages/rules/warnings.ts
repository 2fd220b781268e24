import { type AnyBlock, allBlocks, type BlockLink } from './blocks.ts'
import { PAGE_TEXTS } from './counts.ts'

/** Something of a page that readers or search engines would stumble over. It never stands in the way of publishing. */
export type Warning = {
  code: 'h1' | 'level' | 'alt' | 'link' | 'dead_link' | 'contrast' | 'length'
  text: string
  /** The block that it is about, or null for the fields for search engines. */
  block: string | null
}

export type PageWords = {
  title: string
  custom_page_title?: string | null | undefined
  meta_title: string
  meta_description: string
  components: readonly AnyBlock[]
}

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
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replace(/&amp;/g, '&') ?? null

/** The formatted text of a block; plain texts have no markup to look at. */
const htmlOf = ({ type, props }: AnyBlock): string =>
  (type === 'Heading' || type === 'EditorText') && props['mode'] !== 'title-only' ? String(props['html'] ?? '') : ''

const named = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

const headingWarnings = (blocks: readonly AnyBlock[]): Warning[] => {
  const headings = blocks.flatMap((block) =>
    [...htmlOf(block).matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/gi)].map(([, level, inner]) => ({
      block: block.props.id,
      level: Number(level),
      words: decoded(inner ?? ''),
    })),
  )
  const warnings: Warning[] = []
  let mains = 0
  // Without a heading of the first level, the page's title is that heading.
  let before = 1
  for (const { block, level, words } of headings) {
    if (level === 1) mains += 1
    if (level === 1 && mains > 1)
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

const pictureWarnings = (block: AnyBlock): Warning[] => {
  const { type, props } = block
  const said = (text: string): Warning => ({ code: 'alt', block: props.id, text })
  const lacks = (holder: Record<string, unknown>) => Boolean(holder['src']) && !String(holder['alt'] ?? '').trim()
  if (type === 'Image')
    return lacks(props) ? [said('The picture has no description. Leave it so only if it decorates the page.')] : []
  if (type === 'Carousel')
    return ((props['slides'] ?? []) as Record<string, unknown>[]).flatMap((slide, at) =>
      lacks(slide) ? [said(`The picture of slide ${at + 1} has no description.`)] : [],
    )
  const without = [...htmlOf(block).matchAll(/<img\b[^>]*>/gi)].filter(([tag]) => attribute(tag, 'alt') === null)
  return without.map(() => said('A picture in this text has no description.'))
}

const emptyLinkWarnings = (block: AnyBlock): Warning[] =>
  [...htmlOf(block).matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/gi)].flatMap(([whole, inner = '']): Warning[] => {
    const tag = whole.slice(0, whole.indexOf('>') + 1)
    const href = (attribute(tag, 'href') ?? '').trim()
    const words = decoded(inner)
    const hasPicture = [...inner.matchAll(/<img\b[^>]*>/gi)].some(([picture]) => attribute(picture, 'alt'))
    if (!words && !hasPicture)
      return [
        {
          code: 'link',
          block: block.props.id,
          text: 'A link in this text has no words, so nobody can read where it leads.',
        },
      ]
    if (!href || href === '#')
      return [{ code: 'link', block: block.props.id, text: `The link “${named(words)}” leads nowhere.` }]
    return []
  })

/** The contrast of a text's color on what light sections stand on; null for a color that cannot be read. */
export type ContrastOn = (color: string) => number | null

const DARK_TONES = ['brand', 'dark', 'accent']
const LARGE = /<h[1-3]\b/i

const contrastWarnings = (block: AnyBlock, tone: string, contrastOn: ContrastOn): Warning[] => {
  if (DARK_TONES.includes(tone)) return []
  const html = htmlOf(block)
  const colors = [...html.matchAll(/\sstyle="([^"]*)"/gi)].flatMap(
    ([, style = '']) => /(?:^|;)\s*color:\s*([^;]+)/i.exec(style)?.[1] ?? [],
  )
  const least = LARGE.test(html) ? 3 : 4.5
  return [...new Set(colors)].flatMap((color) => {
    const contrast = contrastOn(color.trim())
    return contrast !== null && contrast < least
      ? [
          {
            code: 'contrast' as const,
            block: block.props.id,
            text: `Text in ${color.trim()} is hard to read: its contrast is ${contrast.toFixed(1)}, and ${least} is needed.`,
          },
        ]
      : []
  })
}

const lengthWarnings = (page: PageWords): Warning[] =>
  (
    [
      ['title', 'The title'],
      ['meta_title', 'The title for search engines'],
      ['meta_description', 'The description for search engines'],
    ] as const
  ).flatMap(([name, words]) => {
    const [length, { recommended }] = [(page[name] ?? '').trim().length, PAGE_TEXTS[name]]
    return length > recommended
      ? [
          {
            code: 'length' as const,
            block: null,
            text: `${words} has ${length} characters. Search engines cut it after ${recommended}.`,
          },
        ]
      : []
  })

/** Each block with the tone of the section that it stands in. */
function* toned(blocks: readonly AnyBlock[], tone = 'plain'): Generator<[AnyBlock, string]> {
  for (const block of blocks) {
    yield [block, tone]
    if (block.type !== 'Section') continue
    const own = String(block.props['tone'] ?? 'plain')
    for (const slot of ['column_1', 'column_2', 'column_3', 'column_4'])
      yield* toned((block.props[slot] ?? []) as AnyBlock[], own)
  }
}

/** What is to be said of a page before it is published; its dead links are asked of the server (SEO-031). */
export const pageWarnings = (page: PageWords, contrastOn: ContrastOn): Warning[] => {
  const blocks = [...allBlocks(page.components)]
  return [
    ...headingWarnings(blocks),
    ...[...toned(page.components)].flatMap(([block, tone]) => [
      ...pictureWarnings(block),
      ...emptyLinkWarnings(block),
      ...contrastWarnings(block, tone, contrastOn),
    ]),
    ...lengthWarnings(page),
  ]
}

/** An address of this portal that a block leads to or shows. */
export type OwnLink = { block: string; address: string }

const linksIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(linksIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'link' && part ? [(part as BlockLink).href ?? ''] : name.startsWith('column_') ? [] : linksIn(part),
  )
}

/** Every place where a block leads to a page of the portal or shows one of its files. */
export const ownLinks = (components: readonly AnyBlock[]): OwnLink[] =>
  [...allBlocks(components)].flatMap((block) => {
    const html = htmlOf(block)
    const inHtml = [...html.matchAll(/<(?:a|img)\b[^>]*>/gi)].map(
      ([tag]) => attribute(tag, 'href') ?? attribute(tag, 'src') ?? '',
    )
    const pictures = [block.props, ...((block.props['slides'] ?? []) as object[])].map(
      (holder) => (holder as { src?: string | null }).src ?? '',
    )
    return [...inHtml, ...linksIn(block.props), ...pictures]
      .map((address) => address.trim())
      .filter((address) => /^\/(?!\/)/.test(address))
      .map((address) => ({ block: block.props.id, address }))
  })

/** The warnings of links whose addresses the server does not know. */
export const deadLinkWarnings = (links: readonly OwnLink[], dead: readonly string[]): Warning[] => {
  const unknown = new Set(dead)
  return links.flatMap(({ block, address }) =>
    unknown.has(address)
      ? [{ code: 'dead_link' as const, block, text: `${named(address)} is not published here, or does not exist.` }]
      : [],
  )
}
