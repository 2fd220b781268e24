import { takePictureFrom } from '#features/media/contract-admin.ts'
import { sendToLibrary, uploadErrorText } from '#features/media/web/public.ts'
import { type Api, ApiError } from '#kernel/client.ts'
import { textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import { checkUpload, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import type { TextPictures } from '#ui/app/rich-text/text-pictures.ts'

const RULE = { extensions: UPLOAD_TYPES.img }

/** A picture of the library as a text names it, with its size as browsers show it. */
export const placeOf = async (uuid: string) => {
  const src = textPictureUrl(uuid)
  const picture = new Image()
  picture.src = src
  await picture.decode()
  return { src, width: picture.naturalWidth, height: picture.naturalHeight }
}

const refusalOf = (error: ApiError): string => error.errors?.['address']?.[0] ?? uploadErrorText(error)

const send = async (api: Api, source: File | string) => {
  if (typeof source === 'string') return api.call(takePictureFrom, { body: { address: source } })
  const refusal = checkUpload(source, RULE)
  if (refusal) throw new Error(refusal.message)
  return sendToLibrary(api, source, () => {}).done
}

/** Takes a file, or the picture at an address, into the library for a text. Rejects with the catalog's text for what may not be taken. */
export const takePicture: TextPictures['take'] = async (api, source) => {
  const { data } = await send(api, source).catch((error: unknown) => {
    throw new Error(error instanceof ApiError ? refusalOf(error) : (error as Error).message)
  })
  if (!data) throw new Error('The picture cannot be shown.')
  return placeOf(data.uuid)
}
