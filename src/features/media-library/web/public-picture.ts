import { takePictureFrom } from '#features/media/contract-admin.ts'
import { sendToLibrary, uploadErrorText } from '#features/media/web/public.ts'
import type { Api } from '#kernel/client.ts'
import { checkUpload, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import type { TextPicture, TextPictures } from '#ui/app/rich-text/text-pictures.ts'
import { copyLibraryPicture } from '../contract.ts'

/** A picture of the library as public pages show it, with its size as browsers show it. */
export const publicPictureOf = async (api: Api, id: number): Promise<TextPicture> => {
  const { data } = await api.call(copyLibraryPicture, { params: { id } })
  const picture = new Image()
  picture.src = data.src
  await picture.decode()
  return { src: data.src, alt: data.alt, width: picture.naturalWidth, height: picture.naturalHeight }
}

const send = async (api: Api, source: File | string) => {
  if (typeof source === 'string') return api.call(takePictureFrom, { body: { address: source } })
  const refusal = checkUpload(source, { extensions: UPLOAD_TYPES.img })
  if (refusal) throw new Error(refusal.message)
  return sendToLibrary(api, source, () => {}).done
}

/** Takes a file, or the picture at an address, into the library for a text of a public page. */
export const takePublicPicture: TextPictures['take'] = async (api, source) => {
  const { data } = await send(api, source).catch((error: unknown) => {
    throw new Error(uploadErrorText(error))
  })
  if (!data) throw new Error('The picture cannot be shown.')
  const { alt: _, ...place } = await publicPictureOf(api, data.id)
  return place
}
