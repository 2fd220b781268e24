import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AtomicFolder, removeOlder } from '#platform/files/folder.ts'
import type { FileRange, FileStore, ListedFile, StoredFile } from '#platform/files/store.ts'
import { isSame, sign } from '#platform/secrets.ts'

export { FileNotFound, type FileRange, type ListedFile, type StoredFile } from '#platform/files/store.ts'

export interface FilesConfig {
  /** The folder of the files, and of what is unpacked on this machine. It is made when it is needed first. */
  dir: string
  /** Signs addresses; anyone who has it can read every file. */
  secret: string
  /** Where the server answers signed addresses. */
  base?: string
  /** The storage in place of the folder: a bucket. */
  driver?: FileStore
  /** Bytes of the folder's disk that files leave free (UPL-038). */
  reserveBytes?: number
}

export interface SignedFile {
  key: string
  /** The name under which a browser saves the file, or null to show it. */
  download_name: string | null
  expires_at: Date
}

const PURPOSE = 'file'
/** Folders, then a name: no empty part, nothing hidden, nothing that climbs. */
const KEY = /^(?!.*\.\.)[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/

/** Everything the product stores as files, by key. This code does not know who may read what. */
export const createFiles = (config: FilesConfig) => {
  const base = config.base ?? '/files'
  const store = config.driver ?? new AtomicFolder(config.dir, config.reserveBytes ?? 0)
  const scratch = path.join(config.dir, '.scratch')

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
      if (typeof contents === 'string' || contents instanceof Uint8Array) await store.put(checked(key), contents)
      else await store.putStream(checked(key), contents)
    },

    /** Stores what lies in a file of this machine, which stays; for large files. */
    putFile: async (key: string, source: string): Promise<void> => store.putFile(checked(key), source),

    /** Size and time of a file, or null when there is none. */
    stat: async (key: string): Promise<StoredFile | null> => store.stat(checked(key)),

    /** The content, or a part of it, as a stream. Throws FileNotFound before the first byte. */
    get: async (key: string, range?: FileRange): Promise<Readable> => store.open(checked(key), range),

    exists: async (key: string): Promise<boolean> => (await store.stat(checked(key))) !== null,

    /** Removes a file; one that is not there is no error. */
    delete: async (key: string): Promise<void> => store.delete(checked(key)),

    /** Removes every file of a folder. */
    deleteFolder: async (folder: string): Promise<void> => store.deleteAll(`${checked(folder)}/`),

    /** Every file, or those of a folder, in no promised order. */
    list: (folder?: string): AsyncIterable<ListedFile> => store.list(folder === undefined ? '' : `${checked(folder)}/`),

    /**
     * Runs work with an empty folder of this machine's disk, which is gone afterwards. The same name at the same time is
     * the same folder; it also removes what a killed process has left under that name.
     */
    inScratch: async <T>(name: string, work: (folder: string) => Promise<T>): Promise<T> => {
      const folder = path.join(scratch, checked(name))
      await fs.promises.rm(folder, { recursive: true, force: true })
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o750 })
      try {
        return await work(folder)
      } finally {
        await fs.promises.rm(folder, { recursive: true, force: true })
      }
    },

    /** Removes what killed processes have left of files that they were writing or unpacking before a moment. */
    clean: async (before: Date): Promise<void> => {
      await removeOlder(scratch, before)
      await store.clean(before)
    },

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
