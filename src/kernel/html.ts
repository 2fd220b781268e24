import sanitize from 'sanitize-html'
import { cleanFormattedWith, inOneLine } from './words.ts'

/** The editors' modes (PGB-029). `title-only` gives plain text, every other mode HTML. */
export const HTML_MODES = ['full', 'only-text', 'heading', 'title-only'] as const
export type HtmlMode = (typeof HTML_MODES)[number]

/** The schemes of VAL-017; an address without a scheme leads to the same portal and stays. */
const SCHEMES = ['http', 'https', 'ftp', 'mailto', 'tel']

const COLOUR = [/^#[\da-f]{3,8}$/i, /^(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)$/i, /^(?:[a-z]{3,25}|var\(--[\w-]{1,60}\))$/i]
const LENGTH = [/^\d{1,4}(?:\.\d{1,3})?(?:px|%|em|rem)$/]
const TEXT_ALIGN = [/^(?:left|right|center|justify|start|end)$/]

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** PGB-031. */
const HEADING_TAGS = [...HEADINGS, 'span', 'strong', 'em', 'u', 'br', 'a']
const HEADING_ATTRIBUTES = ['href', 'target', 'rel', 'style', 'class']
const ONLY_TEXT_TAGS = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'a', 'ul', 'ol', 'li']
const FULL_TAGS = [
  ...HEADING_TAGS,
  ...ONLY_TEXT_TAGS,
  ...[
    'div',
    'blockquote',
    'pre',
    'code',
    'hr',
    's',
    'del',
    'ins',
    'sub',
    'sup',
    'small',
    'mark',
    'abbr',
    'dl',
    'dt',
    'dd',
  ],
  ...['img', 'figure', 'figcaption'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/** A link into a new window neither hands over this one nor loses what the author said about following (PGB-024). */
const safeLink: sanitize.Transformer = (tagName, { target, rel, ...attribs }) => {
  const words = new Set((rel ?? '').split(/\s+/).filter(Boolean))
  if (target === '_blank') words.add('noopener')
  return {
    tagName,
    attribs: {
      ...attribs,
      ...((target === '_blank' || target === '_self') && { target }),
      ...(words.size > 0 && { rel: [...words].join(' ') }),
    },
  }
}

const COMMON: sanitize.IOptions = {
  allowedSchemes: SCHEMES,
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  disallowedTagsMode: 'discard',
  nestingLimit: 60,
  parseStyleAttributes: true,
  transformTags: { a: safeLink },
}

const OPTIONS: Record<Exclude<HtmlMode, 'title-only'>, sanitize.IOptions> = {
  heading: {
    ...COMMON,
    allowedTags: HEADING_TAGS,
    allowedAttributes: { '*': HEADING_ATTRIBUTES },
    allowedStyles: { '*': { color: COLOUR, 'text-align': TEXT_ALIGN } },
  },
  'only-text': {
    ...COMMON,
    allowedTags: ONLY_TEXT_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start', 'type'] },
  },
  full: {
    ...COMMON,
    allowedTags: FULL_TAGS,
    allowedAttributes: {
      '*': ['class', 'style', 'title', 'dir', 'lang'],
      a: ['href', 'target', 'rel'],
      blockquote: ['cite'],
      col: ['span', 'width'],
      colgroup: ['span', 'width'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      ol: ['start', 'type'],
      td: ['colspan', 'rowspan', 'colwidth'],
      th: ['colspan', 'rowspan', 'colwidth', 'scope'],
    },
    allowedStyles: {
      '*': {
        color: COLOUR,
        'background-color': COLOUR,
        'text-align': TEXT_ALIGN,
        width: LENGTH,
        'min-width': LENGTH,
      },
    },
  },
}

/**
 * Keeps only what an editor of this mode can write (PGB-030 to PGB-034). Other tags are dropped and their text kept
 * (scripts and styles lose their text as well); other attributes and styles are removed, and so are links and sources
 * with a foreign scheme. `title-only` is text, not HTML: it is stored as typed and escaped when shown.
 */
export const cleanHtml = (mode: HtmlMode, html: string): string =>
  mode === 'title-only' ? inOneLine(html) : sanitize(html, OPTIONS[mode]).trim()

cleanFormattedWith(cleanHtml)

/** Cleaned HTML, or null where nothing is left that anybody would see. */
export const cleanHtmlOrNull = (mode: HtmlMode, html: string | null | undefined): string | null => {
  const clean = cleanHtml(mode, html ?? '')
  if (mode === 'title-only') return clean || null
  const isSeen = /<(?:img|hr|table)\b/.test(clean) || clean.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return isSeen ? clean : null
}

const DOCUMENT_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|bmp);base64,/
const DOCUMENT_LINK = /^(?:(?:https?|ftp|mailto|tel):|#)/i

const DOCUMENT: sanitize.IOptions = {
  ...COMMON,
  allowedTags: FULL_TAGS,
  allowedAttributes: {
    '*': ['id', 'class'],
    a: ['href', 'target', 'rel'],
    div: ['role', 'tabindex', 'aria-label'],
    img: ['src', 'alt'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedClasses: { '*': ['slide', 'sheets', 'number', 'note', 'notes', 'table'] },
  allowedSchemesByTag: { img: ['data'] },
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !DOCUMENT_PICTURE.test(attribs['src'] ?? ''),
  transformTags: {
    a: (tagName, { href = '', id = '' }) => ({
      tagName,
      attribs: {
        ...(id && { id }),
        ...(DOCUMENT_LINK.test(href) && { href, rel: 'noopener noreferrer' }),
        ...(href.startsWith('#') && { target: '_self' }),
      },
    }),
  },
}

/**
 * HTML made from an uploaded file, with the tags of `full`: no styles, pictures only if the file contains them so that
 * nothing is fetched, links only with a scheme of ours or within the document (UPL-013).
 */
export const cleanDocument = (html: string): string => sanitize(html, DOCUMENT).trim()
