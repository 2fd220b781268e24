import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiles, FileNotFound, type Files } from '#platform/files/files.ts'

const secret = 'a secret of at least thirty-two characters'
let dir = ''
let files: Files

beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-files-'))
  files = createFiles({ dir, secret })
})
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

const everything = () =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))

describe('storage', () => {
  test('a stored file can be read, measured and removed', async () => {
    await files.put('courses/1/a.txt', 'Grüße')
    await files.put('courses/1/b.bin', Readable.from([Buffer.from('one'), Buffer.from('two')]))
    expect(await text(await files.get('courses/1/a.txt'))).toBe('Grüße')
    expect(await text(await files.get('courses/1/b.bin'))).toBe('onetwo')
    expect(await files.stat('courses/1/b.bin')).toMatchObject({ size: 6, modified_at: expect.any(Date) })
    expect(fs.readFileSync(path.join(dir, 'courses/1/a.txt'), 'utf8')).toBe('Grüße')
    await files.delete('courses/1/a.txt')
    await files.delete('courses/1/a.txt')
    expect(await files.exists('courses/1/a.txt')).toBe(false)
    expect(await files.stat('courses/1/a.txt')).toBeNull()
    await expect(files.get('courses/1/a.txt')).rejects.toBeInstanceOf(FileNotFound)
  })

  test('a folder is removed with its files and no others', async () => {
    await files.put('courses/2/x.txt', 'x')
    await files.put('courses/2/deep/y.txt', 'y')
    await files.put('courses/22/z.txt', 'z')
    await files.deleteFolder('courses/2')
    expect(await files.exists('courses/2/x.txt')).toBe(false)
    expect(await files.exists('courses/2/deep/y.txt')).toBe(false)
    expect(await files.exists('courses/22/z.txt')).toBe(true)
  })

  test('an interrupted stream leaves the earlier file intact and nothing half-written', async () => {
    await files.put('logos/one.png', 'the earlier file')
    const before = everything()
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('the connection broke')
      })(),
    )
    await expect(files.put('logos/one.png', breaking)).rejects.toThrow()
    expect(await text(await files.get('logos/one.png'))).toBe('the earlier file')
    expect(everything()).toEqual(before)
  })

  test.each([
    '../secret',
    'a/../../secret',
    'a/..',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.incoming/x',
    'a/',
    'a.',
    'a b',
    'a\\b',
    'C:x',
    'a\0b',
    'ü',
    '',
    'a'.repeat(501),
  ])('%j is no key', async (key) => {
    await expect(files.put(key, 'x')).rejects.toThrow('Not a file key')
    await expect(files.get(key)).rejects.toThrow('Not a file key')
    expect(() => files.signFileUrl(key, new Date())).toThrow('Not a file key')
  })
})

describe('signed addresses', () => {
  const expires = new Date('2030-01-01T00:10:00Z')
  const before = new Date('2030-01-01T00:09:59Z')

  test('an address gives access to one file until it expires (UPL-019)', () => {
    const url = files.signFileUrl('courses/1/lesson.pdf', expires)
    expect(url).toMatch(/^\/files\/courses\/1\/lesson\.pdf\?expires=1893456600&signature=[\w-]{43}$/)
    expect(files.verifyFileUrl(url, before)).toEqual({
      key: 'courses/1/lesson.pdf',
      download_name: null,
      expires_at: expires,
    })
    expect(files.verifyFileUrl(`https://core.example.com${url}`, before)?.key).toBe('courses/1/lesson.pdf')
    expect(files.verifyFileUrl(url, expires)).toBeNull()
    expect(files.verifyFileUrl(url, new Date('2031-01-01'))).toBeNull()
  })

  test('a download name is signed, without characters that would end a header (UPL-019)', () => {
    const url = files.signFileUrl('a/1.pdf', expires, 'Grüße & "more".pdf\r\nSet-Cookie: x')
    expect(files.verifyFileUrl(url, before)?.download_name).toBe('Grüße & "more".pdfSet-Cookie: x')
    expect(files.verifyFileUrl(url.replace('more', 'less'), before)).toBeNull()
    expect(files.verifyFileUrl(url.replace(/&name=[^&]*/, ''), before)).toBeNull()
  })

  test('another file, a later expiry or a foreign signature is refused (UPL-019)', () => {
    const url = files.signFileUrl('courses/1/lesson.pdf', expires)
    for (const wrong of [
      url.replace('courses/1', 'courses/2'),
      url.replace('expires=1893456600', 'expires=1993456600'),
      url.replace('expires=1893456600', 'expires='),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/&signature=.*/, ''),
      url.replace('/files/', '/other/'),
      url.replace('lesson.pdf', '../secret'),
      `${url}A`,
      '/files/courses/1/lesson.pdf',
    ])
      expect(files.verifyFileUrl(wrong, before), wrong).toBeNull()
    const foreign = createFiles({ dir, secret: `${secret}!` }).signFileUrl('courses/1/lesson.pdf', expires)
    expect(files.verifyFileUrl(foreign, before)).toBeNull()
  })
})
