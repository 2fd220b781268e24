// The file of a portal: a zip whose last bytes are the SHA-256 of all bytes before them, so that no byte of it can change
// unnoticed. Its manifest says what each part is and has its SHA-256 as well.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { z } from '#kernel/schema.ts'
import { StartError } from '#platform/process/start-error.ts'

export const FORMAT = 'portico-portal'
export const VERSION = 1
export const MANIFEST = 'manifest.json'

const Part = z.object({ sha256: z.string(), bytes: z.number() })
const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** SHA-256 over the files that made the tables. */
  schema: z.string(),
  made_at: z.string(),
  portal: z.object({ id: z.number(), slug: z.string(), name: z.string() }),
  /** Above every id in the tables. */
  highest_id: z.number(),
  plans: z.array(z.object({ id: z.number(), short_name: z.string() })),
  accounts: z.extend(Part, { rows: z.number() }),
  tables: z.array(z.extend(Part, { name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  files: z.array(z.extend(Part, { key: z.string() })),
  /** Tables whose rows are not in it, with the reason. */
  left_behind: z.array(z.object({ table: z.string(), rows: z.number(), reason: z.string() })),
  /** What people have to set again at the new address. */
  set_again: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>
export type Part = z.output<typeof Part>

export const ACCOUNTS = 'accounts.csv'
export const tablePart = (name: string): string => `tables/${name}.csv`
export const filePart = (key: string): string => `files/${key}`

/** Passes bytes on; `part` answers what they were once they are through. */
export const measured = () => {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, part: (): Part => ({ sha256: hash.digest('hex'), bytes }) }
}

const SEAL_BYTES = 64
/** Stands where the seal will be: the comment of a zip is its end. */
export const SEAL_PLACE = '0'.repeat(SEAL_BYTES)

/** Splits a stream into what is sealed and the seal, and ends with what `finish` makes of both. */
const sealing = (finish: (hash: string, seal: Buffer) => Buffer | Error) => {
  const hash = createHash('sha256')
  let tail: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([tail, chunk])
      const body = all.subarray(0, Math.max(0, all.length - SEAL_BYTES))
      tail = all.subarray(body.length)
      hash.update(body)
      done(null, body)
    },
    flush(done) {
      const end = finish(hash.digest('hex'), tail)
      if (end instanceof Error) done(end)
      else done(null, end)
    },
  })
}

/** Puts the seal at the end of a zip that was made with its place. */
export const seal = () => sealing((hash) => Buffer.from(hash))

export const damaged = (file: string) =>
  new StartError(`${file} is damaged: it is not what was exported. Nothing was imported. Copy it again.`)

/** Reads all of a file and throws when a byte of it differs from what was written. */
export const requireSealed = async (file: string): Promise<void> => {
  const check = sealing((hash, end) => (end.toString('latin1') === hash ? Buffer.alloc(0) : damaged(file)))
  await pipeline(fs.createReadStream(file), check, async (source) => {
    for await (const _ of source);
  })
}

export type Archive = {
  manifest: Manifest
  /** A part as a stream that fails where it is not what was exported. */
  open: (name: string, part: Part) => Promise<Transform>
  close: () => void
}

const readManifest = async (zip: yauzl.ZipFile, entry: yauzl.Entry | undefined, file: string): Promise<Manifest> => {
  if (!entry) throw new StartError(`${file} is no exported portal.`)
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  const read = z.safeParse(Manifest, JSON.parse(Buffer.concat(chunks).toString('utf8')))
  if (!read.success) throw new StartError(`${file} is no portal that this version of Portico can read.`)
  return read.data
}

/** Opens the file of a portal whose seal holds. */
export const openArchive = async (file: string): Promise<Archive> => {
  if (!fs.existsSync(file)) throw new StartError(`${file} does not exist.`)
  await requireSealed(file)
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true })
  const entries = new Map<string, yauzl.Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const manifest = await readManifest(zip, entries.get(MANIFEST), file)
    const open: Archive['open'] = async (name, expected) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(file)
      const { stream, part } = measured()
      const source = await zip.openReadStreamPromise(entry)
      const checked = new Transform({
        transform: (chunk, _encoding, done) => done(null, chunk),
        flush: (done) => done(part().sha256 === expected.sha256 ? null : damaged(file)),
      })
      source.on('error', (error) => checked.destroy(error))
      return source.pipe(stream).pipe(checked)
    }
    return { manifest, open, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}
