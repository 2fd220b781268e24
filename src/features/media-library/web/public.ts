import { pictureDialogOver } from '#features/text-pictures/web/public.ts'
import type { TextPictures } from '#ui/app/rich-text/text-pictures.ts'
import { later } from '#ui/page/later.tsx'
import { takePublicPicture } from './public-picture.ts'

const loadPicker = () => import('./components/picture-picker.tsx').then((file) => file.PicturePicker)

/** The pictures of the portal's library, to choose one for a public page (UPL-056). */
export const PicturePicker = later(loadPicker, { isRare: true })

/** What a formatted text of a public page needs to hold pictures of the library (UPL-056). */
export const sitePictures: TextPictures = { Dialog: pictureDialogOver(loadPicker), take: takePublicPicture }
