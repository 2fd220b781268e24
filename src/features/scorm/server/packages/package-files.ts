import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange } from '#features/media/server/api.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { type Unpacked, type UnpackOptions, unpack } from '#platform/packages/unpack.ts'
import { inParallel } from '#platform/parallel.ts'

export type PackageFile = { size: number; read: (range?: ByteRange) => Promise<Readable> }

const folderOf = (uuid: string): string => `scorm/${uuid}`

/** File names of packages hold what keys of a storage may not, so each lies under the hash of its path. */
const keyOf = (uuid: string, name: string): string =>
  `${folderOf(uuid)}/${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 40)}`

/**
 * The unpacked packages among the product's files, each in a folder under its uuid. An archive is unpacked on the disk of
 * this machine, and what it holds is stored when all of it has proved sound.
 */
export const createPackageFiles = (files: Files) => {
  const remove = (uuid: string): Promise<void> => files.deleteFolder(folderOf(uuid))

  const storeAll = (uuid: string, folder: string, names: readonly string[], signal?: AbortSignal): Promise<void> =>
    inParallel(names, async (name) => {
      signal?.throwIfAborted()
      await files.putFile(keyOf(uuid, name), path.join(folder, ...name.split('/')))
    })

  const open = async (uuid: string, name: string): Promise<PackageFile | null> => {
    const key = keyOf(uuid, name)
    const stored = await files.stat(key)
    return stored && { size: stored.size, read: (range) => files.get(key, range) }
  }

  return {
    /** Unpacks an archive again, whatever an earlier try has left. Throws an UnpackError. */
    unpackInto: async (uuid: string, zipPath: string, options: UnpackOptions): Promise<Unpacked> => {
      await remove(uuid)
      return files.inScratch(`package-${uuid}`, async (scratch) => {
        const folder = path.join(scratch, 'package')
        const unpacked = await unpack(zipPath, folder, options)
        await storeAll(uuid, folder, unpacked.names, options.signal)
        return unpacked
      })
    },

    /** A file by its path in the package, whatever the case of its letters, or null. */
    open,

    /** The whole of a small file. */
    read: async (uuid: string, name: string): Promise<Buffer> => {
      const file = await open(uuid, name)
      if (!file) throw new FileNotFound(`${folderOf(uuid)}/${name}`)
      return buffer(await file.read())
    },

    /** Removes a package and whatever was begun of it. */
    remove,
  }
}

export type PackageFiles = ReturnType<typeof createPackageFiles>
