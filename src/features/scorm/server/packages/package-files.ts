import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange } from '#features/media/server/api.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { type Unpacked, type UnpackOptions, unpack } from '#platform/packages/unpack.ts'

export type PackageFile = { size: number; read: (range?: ByteRange) => Promise<Readable> }

const folderOf = (uuid: string): string => `scorm/${uuid}`

/** File names of packages hold what keys of a storage may not, so each lies under the hash of its path. */
const keyOf = (uuid: string, name: string): string =>
  `${folderOf(uuid)}/${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 40)}`

/** Part of a file that can only be read from its beginning. */
async function* partOf(content: Readable, { start, end }: ByteRange) {
  let at = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    if (part.length > 0) yield part
    at += chunk.length
    if (at > end) return
  }
}

/** The file of a path whose letters may differ in case, as packages made on Windows have them; null when there is none. */
const findIgnoringCase = async (root: string, name: string): Promise<string | null> => {
  let at = root
  for (const part of name.split('/')) {
    const entries = await fs.promises.readdir(at).catch(() => [])
    const child = entries.find((entry) => entry.normalize('NFC').toLowerCase() === part.toLowerCase())
    if (child === undefined) return null
    at = path.join(at, child)
  }
  return at
}

/** The unpacked packages among the product's files, each in a folder under its uuid. */
export const createPackageFiles = (files: Files) => {
  const localOf = (uuid: string): string | null => files.localPath(folderOf(uuid))

  const remove = async (uuid: string): Promise<void> => {
    const local = localOf(uuid)
    if (local === null) return files.deleteFolder(folderOf(uuid))
    for (const folder of [local, `${local}.staging`]) await fs.promises.rm(folder, { recursive: true, force: true })
  }

  /** If the storage is elsewhere, the archive is unpacked locally and its files are copied one by one. */
  const carryOver = async (uuid: string, zipPath: string, options: UnpackOptions): Promise<Unpacked> => {
    const scratch = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'portico-unpack-'))
    try {
      const folder = path.join(scratch, 'package')
      const unpacked = await unpack(zipPath, folder, options)
      for (const name of unpacked.names) {
        options.signal?.throwIfAborted()
        await files.put(keyOf(uuid, name), fs.createReadStream(path.join(folder, ...name.split('/'))))
      }
      return unpacked
    } finally {
      await fs.promises.rm(scratch, { recursive: true, force: true })
    }
  }

  const open = async (uuid: string, name: string): Promise<PackageFile | null> => {
    const local = localOf(uuid)
    if (local === null) {
      const key = keyOf(uuid, name)
      const stored = await files.stat(key)
      if (!stored) return null
      const openStream = async (range?: ByteRange) =>
        range ? Readable.from(partOf(await files.get(key), range)) : files.get(key)
      return { size: stored.size, read: openStream }
    }
    const exact = path.join(local, ...name.split('/'))
    const stat = await fs.promises.stat(exact).catch(() => null)
    if (stat?.isFile()) return { size: stat.size, read: async (range) => fs.createReadStream(exact, range) }
    const other = stat ? null : await findIgnoringCase(local, name)
    const otherStat = other ? await fs.promises.stat(other).catch(() => null) : null
    if (!other || !otherStat?.isFile()) return null
    return { size: otherStat.size, read: async (range) => fs.createReadStream(other, range) }
  }

  return {
    /** Unpacks an archive again, whatever an earlier try has left. Throws an UnpackError. */
    unpackInto: async (uuid: string, zipPath: string, options: UnpackOptions): Promise<Unpacked> => {
      await remove(uuid)
      const local = localOf(uuid)
      return local === null ? carryOver(uuid, zipPath, options) : unpack(zipPath, local, options)
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
