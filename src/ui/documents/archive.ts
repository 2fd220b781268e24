import { unzipSync } from 'fflate'
import { UNPACKED_MAX_FILES, UNPACKED_MAX_SIZE } from '#kernel/uploads/uploads.ts'

/** The files of a zipped document, by path. */
export type Archive = ReadonlyMap<string, Uint8Array>

/**
 * Unpacks the wanted files of a zipped document. Throws if it is damaged, or if its directory lists more than is
 * reasonable; a file that is larger than its directory says is cut off there.
 */
export const openArchive = (bytes: Uint8Array, isWanted: (name: string) => boolean = () => true): Archive => {
  let size = 0
  let count = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (name.endsWith('/') || !isWanted(name)) return false
      size += originalSize
      count += 1
      if (size > UNPACKED_MAX_SIZE || count > UNPACKED_MAX_FILES)
        throw new Error('The document unpacks to more than is sound')
      return true
    },
  })
  return new Map(Object.entries(files))
}
