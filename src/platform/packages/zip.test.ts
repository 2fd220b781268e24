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

test('entries that come one by one are asked for when the one before has been read, and a failure leaves their maker (API-017)', async () => {
  const steps: string[] = []
  const maker = async function* (breaksAt = 0) {
    try {
      for (const number of [1, 2, 3]) {
        steps.push(`give ${number}`)
        const open = async () => {
          if (number === breaksAt) throw new Error('gone')
          const content = Readable.from([`content ${number}`])
          content.once('end', () => steps.push(`read ${number}`))
          return content
        }
        yield { name: String(number), modified_at: at, open }
      }
    } finally {
      steps.push('left')
    }
  }
  expect(await unzip(await buffer(zipStream(maker())))).toEqual([
    ['1', 'content 1'],
    ['2', 'content 2'],
    ['3', 'content 3'],
  ])
  expect(steps).toEqual(['give 1', 'read 1', 'give 2', 'read 2', 'give 3', 'read 3', 'left'])
  steps.length = 0
  await expect(buffer(zipStream(maker(2)))).rejects.toThrow('gone')
  await expect.poll(() => steps.at(-1)).toBe('left')
  expect(steps).not.toContain('give 3')
})

test('an archive of more entries than 16 bits count is read by others, and the same entries give the same bytes (API-017, EVD-007)', async () => {
  const COUNT = 65_600
  const made = (most = COUNT) =>
    buffer(
      zipStream(
        (async function* () {
          for (let number = 0; number < most; number++)
            yield { name: `${number}`, modified_at: at, is_packable: false, open: async () => Buffer.from(`${number}`) }
        })(),
      ),
    )
  const bytes = await made()
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  expect(zip.entryCount).toBe(COUNT)
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (count % 20_000 === 0) expect(await textOf(await zip.openReadStreamPromise(entry))).toBe(`${count}`)
    count += 1
  }
  expect(count).toBe(COUNT)
  expect((await made(100)).equals(await made(100))).toBe(true)
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
