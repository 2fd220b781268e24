import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'

export type ZipEntry = {
  /** Path inside the archive; a name that was given before gets a number. */
  name: string
  modified_at: Date
  /** False for files that are compressed already, such as PDF. */
  is_packable?: boolean
  /** Opens the content when its turn has come. */
  open: () => Promise<Readable | Buffer>
}

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
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const nameOf = namer()
  let current: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => current?.destroy())
  const add = ({ name, modified_at: mtime, is_packable: compress = true, open }: ZipEntry, onRead = () => {}) =>
    zip.addReadStreamLazy(nameOf(name), { mtime, compress }, (done) => {
      if (output.destroyed) return
      open().then(
        (content) => {
          current = Buffer.isBuffer(content) ? new PassThrough().end(content) : content
          current.once('error', (error) => output.destroy(error))
          current.once('end', onRead)
          if (output.destroyed) current.destroy()
          else done(null, current)
        },
        (error: unknown) => output.destroy(error as Error),
      )
    })
  const end = () => zip.end({ comment, forceZip64Format: false })
  if (isKnown(entries)) {
    for (const entry of entries) add(entry)
    end()
  } else {
    const closed = new Promise<void>((resolve) => output.once('close', resolve))
    const pump = async () => {
      for await (const entry of entries) {
        await Promise.race([new Promise<void>((resolve) => add(entry, resolve)), closed])
        // Leaving the loop lets whoever makes the entries put away what they need no more.
        if (output.destroyed) return
      }
      end()
    }
    pump().catch((error: unknown) => output.destroy(error as Error))
  }
  const archive = zip.outputStream as Readable
  output.on('close', () => archive.destroy())
  return archive.pipe(output)
}
