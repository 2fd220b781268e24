import { UnpackError, type UnpackOptions } from '#platform/unpack.ts'
import { folderOf } from '../rules/content-path.ts'
import { locateManifest, readManifest, type ScormManifest } from '../rules/manifest.ts'
import { decodeManifest } from '../rules/manifest-xml.ts'
import { PackageError, unreadable } from '../rules/package-error.ts'
import type { PackageFiles } from './package-files.ts'

export type ReadPackage = {
  manifest: ScormManifest
  /** The folder of the manifest, with its slash; empty at the top. */
  base: string
  files_count: number
  /** Bytes, unpacked. */
  size: number
}

const LARGEST_MANIFEST = 20 * 2 ** 20

const read = async (files: PackageFiles, uuid: string, names: readonly string[]) => {
  const name = locateManifest(names)
  if (name === null) throw new PackageError('manifest_missing', 'The archive has no imsmanifest.xml.')
  const file = await files.open(uuid, name)
  if (!file || file.size > LARGEST_MANIFEST) throw unreadable('it is too large.')
  const manifest = readManifest(decodeManifest(await files.read(uuid, name)))
  const base = folderOf(name)
  const entry = manifest.items.find((item) => item.href === manifest.entry)?.file
  const has = (path: string) => names.some((one) => one.toLowerCase() === path.toLowerCase())
  if (entry && !has(base + entry))
    throw new PackageError('no_start_file', `The start file ${entry} is not in the archive.`)
  return { manifest, base }
}

/**
 * Unpacks an archive among the files and reads its manifest (SCO-015). Throws an UnpackError or a PackageError, whose
 * sentence is for the person who uploaded it; then nothing of the archive is left. It can be repeated after any failure.
 */
export const readPackage = async (
  files: PackageFiles,
  uuid: string,
  zipPath: string,
  options: UnpackOptions = {},
): Promise<ReadPackage> => {
  try {
    const { names, bytes } = await files.unpackInto(uuid, zipPath, options)
    return { ...(await read(files, uuid, names)), files_count: names.length, size: bytes }
  } catch (error) {
    await files.remove(uuid)
    throw error
  }
}

/** Whether a failure lies in the archive itself, so that trying again cannot help. */
export const isHopeless = (error: unknown): error is UnpackError | PackageError =>
  error instanceof PackageError || (error instanceof UnpackError && error.code !== 'no_space')
