import {
  addressesIn,
  type CheckedText,
  emptyLinkWarnings,
  headingWarnings,
  isOwnAddress,
  lengthWarning,
  type OwnLink,
  undescribedPictures,
  type Warning,
} from '#kernel/checks/text-checks.ts'
import { type AnyBlock, allBlocks, type BlockLink } from './blocks.ts'
import { PAGE_TEXTS } from './counts.ts'

export type { OwnLink, Warning }

export type PageWords = {
  title: string
  custom_page_title?: string | null | undefined
  meta_title: string
  meta_description: string
  components: readonly AnyBlock[]
}

/** The formatted text of a block; plain texts have no markup to look at. */
const htmlOf = ({ type, props }: AnyBlock): string =>
  (type === 'Heading' || type === 'EditorText') && props['mode'] !== 'title-only' ? String(props['html'] ?? '') : ''

const textOf = (block: AnyBlock): CheckedText => ({ block: block.props.id, html: htmlOf(block) })

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
  return undescribedPictures(textOf(block))
}

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
    ...headingWarnings(blocks.map(textOf)),
    ...[...toned(page.components)].flatMap(([block, tone]) => [
      ...pictureWarnings(block),
      ...emptyLinkWarnings(textOf(block)),
      ...contrastWarnings(block, tone, contrastOn),
    ]),
    ...lengthWarning('The title', page.title, PAGE_TEXTS.title.recommended),
    ...lengthWarning('The title for search engines', page.meta_title, PAGE_TEXTS.meta_title.recommended),
    ...lengthWarning(
      'The description for search engines',
      page.meta_description,
      PAGE_TEXTS.meta_description.recommended,
    ),
  ]
}

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
    const pictures = [block.props, ...((block.props['slides'] ?? []) as object[])].map(
      (holder) => (holder as { src?: string | null }).src ?? '',
    )
    return [...addressesIn(htmlOf(block)), ...linksIn(block.props), ...pictures]
      .map((address) => address.trim())
      .filter(isOwnAddress)
      .map((address) => ({ block: block.props.id, address }))
  })
