import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inParallel } from '../parallel.ts'
import { FileNotFound, type Files } from './files.ts'
import type { ListedFile } from './store.ts'

export type CopyOptions = {
  /** Compares the content of files that stand on both sides already, not their size and time alone. */
  isThorough?: boolean
  /** Removes what the target has and the source has not. */
  deletesExtra?: boolean
  /** Called after every file. */
  onFile?: (done: CopyResult) => void
}

export type CopyResult = {
  /** Files, and bytes of those that were copied. */
  copied: number
  bytes: number
  /** Files that stood there already. */
  same: number
  /** Files that the source has not: left alone, or removed. */
  extra: number
}

/** A file that arrived with another content than it has. */
export class CopyDiffers extends Error {
  override name = 'CopyDiffers'
}

const hashOf = async (files: Files, key: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of await files.get(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** Copies a file and reads it back. False when the source has lost it in the meantime. */
const copyOne = async (source: Files, target: Files, key: string): Promise<boolean> => {
  const hash = createHash('sha256')
  try {
    await target.put(key, Readable.from(hashed(await source.get(key), hash), { objectMode: false }))
  } catch (error) {
    if (error instanceof FileNotFound) return false
    throw error
  }
  if ((await hashOf(target, key)) !== hash.digest('hex'))
    throw new CopyDiffers(`The copy of ${key} differs from the original. Run the command again.`)
  return true
}

/** Where times differ by less, as a bucket knows only seconds, the file is copied again rather than taken for the same. */
const isSameAge = (source: ListedFile, target: ListedFile): boolean => target.modified_at >= source.modified_at

/**
 * Carries the files of one storage into another under the same keys. It can be repeated: what stands there with the same
 * size since the source was written is skipped. The program may run on the source at the same time; what it adds, replaces
 * or removes after its turn is left to the next run. Each copy is read back and compared. Throws at the first failure.
 */
export const copyFiles = async (source: Files, target: Files, options: CopyOptions = {}): Promise<CopyResult> => {
  const { isThorough = false, deletesExtra = false, onFile = () => {} } = options
  const result: CopyResult = { copied: 0, bytes: 0, same: 0, extra: 0 }
  const there = new Map((await Array.fromAsync(target.list())).map((file) => [file.key, file]))
  const here = await Array.fromAsync(source.list())

  const isCopied = async (file: ListedFile): Promise<boolean> => {
    const other = there.get(file.key)
    if (other?.size !== file.size || !isSameAge(file, other)) return false
    return !isThorough || (await hashOf(source, file.key)) === (await hashOf(target, file.key))
  }

  await inParallel(here, async (file) => {
    if (await isCopied(file)) result.same += 1
    else if (await copyOne(source, target, file.key)) {
      result.copied += 1
      result.bytes += file.size
    }
    onFile(result)
  })
  const known = new Set(here.map(({ key }) => key))
  const extra = [...there.keys()].filter((key) => !known.has(key))
  await inParallel(extra, async (key) => {
    // What the program has added since the list was read is nothing extra.
    if (await source.exists(key)) return
    result.extra += 1
    if (deletesExtra) await target.delete(key)
  })
  return result
}
