import { createElement } from 'react'
import type { PictureDialogProps, TextPictures } from '#ui/app/rich-text/text-pictures.ts'
import { later } from '#ui/page/later.tsx'
import type { Chooser } from './components/picture-dialog-part.tsx'
import { takePicture } from './take-picture.ts'

/** What a formatted text of a course needs to hold pictures of the library (BLD-091, BLD-085). */
export const coursePictures: TextPictures = {
  Dialog: later(() => import('./components/picture-dialog-part.tsx').then((file) => file.PictureDialog), {
    isRare: true,
  }),
  take: takePicture,
}

export type { Chooser }

/** The dialog of a picture in a text, over another library. */
export const pictureDialogOver = (load: () => Promise<Chooser>): TextPictures['Dialog'] =>
  later(
    async () => {
      const [{ PictureDialogWith }, Chooser] = await Promise.all([
        import('./components/picture-dialog-part.tsx'),
        load(),
      ])
      return (props: PictureDialogProps) => createElement(PictureDialogWith, { ...props, Chooser })
    },
    { isRare: true },
  )
