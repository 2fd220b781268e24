import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import { type WrittenEntry, writeZip } from './zip-writer.ts'

/** The name is the path inside the archive; of known entries, a name that was given before gets a number. */
export type ZipEntry = WrittenEntry

const namer = () => {
  const taken = new Set<string>()
  return (name: string): string => {
    const [, stem = name, ending = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? []
    let free = name
    for (let at = 2; taken.has(free.toLowerCase()); at++) free = `${stem} (${at})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}

/** Entries that are all known, or come one by one: the next is asked for once the content of the one before has been read. */
export type ZipEntries = readonly ZipEntry[] | AsyncIterable<ZipEntry>

const isKnown = (entries: ZipEntries): entries is readonly ZipEntry[] => Array.isArray(entries)

/**
 * An archive that is made while it is read: one entry is open at a time, and nothing is kept. A failing entry breaks
 * off the stream, so that half an archive never looks complete; a reader who leaves closes what is open.
 */
export const zipStream = (entries: ZipEntries, { comment = '' } = {}): Readable => {
  // yazl keeps 14 KB of each entry and looks through all of them for the next: too much for entries without number.
  if (!isKnown(entries)) return Readable.from(writeZip(entries), { objectMode: false })
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const nameOf = namer()
  let current: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => current?.destroy())
  for (const { name, modified_at: mtime, is_packable: compress = true, open } of entries) {
    zip.addReadStreamLazy(nameOf(name), { mtime, compress }, (done) => {
      if (output.destroyed) return
      open().then(
        (content) => {
          current = Buffer.isBuffer(content) ? new PassThrough().end(content) : content
          current.once('error', (error) => output.destroy(error))
          if (output.destroyed) current.destroy()
          else done(null, current)
        },
        (error: unknown) => output.destroy(error as Error),
      )
    })
  }
  zip.end({ comment, forceZip64Format: false })
  const archive = zip.outputStream as Readable
  output.on('close', () => archive.destroy())
  return archive.pipe(output)
}
