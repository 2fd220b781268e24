import { responsivePicture } from '#kernel/uploads/picture-widths.ts'

const PICTURE = /<img\b[^>]*>/g
const attribute = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The width of pictures in texts, in pixels: that of an old phone. */
export const NARROW = 320

const narrow = (tag: string): string => {
  const src = attribute(tag, 'src')
  const alt = attribute(tag, 'alt')
  const { src: small, srcSet } = responsivePicture(src, '', NARROW)
  // One from elsewhere has one size, which may be any.
  if (!srcSet) return src.startsWith('data:') ? tag : `<a href="${src}">Show the picture${alt && `: ${alt}`}</a>`
  const [width, height] = [Number(attribute(tag, 'width')), Number(attribute(tag, 'height'))]
  const shown = Math.min(NARROW, width || NARROW)
  const size = width > 0 && height > 0 ? ` width="${shown}" height="${Math.round((height * shown) / width)}"` : ''
  return `<img src="${small}" alt="${alt}"${size} loading="lazy"><br><a href="${src}">Show it larger</a>`
}

/**
 * A text with small pictures that load when they are near; those from elsewhere are loaded on tap (LIT-010). Takes what the
 * server's cleaner has written, in which `<`, `>` and `"` never stand inside of an attribute.
 */
export const withSmallPictures = (html: string): string => html.replace(PICTURE, narrow)

const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi
/** Elements without an end. */
const EMPTY = /^(?:area|br|col|hr|img|input|source|track|wbr)$/i

/** The outermost pieces of a text, in order; together they are the text. A text that is not well formed is one piece. */
export const blocksOf = (html: string): string[] => {
  const blocks: string[] = []
  let depth = 0
  let from = 0
  for (const tag of html.matchAll(TAG)) {
    const [text, isEnd, name = ''] = tag
    if (EMPTY.test(name)) continue
    depth += isEnd ? -1 : 1
    if (depth < 0) return [html]
    if (depth > 0) continue
    const to = tag.index + text.length
    blocks.push(html.slice(from, to))
    from = to
  }
  if (depth > 0) return [html]
  return from < html.length ? [...blocks, html.slice(from)] : blocks
}
