import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'
import { aboveFloor, requireFloor } from '#platform/files/disk.ts'
import {
  FileNotFound,
  type FileRange,
  type FileStore,
  type ListedFile,
  type StoredFile,
} from '#platform/files/store.ts'

const INCOMING = '.incoming'

const unlessMissing = (error: unknown): null => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
}

/** Removes what stands in a folder since before a moment. */
export const removeOlder = async (folder: string, before: Date): Promise<void> => {
  for (const name of (await fs.promises.readdir(folder).catch(unlessMissing)) ?? []) {
    const stat = await fs.promises.stat(path.join(folder, name)).catch(unlessMissing)
    if (stat && stat.mtime < before) await fs.promises.rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/**
 * The folder driver. Writes are complete or absent: a file is written under a temporary name and then renamed, so that
 * a reader never sees half of it and a full disk leaves nothing behind.
 */
export class AtomicFolder extends FSDriver implements FileStore {
  readonly #root: string
  readonly #floor: number

  constructor(root: string, floor: number) {
    super({ location: root, visibility: 'private' })
    this.#root = root
    this.#floor = floor
  }

  async #place(key: string, size: number, write: (temporary: string) => Promise<void>): Promise<void> {
    const target = path.join(this.#root, key)
    const temporary = path.join(this.#root, INCOMING, randomUUID())
    await fs.promises.mkdir(path.dirname(temporary), { recursive: true })
    await requireFloor(this.#root, size, this.#floor)
    await fs.promises.mkdir(path.dirname(target), { recursive: true })
    try {
      await write(temporary)
      await fs.promises.rename(temporary, target)
    } catch (error) {
      await fs.promises.rm(temporary, { force: true })
      throw error
    }
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    const size = Buffer.byteLength(contents)
    return this.#place(key, size, (temporary) => fs.promises.writeFile(temporary, contents, { flush: true }))
  }

  /** Where both are on one disk, nothing is copied. */
  putFile(key: string, source: string): Promise<void> {
    return this.#place(key, 0, (temporary) =>
      fs.promises.link(source, temporary).catch(() => fs.promises.copyFile(source, temporary)),
    )
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#place(key, 0, (temporary) =>
      pipeline(contents, aboveFloor(this.#root, this.#floor), fs.createWriteStream(temporary, { flush: true })),
    )
  }

  async open(key: string, range?: FileRange): Promise<Readable> {
    const handle = await fs.promises.open(path.join(this.#root, key)).catch(unlessMissing)
    if (!handle) throw new FileNotFound(key)
    if ((await handle.stat()).isFile()) return handle.createReadStream(range)
    await handle.close()
    throw new FileNotFound(key)
  }

  async stat(key: string): Promise<StoredFile | null> {
    const stat = await fs.promises.stat(path.join(this.#root, key)).catch(unlessMissing)
    return stat?.isFile() ? { size: stat.size, modified_at: stat.mtime } : null
  }

  async *list(prefix: string): AsyncGenerator<ListedFile> {
    yield* this.#listIn(prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : '', prefix)
  }

  async *#listIn(folder: string, prefix: string): AsyncGenerator<ListedFile> {
    const place = path.join(this.#root, folder)
    for (const entry of (await fs.promises.readdir(place, { withFileTypes: true }).catch(unlessMissing)) ?? []) {
      // What is being written has a hidden name, which no key has.
      if (entry.name.startsWith('.')) continue
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* this.#listIn(key, prefix)
        continue
      }
      const stat = key.startsWith(prefix) ? await this.stat(key) : null
      if (stat) yield { key, ...stat }
    }
  }

  async clean(before: Date): Promise<void> {
    await removeOlder(path.join(this.#root, INCOMING), before)
  }
}
