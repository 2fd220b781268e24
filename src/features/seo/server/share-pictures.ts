import type { Files } from '#platform/files/files.ts'
import { createGeneratedFiles } from '#platform/files/made-files.ts'
import type { PictureWords } from './draw-picture.ts'

/**
 * Drawn pictures, stored as files: one for each record, under the version of its text. A newer one replaces the older.
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
