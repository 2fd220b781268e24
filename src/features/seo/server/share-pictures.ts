import { buffer } from 'node:stream/consumers'
import { isDiskFull } from '#platform/files/disk.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import type { PictureWords } from './draw-picture.ts'

/**
 * Drawn pictures, kept as files: one for each record, under the version of what stands on it. A picture is drawn when it is
 * first asked for, once however many ask; a newer one takes the place of the older.
 */
export const keptPictures = (files: Files) => {
  const running = new Map<string, Promise<Buffer>>()

  const read = (key: string): Promise<Buffer | null> =>
    files.get(key).then(buffer, (error: unknown) => {
      if (error instanceof FileNotFound) return null
      throw error
    })

  const draw = async (folder: string, key: string, words: PictureWords): Promise<Buffer> => {
    const kept = await read(key)
    if (kept) return kept
    // Loaded on the first picture: fonts are something that no start should pay for.
    const { drawPicture } = await import('./draw-picture.ts')
    const picture = await drawPicture(words)
    await files.deleteFolder(folder)
    // On a full disk it is drawn for each who asks.
    await files.put(key, picture).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
    })
    return picture
  }

  return (record: string, version: string, words: PictureWords): Promise<Buffer> => {
    const folder = `share-pictures/${record}`
    const key = `${folder}/${version}.png`
    const already = running.get(key)
    if (already) return already
    const made = draw(folder, key, words).finally(() => running.delete(key))
    running.set(key, made)
    return made
  }
}
