import type { PastedPicture } from './rich-text-paste.ts'
import type { LostPicture, PictureSource } from './text-pictures.ts'

/** What a clipboard holds beside the text: files, and the same text as RTF, in which Word puts its pictures. */
export type ClipboardExtras = { files: readonly File[]; rtf: string }

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const bytesOfBase64 = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

export const extrasOf = (data: DataTransfer | null): ClipboardExtras => ({
  files: [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/')),
  rtf: data?.getData('text/rtf') ?? '',
})

/** Whether a text from elsewhere shows nothing but pictures, so that files beside it are what is meant. */
export const hasNoWords = (html: string): boolean => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() === '' && !body.querySelector('table')
}

/** What stands in the group of an RTF text that begins at a place, without the groups inside of it. */
const ownText = (rtf: string, begin: number): string => {
  let depth = 0
  let own = ''
  for (let at = begin; at < rtf.length; at += 1) {
    const letter = rtf[at]
    if (letter === '{') depth += 1
    else if (letter === '}') depth -= 1
    else if (depth === 1) own += letter
    if (depth === 0) break
    if (depth > 1 && letter === '{') own += ' '
  }
  return own
}

/** The pictures of an RTF text in their order. Word writes each once more for old programs, as a drawing of Windows. */
export const picturesInRtf = (rtf: string): { extension: 'png' | 'jpg'; bytes: Uint8Array<ArrayBuffer> }[] =>
  [...rtf.matchAll(/\{\\pict(?![a-z])/g)].flatMap(({ index }) => {
    const own = ownText(rtf, index)
    const kind = /\\(png|jpeg)blip/.exec(own)?.[1]
    const hex = own.replace(/\\[a-z]+(?:-?\d+)?\s?/g, '').replace(/\s/g, '')
    if (!kind || !/^(?:[\da-f]{2})+$/i.test(hex)) return []
    return [{ extension: kind === 'png' ? 'png' : 'jpg', bytes: bytesOfHex(hex) }]
  })

const LOCAL = 'It is a file of another program. Save it there, and add it with “Picture”.'
const UNREADABLE = 'It cannot be read.'
const MIME_EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  'svg+xml': 'svg',
  'x-icon': 'ico',
  'vnd.microsoft.icon': 'ico',
}

const isOfTheWeb = (address: string) => /^https?:\/\//i.test(address)
const isInText = (address: string) => /^data:/i.test(address)

/** How a picture is called when it has to be named: as its file, or by its place. */
const nameOf = ({ address, alt }: PastedPicture, at: number): string => {
  const file = isInText(address) ? '' : (/([^/:\\?#]+)(?:[?#].*)?$/.exec(address)?.[1] ?? '')
  const isFile = /\.[a-z]{3,4}$/i.test(file)
  return (isFile && decoded(file)) || alt || `Picture ${at + 1}`
}
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fileInText = (address: string, name: string): File | null => {
  const [, kind = '', base64] = /^data:image\/([\w.+-]+)[^,]*;base64,([\s\S]*)$/i.exec(address) ?? []
  const bytes = base64 === undefined ? null : bytesOfBase64(base64)
  if (!bytes) return null
  const extension = MIME_EXTENSIONS[kind.toLowerCase()] ?? kind.toLowerCase()
  return new File([bytes], `${name.replace(/\.[a-z]{3,4}$/i, '')}.${extension}`, { type: `image/${kind}` })
}

/**
 * Where the pictures of a pasted text come from: the text itself, the web, or for those that lie in a file of the other
 * program what the clipboard holds beside the text, if there is exactly one for each. The rest is lost (BLD-081).
 */
export const sourcesOf = (
  pictures: readonly PastedPicture[],
  { files, rtf }: ClipboardExtras,
): { sources: PictureSource[]; lost: (LostPicture & { id: string })[] } => {
  const elsewhere = pictures.filter(({ address }) => !isOfTheWeb(address) && !isInText(address))
  const ofRtf = picturesInRtf(rtf).map(
    ({ extension, bytes }, at) => new File([bytes], `picture-${at + 1}.${extension}`),
  )
  const beside = [ofRtf, files].find(({ length }) => length === elsewhere.length) ?? []
  const sources: PictureSource[] = []
  const lost: (LostPicture & { id: string })[] = []
  for (const [at, picture] of pictures.entries()) {
    const { id, address, alt } = picture
    const name = nameOf(picture, at)
    const isLocal = elsewhere.includes(picture)
    const source = isOfTheWeb(address)
      ? address
      : isLocal
        ? (beside[elsewhere.indexOf(picture)] ?? null)
        : fileInText(address, name)
    if (source) sources.push({ id, name, alt, source })
    else lost.push({ id, name, reason: isLocal ? LOCAL : UNREADABLE })
  }
  return { sources, lost }
}
