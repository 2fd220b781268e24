import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import {
  UnpackError,
  type UnpackErrorCode,
  type UnpackLimits,
  type UnpackProgress,
  unpack,
} from '#platform/packages/unpack.ts'
import { type RawEntry, rawZip } from '../../../tests/zip-bytes.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-unpack-'))
const dest = path.join(root, 'packages', 'one')
const zipPath = path.join(root, 'in.zip')
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  fs.rmSync(root, { recursive: true, force: true })
  fs.mkdirSync(root, { recursive: true })
})

const everything = (): string[] =>
  fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()

const outcome = async (bytes: Buffer, limits: Partial<UnpackLimits> = {}): Promise<UnpackErrorCode | 'unpacked'> => {
  fs.writeFileSync(zipPath, bytes)
  try {
    await unpack(zipPath, dest, { limits })
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error
    expect(error.message).toMatch(/^.+\.$/s)
    expect(
      everything().filter((name) => name !== 'packages'),
      'nothing is left behind',
    ).toEqual(['in.zip'])
    return error.code
  }
  return 'unpacked'
}

const honest = async (files: Record<string, Buffer | string>): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, data] of Object.entries(files)) zip.addBuffer(Buffer.from(data as string), name)
  zip.end()
  return buffer(zip.outputStream)
}

describe('honest archives', () => {
  test('files and folders appear with their content, and nothing else (SCO-015, SCO-017)', async () => {
    const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) % 251))
    fs.writeFileSync(
      zipPath,
      await honest({ 'imsmanifest.xml': '<manifest/>', 'a/b/c.bin': large, 'a/leer.txt': '', 'Grüße/日本.txt': 'x' }),
    )
    const result = await unpack(zipPath, dest)
    expect(result).toEqual({
      names: ['imsmanifest.xml', 'a/b/c.bin', 'a/leer.txt', 'Grüße/日本.txt'],
      bytes: 3_000_012,
    })
    expect(fs.readFileSync(path.join(dest, 'a/b/c.bin')).equals(large)).toBe(true)
    expect(fs.readFileSync(path.join(dest, 'Grüße/日本.txt'), 'utf8')).toBe('x')
    expect(fs.readdirSync(path.join(root, 'packages'))).toEqual(['one'])
  })

  test('progress reaches 100 percent (SCO-017)', async () => {
    const zeros = Buffer.alloc(20 * 2 ** 20)
    fs.writeFileSync(zipPath, await honest({ 'a.txt': 'hello', 'big.bin': zeros }))
    const reported: UnpackProgress[] = []
    await unpack(zipPath, dest, { limits: { ratio: 2000 }, onProgress: (progress) => reported.push(progress) })
    expect(reported[0]).toEqual({ files: 1, total_files: 2, bytes: 5, total_bytes: zeros.length + 5 })
    expect(reported.at(-1)).toEqual({
      files: 2,
      total_files: 2,
      bytes: zeros.length + 5,
      total_bytes: zeros.length + 5,
    })
    expect(reported.length).toBeGreaterThan(3)
    expect(reported.map(({ bytes }) => bytes)).toEqual(reported.map(({ bytes }) => bytes).toSorted((a, b) => a - b))
  })

  test('entries with sizes after the data, and folders named twice, are accepted', async () => {
    const zip = new yazl.ZipFile()
    zip.addEmptyDirectory('a')
    zip.addEmptyDirectory('a')
    zip.addReadStream(Readable.from([Buffer.from('streamed')]), 'a/b.txt')
    zip.end()
    expect(await outcome(await buffer(zip.outputStream))).toBe('unpacked')
    expect(fs.readFileSync(path.join(dest, 'a/b.txt'), 'utf8')).toBe('streamed')
  })

  test('a large archive with 64-bit fields is accepted', async () => {
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('x'), 'a.txt', { forceZip64Format: true })
    zip.end({ forceZip64Format: true, comment: '' })
    expect(await outcome(await buffer(zip.outputStream))).toBe('unpacked')
  })

  test('names without the UTF-8 flag are read as UTF-8 or as code page 437', async () => {
    const euro = Buffer.from([0x47, 0x72, 0x81, 0x74, 0x7a, 0x65])
    expect(await outcome(rawZip([{ name: Buffer.from('müll.txt') }, { name: euro }]))).toBe('unpacked')
    expect(fs.readdirSync(dest).toSorted()).toEqual(['Grütze', 'müll.txt'])
  })

  test('the UTF-8 name in an extra field counts if it belongs to the plain name', async () => {
    const extra = (plain: string, name: string): Buffer => {
      const head = Buffer.alloc(9)
      head.writeUInt16LE(0x7075, 0)
      head.writeUInt16LE(5 + Buffer.byteLength(name), 2)
      head[4] = 1
      head.writeUInt32LE(crc32(plain), 5)
      return Buffer.concat([head, Buffer.from(name)])
    }
    const entries: RawEntry[] = [
      { name: Buffer.from('a.txt'), extra: extra('a.txt', 'ä.txt') },
      { name: Buffer.from('b.txt'), extra: extra('other', 'ö.txt') },
    ]
    expect(await outcome(rawZip(entries))).toBe('unpacked')
    expect(fs.readdirSync(dest).toSorted()).toEqual(['b.txt', 'ä.txt'])
    fs.rmSync(dest, { recursive: true })
    const hidden = [{ name: Buffer.from('a.txt'), extra: extra('a.txt', '../evil') }]
    expect(await outcome(rawZip(hidden))).toBe('path_escape')
  })

  test('names are written in one Unicode form, whatever form the archive uses', async () => {
    expect(await outcome(rawZip([{ name: 'cafe\u0301.txt' }]))).toBe('unpacked')
    expect(fs.readdirSync(dest)).toEqual(['caf\u00e9.txt'])
  })

  test('files added by desktop systems are left out', async () => {
    const bytes = rawZip([{ name: 'a.txt' }, { name: '__MACOSX/._a.txt' }, { name: 'x/.DS_Store' }])
    expect(await outcome(bytes)).toBe('unpacked')
    expect(everything()).toEqual(['in.zip', 'packages', 'packages/one', 'packages/one/a.txt'])
  })
})

const HOSTILE: [string, UnpackErrorCode, RawEntry[]][] = [
  ['a climbing path', 'path_escape', [{ name: '../evil.txt' }]],
  ['a path that climbs later', 'path_escape', [{ name: 'a/../../evil.txt' }]],
  ['a climbing folder', 'path_escape', [{ name: '../' }]],
  ['an absolute path', 'absolute_path', [{ name: '/etc/passwd' }]],
  ['a share', 'absolute_path', [{ name: '//server/share' }]],
  ['a drive', 'drive_letter', [{ name: 'C:/evil.txt' }]],
  ['a drive without a slash', 'drive_letter', [{ name: 'c:evil.txt' }]],
  ['a climbing backslash', 'path_escape', [{ name: '..\\evil.txt' }]],
  ['a backslash that climbs from within', 'path_escape', [{ name: 'a\\..\\..\\evil.txt' }]],
  ['a leading backslash', 'absolute_path', [{ name: '\\evil.txt' }]],
  ['a share', 'absolute_path', [{ name: '\\\\server\\share\\evil.txt' }]],
  ['a drive with backslashes', 'drive_letter', [{ name: 'C:\\evil.txt' }]],
  ['the same file with both slashes', 'name_collision', [{ name: 'a/b.txt' }, { name: 'a\\b.txt' }]],
  ['an empty part', 'bad_name', [{ name: 'a//b.txt' }]],
  ['a dot part', 'bad_name', [{ name: './a.txt' }]],
  ['no name', 'bad_name', [{ name: '' }]],
  ['broken UTF-8 under the flag', 'bad_name', [{ name: Buffer.from([0x61, 0xff]), flags: 0x800 }]],
  ['a null byte', 'control_character', [{ name: 'a.txt\0.html' }]],
  ['a line end', 'control_character', [{ name: 'a\nb' }]],
  ['a control character above 127', 'control_character', [{ name: 'a\u0085b' }]],
  ['a long part', 'name_too_long', [{ name: `${'ü'.repeat(121)}/a` }]],
  ['many levels', 'too_deep', [{ name: `${'a/'.repeat(32)}b` }]],
  ['a symbolic link', 'link', [{ name: 'a', data: '/etc/passwd', mode: 0o120777 }]],
  ['a symbolic link of another host', 'link', [{ name: 'a', data: '/etc', mode: 0o120777, host: 0 }]],
  ['a device', 'link', [{ name: 'a', mode: 0o020666 }]],
  ['a pipe of OS X', 'link', [{ name: 'a', mode: 0o010644, host: 19 }]],
  ['two spellings of case', 'name_collision', [{ name: 'Index.html' }, { name: 'index.HTML' }]],
  ['two spellings of a folder', 'name_collision', [{ name: 'A/x' }, { name: 'a/y' }]],
  ['the same file twice', 'name_collision', [{ name: 'a' }, { name: 'a' }]],
  ['two forms of Unicode', 'name_collision', [{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }]],
  ['letters that fold alike', 'name_collision', [{ name: 'straße' }, { name: 'STRASSE' }]],
  ['a file that becomes a folder', 'file_as_folder', [{ name: 'a' }, { name: 'a/b' }]],
  ['a folder that becomes a file', 'file_as_folder', [{ name: 'a/' }, { name: 'A' }]],
  ['encryption', 'encrypted', [{ name: 'a', data: 'x'.repeat(20), flags: 0x801 }]],
  ['strong encryption', 'encrypted', [{ name: 'a', flags: 0x841 }]],
  ['another method', 'unsupported_method', [{ name: 'a', data: 'x', method: 12 }]],
  ['less than said', 'size_mismatch', [{ name: 'a', data: 'x'.repeat(100), method: 8, size: 101 }]],
  ['more than said', 'size_mismatch', [{ name: 'a', data: 'x'.repeat(100), method: 8, size: 99 }]],
  ['stored bytes that differ in number', 'size_mismatch', [{ name: 'a', data: 'xx', size: 1 }]],
  ['a wrong checksum', 'damaged', [{ name: 'a', data: 'x', checksum: 1 }]],
  ['an offset outside', 'damaged', [{ name: 'a', data: 'x', offset: 4000 }]],
  ['only folders', 'empty', [{ name: 'a/' }]],
  ['nothing', 'empty', []],
]

describe('hostile archives', () => {
  test.each(HOSTILE)('%s is refused as %s and leaves nothing behind (SCO-015)', async (_, code, entries) => {
    expect(await outcome(rawZip(entries))).toBe(code)
  })

  test.each(HOSTILE.filter(([, code]) => code !== 'empty'))(
    '%s is refused after a good file too (SCO-015)',
    async (_, code, entries) => {
      const good: RawEntry = { name: 'good.txt', data: 'good' }
      const moved = entries.map((entry) => ({ ...entry }))
      expect(await outcome(rawZip([good, ...moved]))).toBe(code)
    },
  )

  test('a zip bomb is refused by its ratio before anything is unpacked (SCO-015)', async () => {
    const zeros = Buffer.alloc(60 * 2 ** 20)
    expect(await outcome(rawZip([{ name: 'bomb', data: zeros, method: 8 }]))).toBe('ratio')
    const many = Array.from({ length: 8 }, (_, i) => ({ name: `${i}`, data: zeros.subarray(0, 2 ** 23), method: 8 }))
    expect(await outcome(rawZip(many))).toBe('ratio')
  })

  test('a zip bomb that lies about its size stops at that size (SCO-015)', async () => {
    const zeros = Buffer.alloc(60 * 2 ** 20)
    fs.writeFileSync(zipPath, rawZip([{ name: 'bomb', data: zeros, method: 8, size: 1000 }]))
    let most = 0
    await expect(unpack(zipPath, dest, { onProgress: ({ bytes }) => (most = bytes) })).rejects.toMatchObject({
      code: 'size_mismatch',
    })
    expect(most).toBeLessThanOrEqual(1000)
  })

  test('entries that share bytes are refused (SCO-015)', async () => {
    const data = Buffer.alloc(5000, 'x')
    expect(
      await outcome(
        rawZip([
          { name: 'a', data },
          { name: 'b', data, offset: 0 },
        ]),
      ),
    ).toBe('overlap')
    expect(
      await outcome(
        rawZip([
          { name: 'a', data },
          { name: 'b', data, offset: 40 },
        ]),
      ),
    ).toBe('overlap')
  })

  test.each<[string, Partial<UnpackLimits>, UnpackErrorCode]>([
    ['entries', { entries: 2 }, 'too_many_entries'],
    ['one file', { fileBytes: 9 }, 'file_too_large'],
    ['all files', { totalBytes: 29 }, 'too_large'],
    ['free space', { reserveBytes: Number.MAX_SAFE_INTEGER }, 'no_space'],
  ])('the limit of %s holds (SCO-015)', async (_, limits, code) => {
    const entries = ['a', 'b', 'c'].map((name) => ({ name, data: '0123456789' }))
    expect(await outcome(rawZip(entries), limits)).toBe(code)
    expect(await outcome(rawZip(entries), { entries: 3, fileBytes: 10, totalBytes: 30 })).toBe('unpacked')
  })

  test('a directory that claims millions of entries is refused without reading it (SCO-015)', async () => {
    expect(await outcome(rawZip([{ name: 'a' }], { entryCount: 65_534 }))).toBe('too_many_entries')
  })

  test('names that Windows reads differently are refused there', async () => {
    for (const name of ['con', 'a/NUL.txt', 'a.txt.', 'folder /a', 'ab:c', 'what?']) {
      expect(await outcome(rawZip([{ name }]), { windowsNames: true }), name).toBe('bad_name')
    }
    expect(await outcome(rawZip([{ name: 'console.txt' }, { name: 'a b.txt' }]), { windowsNames: true })).toBe(
      'unpacked',
    )
  })

  test('a file that is not an archive, truncated or damaged is refused (SCO-015)', async () => {
    expect(await outcome(Buffer.from('hello'))).toBe('not_a_zip')
    expect(await outcome(Buffer.alloc(0))).toBe('not_a_zip')
    expect(await outcome(rawZip([{ name: 'a' }], { disk: 1 }))).toBe('not_a_zip')
    const good = await honest({ 'a.txt': 'hello '.repeat(1000) })
    expect(await outcome(good.subarray(0, good.length - 30))).toBe('not_a_zip')
    const flipped = Buffer.from(good)
    flipped[40] = flipped[40]! ^ 0xff
    expect(['damaged', 'size_mismatch']).toContain(await outcome(flipped))
  })

  test('changing any single byte of an archive results in a complete result or a clean refusal', async () => {
    const good = await honest({ 'a.txt': 'some text', 'b/c.txt': 'more text' })
    for (let at = 0; at < good.length; at += 1) {
      const changed = Buffer.from(good)
      changed[at] = changed[at]! ^ 0x55
      fs.rmSync(dest, { recursive: true, force: true })
      const result = await outcome(changed)
      if (result === 'unpacked') expect(fs.readdirSync(dest).length, `byte ${at}`).toBeGreaterThan(0)
    }
  })
})

describe('unpacking', () => {
  test('an existing folder is not touched', async () => {
    fs.mkdirSync(dest, { recursive: true })
    fs.writeFileSync(path.join(dest, 'mine.txt'), 'mine')
    fs.writeFileSync(zipPath, await honest({ 'a.txt': 'x' }))
    await expect(unpack(zipPath, dest)).rejects.toMatchObject({ code: 'destination_exists' })
    expect(fs.readdirSync(dest)).toEqual(['mine.txt'])
  })

  test('leftovers of a killed process are replaced by the next try', async () => {
    fs.mkdirSync(`${dest}.staging/old`, { recursive: true })
    expect(await outcome(await honest({ 'a.txt': 'x' }))).toBe('unpacked')
    expect(everything()).toEqual(['in.zip', 'packages', 'packages/one', 'packages/one/a.txt'])
  })

  test('a stopped unpacking leaves nothing behind', async () => {
    const stop = new AbortController()
    fs.writeFileSync(zipPath, await honest({ 'a.txt': 'x', 'b.txt': 'y', 'c.txt': 'z' }))
    const onProgress = ({ files }: UnpackProgress) => files === 2 && stop.abort(new Error('stopped'))
    await expect(unpack(zipPath, dest, { onProgress, signal: stop.signal })).rejects.toThrow('stopped')
    expect(everything()).toEqual(['in.zip', 'packages'])
  })

  test('a missing archive is our failure, not a refusal', async () => {
    await expect(unpack(path.join(root, 'none.zip'), dest)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.skipIf(process.platform === 'win32')('a disk that fills up in the middle leaves nothing behind', async () => {
    // The system stops the writing: no file of the child may exceed 64 blocks of 512 bytes.
    fs.writeFileSync(
      zipPath,
      await honest({ 'a.txt': 'x', 'b.bin': Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * 31) % 253)) }),
    )
    const script = `import { unpack } from './src/platform/packages/unpack.ts'
      unpack(process.argv[1], process.argv[2]).then(() => 'unpacked', (error) => error.code).then(console.log)`
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module -e "$1" "$2" "$3"`,
      process.execPath,
      script,
      zipPath,
      dest,
    ])
    expect(stdout.trim()).toBe('no_space')
    expect(everything()).toEqual(['in.zip', 'packages'])
  })
})
