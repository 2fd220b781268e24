import type { TextPictures } from '#ui/app/rich-text/text-pictures.ts'
import { later } from '#ui/page/later.tsx'
import { takePicture } from './take-picture.ts'

/** What a formatted text of a course needs to hold pictures of the library (BLD-091, BLD-085). */
export const coursePictures: TextPictures = {
  Dialog: later(() => import('./components/picture-dialog-part.tsx').then((file) => file.PictureDialog), {
    isRare: true,
  }),
  take: takePicture,
}
