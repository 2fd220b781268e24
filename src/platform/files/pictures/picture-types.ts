/** In pixels, as a browser shows the picture: upright. */
export type PictureSize = { width: number; height: number }

export const PICTURE_KINDS = ['jpg', 'png', 'gif', 'webp', 'ico'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** A picture as it is stored: written by us, so that only its pixels come from the file that was uploaded. */
export type WrittenPicture = PictureSize & {
  state: 'written'
  kind: PictureKind
  bytes: Buffer
  /** The size that the file had, turned upright; `width` and `height` are what is stored. */
  original: PictureSize
}

/** What reading an uploaded picture came to. `kind` of another content is the detector's word, or `unknown`. */
export type PictureReading =
  | WrittenPicture
  | { state: 'other'; kind: string }
  | { state: 'damaged' }
  | ({ state: 'too_many_pixels' } & PictureSize)
