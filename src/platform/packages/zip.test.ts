import { Readable } from 'node:stream'
import { buffer, text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { zipStream } from './zip.ts'

const at = new Date('2031-05-01T10:00:00Z')
const entry = (name: string, content: string) => ({ name, modified_at: at, open: async () => Readable.from([content]) })

/** Name and content of every entry, read by an independent reader. */
const unzip = (bytes: Buffer) =>
  new Promise<[string, string][]>((resolve, reject) => {
    const entries: [string, string][] = []
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('entry', (next: yauzl.Entry) =>
        file.openReadStream(next, async (failed, stream) => {
          if (failed) return reject(failed)
          entries.push([next.fileName, await textOf(stream)])
          file.readEntry()
        }),
      )
      file.on('end', () => resolve(entries))
      file.readEntry()
    })
  })

test('an archive has every entry under a unique name (API-017)', async () => {
  const bytes = await buffer(
    zipStream([entry('a.pdf', '1'), entry('A.pdf', '2'), entry('Zoë 🎓.pdf', '3'), entry('a.pdf', '4')]),
  )
  expect(await unzip(bytes)).toEqual([
    ['a.pdf', '1'],
    ['A (2).pdf', '2'],
    ['Zoë 🎓.pdf', '3'],
    ['a (3).pdf', '4'],
  ])
})

test('an entry that cannot be read aborts the archive (API-017)', async () => {
  const missing = { name: 'b', modified_at: at, open: () => Promise.reject(new Error('gone')) }
  await expect(buffer(zipStream([entry('a', '1'), missing]))).rejects.toThrow('gone')
  const breaking = new Readable({ read: () => breaking.destroy(new Error('half')) })
  await expect(buffer(zipStream([{ name: 'b', modified_at: at, open: async () => breaking }]))).rejects.toThrow('half')
})

test('a reader that disconnects leaves nothing open, and nothing more is opened (API-017)', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  let isOpened = false
  const later = {
    name: 'later',
    modified_at: at,
    open: async () => {
      isOpened = true
      return Readable.from([])
    },
  }
  const stream = zipStream([{ name: 'a', modified_at: at, is_packable: false, open: async () => endless }, later])
  for await (const _ of stream) break
  await expect.poll(() => endless.destroyed).toBe(true)
  expect(isOpened).toBe(false)
})
