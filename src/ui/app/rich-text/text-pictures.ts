import type { ComponentType } from 'react'
import type { Api } from '#kernel/client.ts'

/** A picture in a formatted text. Without `alt` nobody has said yet what it shows; an empty one is decorative. */
export type TextPicture = { src: string; alt: string | null; width: number | null; height: number | null }

export type PictureDialogProps = {
  /** The picture that is changed; null for a new one. */
  start: TextPicture | null
  onSet: (picture: TextPicture) => void
  onRemove: () => void
  onClose: () => void
}

/** What a formatted text needs to hold pictures. Features give it: the pictures are in their library. */
export type TextPictures = {
  Dialog: ComponentType<PictureDialogProps>
  /** Takes a file, or the picture at an address, into the library. Rejects with an error whose message says why not. */
  take: (api: Api, source: File | string) => Promise<Omit<TextPicture, 'alt'>>
}

/** A picture of a pasted or dropped text on its way into the library. */
export type PictureSource = { id: string; name: string; alt: string | null; source: File | string }

/** A picture that did not come along, and why. */
export type LostPicture = { name: string; reason: string }
