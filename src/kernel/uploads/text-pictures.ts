import { responsivePicture, TEXT_PICTURES } from './picture-widths.ts'

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const IDS = new RegExp(`${TEXT_PICTURES}(${UUID})(?![\\w-])`, 'gi')

/** The address of a picture of the library in a text (UPL-046). */
export const textPictureUrl = (uuid: string): string => TEXT_PICTURES + uuid

/** The uuids of the pictures that a text shows, each once, in their order. */
export const textPictureIds = (html: string): string[] => [
  ...new Set([...html.matchAll(IDS)].map(([, uuid]) => (uuid as string).toLowerCase())),
]

/** Texts are as wide as their measure, and no wider than the screen. */
const SIZES = '(max-width: 720px) 100vw, 680px'
const PICTURE = /<img\b[^>]*>/g
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null

/**
 * A text as it is shown: its pictures come in the width that the screen needs, and when they are near (BLD-086). Takes what
 * the server's cleaner has written, in which `<`, `>` and `"` never stand inside of an attribute.
 */
export const withResponsivePictures = (html: string): string =>
  html.replace(PICTURE, (tag) => {
    const src = attribute(tag, 'src')
    if (!src) return tag
    const width = Number(attribute(tag, 'width'))
    // Without its own width, a browser would draw a small picture as wide as the text.
    const { src: narrow, srcSet, sizes } = width > 0 ? responsivePicture(src, SIZES, 1920, width) : { src }
    if (!srcSet) return tag
    const waits = attribute(tag, 'loading') === null ? ' loading="lazy"' : ''
    return tag.replace(` src="${src}"`, ` src="${narrow}" srcset="${srcSet}" sizes="${sizes}"${waits} decoding="async"`)
  })
