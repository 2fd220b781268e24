import { decodeXml } from '#kernel/format/xml.ts'
import { UnpackError, type UnpackOptions } from '#platform/packages/unpack.ts'
import { encodePath, folderOf } from '../../rules/content-path.ts'
import { fileBehind, namesByAddress } from '../../rules/file-address.ts'
import { launchableItems, locateManifest, readManifest, type ScormManifest } from '../../rules/manifest.ts'
import { PackageError, unreadable } from '../../rules/package-error.ts'
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

/** Each item with the file it means and the address under which that file is served (SCO-035). */
const withFiles = (manifest: ScormManifest, names: readonly string[], base: string): ScormManifest => {
  const inside = names.filter((name) => name.startsWith(base)).map((name) => name.slice(base.length))
  const byAddress = namesByAddress(inside)
  const items = manifest.items.map((item) => {
    if (item.href === null) return item
    const at = item.href.search(/[?#]/)
    const [address, rest] = at < 0 ? [item.href, ''] : [item.href.slice(0, at), item.href.slice(at)]
    const file = fileBehind(address, byAddress)
    return file === null ? item : { ...item, file, href: encodePath(file) + rest }
  })
  return { ...manifest, items, entry: launchableItems(items)[0]?.href ?? manifest.entry }
}

const ASSUMED_ENCODING =
  'The manifest is not in the encoding that it names. It was read as UTF-8 or Windows-1252; please check the titles.'

const readManifestOf = async (files: PackageFiles, uuid: string, names: readonly string[], fileName: string) => {
  const name = locateManifest(names)
  if (name === null) throw new PackageError('manifest_missing', 'The archive has no imsmanifest.xml.')
  const file = await files.open(uuid, name)
  if (!file || file.size > LARGEST_MANIFEST) throw unreadable('it is too large.')
  const { text, is_assumed: isAssumed } = decodeXml(await files.read(uuid, name))
  const base = folderOf(name)
  const outline = withFiles(readManifest(text, fileName.replace(/\.zip$/i, '') || undefined), names, base)
  const manifest = isAssumed ? { ...outline, notes: [...outline.notes, ASSUMED_ENCODING] } : outline
  const entry = manifest.items.find((item) => item.href === manifest.entry)?.file
  const has = (path: string) => names.some((one) => one.toLowerCase() === path.toLowerCase())
  if (entry && !has(base + entry))
    throw new PackageError('no_start_file', `The start file ${entry} is not in the archive.`)
  return { manifest, base }
}

/**
 * Unpacks an archive into the files and reads its manifest (SCO-015). Throws an UnpackError or a PackageError, whose
 * sentence is for the person who uploaded it; then nothing of the archive is left. It can be repeated after any
 * failure.
 */
export const readPackage = async (
  files: PackageFiles,
  uuid: string,
  { path: zipPath, name }: { path: string; name: string },
  options: UnpackOptions = {},
): Promise<ReadPackage> => {
  try {
    const { names, bytes } = await files.unpackInto(uuid, zipPath, options)
    return { ...(await readManifestOf(files, uuid, names, name)), files_count: names.length, size: bytes }
  } catch (error) {
    await files.remove(uuid)
    throw error
  }
}

/** Whether a failure lies in the archive itself, so that trying again cannot help. */
export const isHopeless = (error: unknown): error is UnpackError | PackageError =>
  error instanceof PackageError || (error instanceof UnpackError && error.code !== 'no_space')
