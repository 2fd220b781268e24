import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'
import { aboveFloor, requireFloor } from '#platform/files/disk.ts'
import { isSame, sign } from '#platform/secrets.ts'

export interface FilesConfig {
  /** The folder of the disk driver. It is made when the first file comes. */
  dir: string
  /** Signs addresses; anyone who has it can read every file. */
  secret: string
  /** Where the server answers signed addresses. */
  base?: string
  /** Another flydrive driver, for instance S3, in place of the folder. */
  driver?: DriverContract
  /** Bytes of the folder's disk that files leave free (UPL-038). */
  reserveBytes?: number
}

export interface StoredFile {
  /** Bytes. */
  size: number
  modified_at: Date
}

export interface SignedFile {
  key: string
  /** The name under which a browser saves the file, or null to show it. */
  download_name: string | null
  expires_at: Date
}

export class FileNotFound extends Error {
  override name = 'FileNotFound'
  readonly key: string
  constructor(key: string) {
    super(`There is no file ${key}`)
    this.key = key
  }
}

const PURPOSE = 'file'
/** Folders, then a name: no empty part, nothing hidden, nothing that climbs. */
const KEY = /^(?!.*\.\.)[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/

/**
 * The folder driver. Writes are complete or absent: a file is written under a temporary name and then renamed, so that
 * a reader never sees half of it and a full disk leaves nothing behind.
 */
class AtomicFolder extends FSDriver {
  readonly #root: string
  readonly #floor: number

  constructor(root: string, floor: number) {
    super({ location: root, visibility: 'private' })
    this.#root = root
    this.#floor = floor
  }

  async #place(key: string, size: number, write: (temporary: string) => Promise<void>): Promise<void> {
    const target = path.join(this.#root, key)
    const temporary = path.join(this.#root, '.incoming', randomUUID())
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

  /** Stores a file that lies on the disk already; where both are on one disk, nothing is copied. */
  adopt(key: string, source: string): Promise<void> {
    return this.#place(key, 0, (temporary) =>
      fs.promises.link(source, temporary).catch(() => fs.promises.copyFile(source, temporary)),
    )
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#place(key, 0, (temporary) =>
      pipeline(contents, aboveFloor(this.#root, this.#floor), fs.createWriteStream(temporary, { flush: true })),
    )
  }
}

/** Everything the product stores as files, by key. This code does not know who may read what. */
export const createFiles = (config: FilesConfig) => {
  const base = config.base ?? '/files'
  const folder = config.driver ? null : new AtomicFolder(config.dir, config.reserveBytes ?? 0)
  const disk = new Disk(config.driver ?? (folder as AtomicFolder))

  const checked = (key: string): string => {
    if (!KEY.test(key) || key.length > 500) throw new TypeError(`Not a file key: ${key.slice(0, 80)}`)
    return key
  }

  /** What is signed: the key, the moment and the name, with separators that none of them can hold. */
  const signature = (key: string, expires: string, name: string): string =>
    sign(config.secret, PURPOSE, `${key}\n${expires}\n${name}`)

  return {
    /** Stores a file under a key; an earlier one is replaced as a whole. Keys are letters, digits, `-_.` and folders. */
    put: async (key: string, contents: string | Uint8Array | Readable): Promise<void> => {
      if (typeof contents === 'string' || contents instanceof Uint8Array) await disk.put(checked(key), contents)
      else await disk.putStream(checked(key), contents)
    },

    /** Stores what lies in another file of the disk, which stays; for large files. */
    putFile: (key: string, source: string): Promise<void> =>
      folder ? folder.adopt(checked(key), source) : disk.putStream(checked(key), fs.createReadStream(source)),

    /** Size and time of a file, or null when there is none. */
    stat: async (key: string): Promise<StoredFile | null> => {
      if (!(await disk.exists(checked(key)))) return null
      const { contentLength, lastModified } = await disk.getMetaData(key)
      return { size: contentLength, modified_at: lastModified }
    },

    /** The content as a stream. Throws FileNotFound before the first byte. */
    get: async (key: string): Promise<Readable> => {
      if (!(await disk.exists(checked(key)))) throw new FileNotFound(key)
      return disk.getStream(key)
    },

    exists: (key: string): Promise<boolean> => disk.exists(checked(key)),

    /** Removes a file; one that is not there is no error. */
    delete: (key: string): Promise<void> => disk.delete(checked(key)),

    /** Removes every file of a folder. */
    deleteFolder: (folder: string): Promise<void> => disk.deleteAll(`${checked(folder)}/`),

    /** Where the file lies in the file system, for answers with ranges; null when the storage is elsewhere. */
    localPath: (key: string): string | null => (config.driver ? null : path.join(config.dir, checked(key))),

    /** An address that serves this one file until it expires (whole seconds) and cannot be changed to another (UPL-019). */
    signFileUrl: (key: string, expiresAt: Date, downloadName: string | null = null): string => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000))
      const name = (downloadName ?? '').replaceAll(/\p{Cc}/gu, '')
      const query = new URLSearchParams({ expires, signature: signature(checked(key), expires, name) })
      if (name) query.set('name', name)
      return `${base}/${key}?${query}`
    },

    /**
     * The file that a signed address (path and query, or the whole address) opens at `now`, or null if it is foreign or
     * expired (UPL-019).
     */
    verifyFileUrl: (url: string, now: Date): SignedFile | null => {
      const { pathname, searchParams } = new URL(url, 'http://local')
      if (!pathname.startsWith(`${base}/`)) return null
      const key = pathname.slice(base.length + 1)
      const expires = searchParams.get('expires') ?? ''
      const name = searchParams.get('name') ?? ''
      if (!KEY.test(key)) return null
      if (!isSame(searchParams.get('signature') ?? '', signature(key, expires, name))) return null
      const expiresAt = new Date(Number(expires) * 1000)
      return expiresAt > now ? { key, download_name: name || null, expires_at: expiresAt } : null
    },
  }
}

export type Files = ReturnType<typeof createFiles>
