import type { Files } from '#platform/files/files.ts'
import { createGeneratedFiles } from '#platform/files/made-files.ts'
import type { PictureWords } from './draw-picture.ts'

/**
 * Drawn pictures, kept as files: one for each record, under the version of what stands on it. A newer one takes the place
 * of the older.
 */
export const sharePictures = (files: Files) => {
  const readOrMake = createGeneratedFiles(files)
  return (record: string, version: string, words: PictureWords): Promise<Buffer> => {
    const folder = `share-pictures/${record}`
    return readOrMake(`${folder}/${version}.png`, async () => {
      // Loaded on the first picture: fonts are something that no start should pay for.
      const { drawPicture } = await import('./draw-picture.ts')
      const picture = await drawPicture(words)
      await files.deleteFolder(folder)
      return picture
    })
  }
}
