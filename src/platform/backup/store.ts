// The folder of a backup: contents by their SHA-256, and documents whose names carry the hash of what is in them. Nothing
// stands under its final name before it is whole and on the disk, so a killed run leaves nothing that could be believed.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { isDiskFull } from '../files/disk.ts'
import { StartError } from '../process/start-error.ts'

/** What is stored of one content. */
export type Stored = { sha256: string; size: number }

/** Documents: bases describe the database's files, ticks what changed in the storage since the one before. */
export type DocumentKind = 'bases' | 'ticks'
/** The name of a document's file, which sorts by time. */
export type DocumentName = string

export class Damaged extends Error {
  override name = 'Damaged'
}

const code = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Passes bytes on, counts them and hashes them. */
const hashing = () => {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, stored: (): Stored => ({ sha256: hash.digest('hex'), size }) }
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows has no such call, and needs none.
  if (process.platform === 'win32') return
  const handle = await fs.promises.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The stamp at the front of a document's name, which sorts by time. */
const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '')

const hashOfText = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

const WAL_NAME = /^([0-9A-F]{24})-([0-9a-f]{64})\.zst$/

/** Turns a full disk into a sentence; other errors pass unchanged. */
export const explainFull = (error: unknown, dir: string): unknown =>
  isDiskFull(error)
    ? new StartError(`BACKUP_DIR: the disk of ${dir} is full. Make room on it; what is stored already stays.`, {
        cause: error,
      })
    : error

export const openStore = (dir: string) => {
  const objectOf = (sha256: string) => path.join(dir, 'objects', sha256.slice(0, 2), sha256)
  const touched = new Set<string>()

  const findObject = async (sha256: string): Promise<{ file: string; isPacked: boolean } | null> => {
    for (const [file, isPacked] of [
      [`${objectOf(sha256)}.zst`, true],
      [objectOf(sha256), false],
    ] as const)
      if (await fs.promises.stat(file).catch(() => null)) return { file, isPacked }
    return null
  }

  const unpacked = (file: string, isPacked: boolean): Readable => {
    const raw = fs.createReadStream(file)
    if (!isPacked) return raw
    const plain = zlib.createZstdDecompress()
    raw.on('error', (error) => plain.destroy(error))
    return raw.pipe(plain)
  }

  /** Writes under a temporary name and renames; `place` says where the finished content belongs. */
  const place = async (
    source: Readable,
    isPacked: boolean,
    target: (stored: Stored) => string | null | Promise<string | null>,
  ): Promise<Stored> => {
    const temporary = path.join(dir, 'incoming', randomUUID())
    const { stream, stored: finish } = hashing()
    try {
      const output = fs.createWriteStream(temporary, { flush: true, mode: 0o600 })
      if (isPacked) await pipeline(source, stream, zlib.createZstdCompress(), output)
      else await pipeline(source, stream, output)
      const stored = finish()
      const file = await target(stored)
      if (file === null) {
        await fs.promises.rm(temporary)
        return stored
      }
      await fs.promises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await fs.promises.rename(temporary, file)
      touched.add(path.dirname(file))
      return stored
    } catch (error) {
      await fs.promises.rm(temporary, { force: true }).catch(() => {})
      throw explainFull(error, dir)
    }
  }

  const verify = async (stream: Readable, sha256: string, size?: number): Promise<string | null> => {
    const { stream: hash, stored: finish } = hashing()
    try {
      await pipeline(stream, hash, async (source) => {
        for await (const _ of source);
      })
    } catch (error) {
      return `cannot be read (${code(error) ?? (error as Error).message})`
    }
    const actual = finish()
    return actual.sha256 === sha256 && (size ?? actual.size) === actual.size
      ? null
      : 'is not what was stored (its hash is wrong)'
  }

  const store = {
    dir,

    /** Makes the folder and removes what a killed run has left. Only while nobody else writes. */
    prepare: async (): Promise<void> => {
      try {
        for (const name of ['objects', 'bases', 'ticks', 'wal'])
          await fs.promises.mkdir(path.join(dir, name), { recursive: true, mode: 0o700 })
        await fs.promises.rm(path.join(dir, 'incoming'), { recursive: true, force: true })
        await fs.promises.mkdir(path.join(dir, 'incoming'), { mode: 0o700 })
      } catch (error) {
        throw ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code(error) ?? '')
          ? new StartError(
              `BACKUP_DIR: ${dir} cannot be written (${code(error)}). Name a folder this user may write.`,
              {
                cause: error,
              },
            )
          : explainFull(error, dir)
      }
    },

    exists: (): boolean => fs.existsSync(path.join(dir, 'ticks')),

    /** Stores a content, once however often it comes. */
    put: (source: Readable, { pack = false } = {}): Promise<Stored> =>
      place(source, pack, async ({ sha256 }) =>
        (await findObject(sha256)) ? null : `${objectOf(sha256)}${pack ? '.zst' : ''}`,
      ),

    /** A content as it was stored. Throws Damaged when it is not there. */
    open: async (sha256: string): Promise<Readable> => {
      const object = await findObject(sha256)
      if (!object) throw new Damaged(`the content ${sha256.slice(0, 12)} is missing`)
      return unpacked(object.file, object.isPacked)
    },

    /** What is wrong with a content; null when it is whole. */
    faultOf: async (stored: Stored): Promise<string | null> => {
      const object = await findObject(stored.sha256)
      return object
        ? verify(unpacked(object.file, object.isPacked), stored.sha256, stored.size)
        : 'is missing from the backup'
    },

    /** Stores a finished segment of the write-ahead log. Another content under the same name is a fault. */
    putWal: async (segment: string, source: () => Readable): Promise<number> => {
      const existing = (await store.wal()).get(segment)
      const stored = await place(source(), true, ({ sha256 }) => {
        if (existing && existing.sha256 !== sha256)
          throw new StartError(
            `BACKUP_DIR: ${dir} holds another history of this database (${segment} differs). Name another folder.`,
          )
        return existing ? null : path.join(dir, 'wal', `${segment}-${sha256}.zst`)
      })
      return existing ? 0 : stored.size
    },

    /** Every stored segment by its name. */
    wal: async (): Promise<Map<string, { file: string; sha256: string }>> => {
      const names = await fs.promises.readdir(path.join(dir, 'wal'))
      return new Map(
        names.flatMap((name) => {
          const [, segment, sha256] = WAL_NAME.exec(name) ?? []
          return segment && sha256 ? [[segment, { file: path.join(dir, 'wal', name), sha256 }]] : []
        }),
      )
    },

    openWal: (file: string): Readable => unpacked(file, true),
    faultOfWal: (file: string, sha256: string): Promise<string | null> => verify(unpacked(file, true), sha256),

    /** Writes a document, after everything that it names is on the disk. */
    write: async (kind: DocumentKind, at: Date, lines: readonly object[]): Promise<DocumentName> => {
      for (const folder of touched) await syncFolder(folder)
      touched.clear()
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const name = `${stampOf(at)}-${hashOfText(text).slice(0, 32)}.zst`
      await place(Readable.from([Buffer.from(text)]), true, () => path.join(dir, kind, name))
      await syncFolder(path.join(dir, kind))
      touched.clear()
      return name
    },

    /** The names of the documents of a kind, oldest first. */
    names: async (kind: DocumentKind): Promise<DocumentName[]> =>
      (await fs.promises.readdir(path.join(dir, kind))).filter((name) => name.endsWith('.zst')).sort(),

    /** A document's lines. Throws Damaged when they are not what was written. */
    read: async <Line>(kind: DocumentKind, name: DocumentName): Promise<Line[]> => {
      const place = path.join(kind, name)
      let text: Buffer
      try {
        text = zlib.zstdDecompressSync(await fs.promises.readFile(path.join(dir, place)))
      } catch (error) {
        throw new Damaged(`${place} cannot be read (${code(error) ?? (error as Error).message})`)
      }
      const [, hash] = /-([0-9a-f]{32})\.zst$/.exec(name) ?? []
      if (hashOfText(text).slice(0, 32) !== hash) throw new Damaged(`${place} is not what was written`)
      return text
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
    },

    delete: (kind: DocumentKind | 'wal', name: string): Promise<void> =>
      fs.promises.rm(path.join(dir, kind, name), { force: true }),

    /** Deletes every content that none of these hashes names. */
    deleteOthers: async (wanted: ReadonlySet<string>): Promise<void> => {
      for (const folder of await fs.promises.readdir(path.join(dir, 'objects')))
        for (const name of await fs.promises.readdir(path.join(dir, 'objects', folder)))
          if (!wanted.has(name.replace(/\.zst$/, ''))) await fs.promises.rm(path.join(dir, 'objects', folder, name))
    },
  }
  return store
}

export type Store = ReturnType<typeof openStore>
