import { fail } from '#kernel/errors.ts'
import { extensionOf, UPLOAD_MAX_SIZE, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import { readPicture } from '#platform/files/pictures/pictures.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { FetchError, type FetchFault, fetchFile } from '#platform/outside/fetch-file.ts'

const TEXTS: Record<FetchFault, string> = {
  address: 'This address cannot be opened. Save the picture, and upload it.',
  no_answer: 'The web site does not answer. Save the picture, and upload it.',
  refused: 'The web site does not give the picture out. Save it, and upload it.',
  too_large: 'The picture is larger than 20 MB.',
}

const PICTURES: readonly string[] = UPLOAD_TYPES.img

const nameIn = ({ pathname }: URL): string => {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The picture at an address as if it had been uploaded (UPL-047). */
export const fetchPicture = async (address: string, networks: readonly string[]): Promise<UploadedFile> => {
  const options = { networks, max_bytes: UPLOAD_MAX_SIZE, accept: 'image/webp,image/png,image/jpeg,image/gif' }
  const { bytes, url } = await fetchFile(address, options).catch((error: unknown) => {
    if (error instanceof FetchError) throw fail('invalid', { fields: { address: [TEXTS[error.fault]] } })
    throw error
  })
  const picture = await readPicture(bytes)
  const named = nameIn(url) || 'picture'
  // Addresses on the web need no ending; the content says which one is right.
  const kind = picture.state === 'written' || picture.state === 'other' ? picture.kind : 'png'
  const name = PICTURES.includes(extensionOf(named)) ? named : `${named}.${kind}`
  return { field: 'file', name, mime_type: '', bytes, picture }
}
