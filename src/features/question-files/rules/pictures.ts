import { textPictureIds, textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import { decodeName, escapeText, textOfHtml } from './html.ts'

/** Where a picture of a question comes from: the file itself, a part of its package, or the web. */
export type PictureSource =
  | { kind: 'data'; name: string | null; base64: string }
  | { kind: 'part'; path: string }
  | { kind: 'address'; address: string }

/** The address under which a text names its n-th picture until it has one of the library. */
export const placeOf = (at: number): string =>
  textPictureUrl(`00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`)

const IMG = /<img\b[^>]*>/gi
const SRC = /(?<![\w-])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
const DATA = /^data:([\w.+/-]*)((?:;[\w-]+=[^;,]*)*);base64,([a-z\d+/=\s]*)$/i
const WEB = /^(?:https?:)?\/\//i
/** An address of this portal. */
const OWN = /^\/(?!\/)/
/** How Moodle and common packages name a file of their own. */
const PACKAGED = /^(?:@@PLUGINFILE@@|\$IMS-CC-FILEBASE\$)\//i

/** The last part of an address, as people call the file. */
const nameOfFile = (address: string): string => decodeName(address.split(/[?#]/)[0]?.split('/').at(-1) ?? '')

const sourceOf = (source: string, hasParts: boolean): PictureSource | null => {
  const data = DATA.exec(source)
  if (data) {
    const name = /;name=([^;,]*)/i.exec(data[2] ?? '')?.[1]
    return { kind: 'data', name: name ? decodeName(name) : null, base64: (data[3] ?? '').replace(/\s/g, '') }
  }
  if (WEB.test(source)) return { kind: 'address', address: source.replace(/^\/\//, 'https://') }
  const isPart = hasParts && source !== '' && !/^[a-z][a-z\d+.-]*:/i.test(source) && !PACKAGED.test(source)
  return isPart ? { kind: 'part', path: source.split(/[?#]/)[0] as string } : null
}

const notThere = (source: string): string => {
  const name = /^data:/i.test(source) ? '' : nameOfFile(source)
  return `It shows the picture${name && ` “${name}”`}, which is not in the file. Add the question by hand.`
}

/**
 * A text whose pictures name their places, with where each comes from added to `sources`; or why it cannot be taken. Pictures
 * under an address of this portal stay. `hasParts` where the format keeps pictures in files beside the question.
 */
export const takePictures = (
  html: string,
  sources: PictureSource[],
  hasParts: boolean,
): { html: string; refused: string | null } => {
  let refused: string | null = null
  const taken = html.replace(IMG, (tag) =>
    tag.replace(SRC, (all, quoted?: string, single?: string, bare?: string) => {
      const address = textOfAttribute((quoted ?? single ?? bare ?? '').trim())
      if (OWN.test(address)) return all
      const source = sourceOf(address, hasParts)
      if (!source) refused ??= notThere(address)
      else sources.push(source)
      return source ? `src="${placeOf(sources.length)}"` : all
    }),
  )
  return { html: taken, refused }
}

/** Addresses may be long, and seldom hold an entity. */
const textOfAttribute = (text: string): string => (text.includes('&') ? textOfHtml(text) : text)

/** A picture of the library as a file may hold it. */
export type FilePicture = { uuid: string; name: string; mime_type: string; base64: string }

/** A text that holds its pictures itself; one whose picture is missing keeps the address. */
export const withData = (html: string, pictures: ReadonlyMap<string, FilePicture>): string =>
  html.replace(/<img\b[^>]*>/g, (tag) => {
    const picture = pictures.get(textPictureIds(tag)[0] ?? '')
    if (!picture) return tag
    const { uuid, name, mime_type, base64 } = picture
    const data = `data:${mime_type};name=${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')};base64,${base64}`
    return tag.replace(`"${textPictureUrl(uuid)}"`, () => `"${data}"`)
  })

/** A text that names files beside it in the place of its pictures. */
export const withFiles = (html: string, nameOf: (uuid: string) => string | undefined): string =>
  html.replace(/<img\b[^>]*>/g, (tag) => {
    const uuid = textPictureIds(tag)[0] ?? ''
    const name = nameOf(uuid)
    return name === undefined ? tag : tag.replace(`"${textPictureUrl(uuid)}"`, () => `"${escapeText(name)}"`)
  })
