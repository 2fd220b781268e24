import { buffer } from 'node:stream/consumers'
import type { PictureWidth } from '#kernel/uploads/picture-widths.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { createGeneratedFiles } from '#platform/files/made-files.ts'
import { narrowPicture } from '#platform/files/pictures/pictures.ts'
import { narrowFolder, type PublicFile } from './public-files.ts'

const NARROWABLE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** `isFinal` is false where a later try may bring a narrower picture. */
export type Narrowed = { content: Buffer | null; isFinal: boolean }

/**
 * A public picture at a width, as WebP, made on the first request and stored (UPL-042). The content is null if there is
 * no such picture: for drawings, icons, failures, and when too many others are waiting.
 */
export const narrowPictures = (files: Files) => {
  const readOrMake = createGeneratedFiles(files)
  return async (file: PublicFile, width: PictureWidth): Promise<Narrowed> => {
    if (!NARROWABLE.has(file.mime_type)) return { content: null, isFinal: true }
    try {
      const content = await readOrMake(`${narrowFolder(file.uuid)}/${width}.webp`, async () => {
        const narrow = await narrowPicture(await buffer(await files.get(file.key)), width)
        // What cannot be made is kept as an empty file: nobody tries it again.
        return narrow ?? Buffer.alloc(0)
      })
      return { content: content.length > 0 ? content : null, isFinal: true }
    } catch (error) {
      if (error instanceof FileNotFound) throw error
      return { content: null, isFinal: false }
    }
  }
}
