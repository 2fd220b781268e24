import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Upload } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { ZIP_PARALLEL_PARTS, zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'
import { type TestPerson, testApp } from '../../../../../tests/api.ts'
import {
  brokenPackage,
  buildPackage,
  multiSco,
  noPackage,
  packageFiles,
  scorm2004,
  singleSco,
  zipOf,
} from '../../../../../tests/scorm/scorm-packages.ts'
import { scormPlay, TUS } from '../../../../../tests/scorm/scorm-play.ts'
import type { UnpackSettings } from '../../../../../tests/scorm/scorm-unpack-child.ts'
import { rawZip } from '../../../../../tests/zip-bytes.ts'
import { previewScormPackage, showScormPackage } from '../../contract.ts'
import { receiveUpload } from '../actions/receive-upload.ts'
import { unpackPackage } from '../actions/unpack-package.ts'
import { createPackageFiles } from './package-files.ts'

const clock = { shift: 0 }
const t = testApp({ now: () => new Date(Date.now() + clock.shift) })
const play = scormPlay(t)
const uploadsDir = () => path.join(t.config.data_dir, 'uploads')
const namesIn = (dir: string) => (fs.existsSync(dir) ? fs.readdirSync(dir) : [])
const uuidOf = (id: number) =>
  t.platform(
    async (tx) =>
      (await tx.selectFrom('scorm_packages').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid,
  )
/** What stands of a package: its files, the folder in which it is unpacked, and its upload. */
const leftOf = async (uuid: string, uploadId: string) => ({
  files: (await Array.fromAsync(t.app.services.files.list(`scorm/${uuid}`))).length,
  scratch: namesIn(path.join(t.config.data_dir, 'files/.scratch')).includes(`package-${uuid}`),
  upload: namesIn(uploadsDir()).includes(uploadId),
})
const manyFiles = async (count: number): Promise<Buffer> => {
  const more = Object.fromEntries(Array.from({ length: count }, (_, at) => [`more/${at}.txt`, 'x'.repeat(1000)]))
  return zipOf({ ...packageFiles(singleSco()), ...more })
}

describe('uploading a package (SCO-015, SCO-017, UPL-020, UPL-021)', () => {
  test('an upload becomes a package with its outline, and its bytes are freed', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(multiSco()), 'Safety at Work.zip')
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'PENDING', progress: 0, title: null })
    await t.app.jobs.drain()
    const created = await play.packageOf(author, uploadId)
    expect(created).toMatchObject({
      file_name: 'Safety at Work.zip',
      status: 'SUCCESS',
      progress: 100,
      error: null,
      version: '1.2',
      title: 'Safety at Work',
      entry: 'content/intro.html',
      files_count: 6,
      is_used: false,
    })
    const { data } = await t.as(author).call(showScormPackage, { params: { id: created.id } })
    expect(data.items.map(({ identifier, kind }) => [identifier, kind])).toEqual([
      ['intro', 'sco'],
      ['fire', 'sco'],
      ['test', 'sco'],
      ['sheet', 'asset'],
    ])
    expect(data.items[2]).toMatchObject({ mastery_score: 70, prerequisites: 'intro&(fire|fire="completed")' })
    expect(await leftOf(await uuidOf(created.id), uploadId)).toEqual({
      files: Object.keys(packageFiles(multiSco())).length,
      scratch: false,
      upload: false,
    })
    const head = await play.tus(author, 'HEAD', `${TUS}/${uploadId}`)
    expect([head.status, head.headers['upload-offset']]).toEqual([200, head.headers['upload-length']])
  })

  test('a package inside a folder is found there', async () => {
    const author = await t.make.person('portal_admin')
    const files = Object.entries(packageFiles(singleSco())).map(([name, text]) => [`My Course/${name}`, text])
    expect(await play.aPackage(author, await zipOf(Object.fromEntries(files)))).toMatchObject({
      status: 'SUCCESS',
      entry: 'content/golf.html',
    })
  })

  test('five parts of one file upload at once, are interrupted, resume, and become one package (UPL-022, UPL-023, UPL-025)', async () => {
    const author = await t.make.person('portal_admin')
    const content = randomBytes(400_000)
    const bytes = await zipOf({
      ...packageFiles(singleSco()),
      'film.bin': content,
    })
    const { host = '', cookie = '', ...csrf } = play.headersOf(author)
    const created: string[] = []
    const options = (parts: number) => {
      const options = zipUploadOptions({
        endpoint: `http://127.0.0.1:${play.port()}${TUS}`,
        filename: 'five.zip',
        xsrfToken: () => csrf['x-xsrf-token'],
      })
      return {
        ...options,
        parallelUploads: parts,
        chunkSize: 30_000,
        storeFingerprintForResuming: false,
        onBeforeRequest: (request: { setHeader: (name: string, value: string) => void; getMethod: () => string }) => {
          options.onBeforeRequest(request)
          request.setHeader('Host', host)
          request.setHeader('Cookie', cookie)
          created.push(request.getMethod())
        },
      }
    }
    let patched = 0
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options(ZIP_PARALLEL_PARTS),
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
        onChunkComplete: () => {
          patched += 1
          // Interrupted once in the middle. The same object knows its parts and asks how far each one is.
          if (patched === 6) void upload.abort().then(() => upload.start())
        },
      })
      upload.start()
    })
    // A part that was interrupted before it had an address starts over; the others resume.
    expect(created.filter((method) => method === 'POST').length).toBeGreaterThan(ZIP_PARALLEL_PARTS)
    expect(created).toContain('HEAD')
    await t.app.jobs.drain()
    const uploaded = await play.packageOf(author, url.split('/').at(-1) ?? '')
    expect(uploaded).toMatchObject({ file_name: 'five.zip', status: 'SUCCESS', title: 'Golf for Beginners' })
    const film = await createPackageFiles(t.app.services.files).read(await uuidOf(uploaded.id), 'film.bin')
    expect(film.equals(content)).toBe(true)
  })

  test('the uploader sees how far the unpacking is (RTM-001, RTM-004)', async () => {
    const author = await t.make.person('portal_admin')
    const { until } = await play.listenTo(author)
    const uploadId = await play.upload(author, await manyFiles(60))
    await t.app.jobs.drain()
    const { id } = await play.packageOf(author, uploadId)
    const events = await until(({ data }) => (data as { status: string }).status !== 'PENDING')
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['unpack.updated']))
    const reports = events.map(({ data }) => data as { status: string; percent: number })
    expect(reports[0]).toEqual({ id, upload_id: uploadId, status: 'PENDING', percent: 0, error: null })
    expect(reports.at(-1)).toEqual({ id, upload_id: uploadId, status: 'SUCCESS', percent: 100, error: null })
    const percents = reports.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true)
  })

  test('a file handed over twice is one package and is unpacked once', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(singleSco()))
    const owner = `${author.portal.id}:${author.id}`
    const again = { id: uploadId, path: '', size: 1, filename: 'again.zip', purpose: null, owner }
    await receiveUpload(t.app.db, again, new Date())
    expect(await t.app.jobs.drain()).toBe(1)
    await receiveUpload(t.app.db, again, new Date())
    expect(await t.app.jobs.drain()).toBe(0)
    expect(await play.packageOf(author, uploadId)).toMatchObject({ file_name: 'course.zip', status: 'SUCCESS' })
  })
})

describe('archives that cannot be played (SCO-004, SCO-015, ERR-059)', () => {
  const manifest = packageFiles(singleSco())['imsmanifest.xml'] ?? ''
  test.each<[string, () => Promise<Buffer> | Buffer, string | RegExp]>([
    ['of another version', () => buildPackage(scorm2004()), 'Version 2004 3rd Edition is not implemented'],
    ['with half a manifest', brokenPackage, /^The file imsmanifest\.xml cannot be read: /],
    ['without a manifest', noPackage, 'The archive has no imsmanifest.xml.'],
    [
      'without the start file',
      () => zipOf({ 'imsmanifest.xml': manifest }),
      'The start file content/golf.html is not in the archive.',
    ],
    ['that is no zip', () => Buffer.from('not a zip at all'), 'The file is not a zip archive, or it is cut off.'],
    [
      'with a name that climbs',
      () =>
        rawZip([
          { name: 'imsmanifest.xml', data: manifest },
          { name: '../../evil.txt', data: 'x' },
        ]),
      /leads? out of the archive|\.\./,
    ],
    [
      'with a link',
      () =>
        rawZip([
          { name: 'imsmanifest.xml', data: manifest },
          { name: 'l', data: '/etc', mode: 0o120_777, host: 3 },
        ]),
      /is a link/,
    ],
    [
      'that lies about a size',
      () =>
        rawZip([
          { name: 'imsmanifest.xml', data: manifest },
          { name: 'x', data: 'x'.repeat(5000), method: 8, size: 10 },
        ]),
      /not as large as the archive says/,
    ],
  ])('an archive %s fails with a sentence and leaves nothing behind', async (_, content, error) => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await content())
    const pending = await play.packageOf(author, uploadId)
    await t.app.jobs.drain()
    const created = await play.packageOf(author, uploadId)
    expect(created).toMatchObject({ status: 'FAILED', version: null, entry: null, title: null })
    if (typeof error === 'string') expect(created.error).toBe(error)
    else expect(created.error).toMatch(error)
    expect(await leftOf(await uuidOf(pending.id), uploadId)).toEqual({ files: 0, scratch: false, upload: false })
    expect(fs.existsSync(path.join(t.config.data_dir, 'evil.txt'))).toBe(false)
    await expect(t.as(author).call(previewScormPackage, { params: { id: created.id } })).rejects.toMatchObject({
      status: 422,
      message: created.error,
    })
  })

  test('an upload whose bytes are missing fails and says so', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(singleSco()))
    fs.rmSync(path.join(uploadsDir(), uploadId))
    await t.app.jobs.drain()
    expect(await play.packageOf(author, uploadId)).toMatchObject({
      status: 'FAILED',
      error: 'The uploaded file no longer exists. Please upload it again.',
    })
  })
})

describe('workers that die, and workers that run at the same time (SCO-015)', () => {
  const unpackOf = (author: TestPerson, packageId: number) => ({ portal_id: author.portal.id, package_id: packageId })
  const needs = () => ({
    db: t.app.db,
    files: createPackageFiles(t.app.services.files),
    uploads: t.app.services.uploads,
    signal: new AbortController().signal,
    reserveBytes: 0,
  })

  test('work that a killed worker began is done again without leftovers', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await manyFiles(200))
    const { id } = await play.packageOf(author, uploadId)
    const { options } = t.app.db.pool
    const settings: UnpackSettings = {
      database: { ...options, password: options.password } as never,
      files: path.join(t.config.data_dir, 'files'),
      uploads: uploadsDir(),
      ...unpackOf(author, id),
      dies_at: 90,
    }
    const child = spawn(process.execPath, ['tests/scorm/scorm-unpack-child.ts', JSON.stringify(settings)], {
      cwd: t.config.root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    const uuid = await uuidOf(id)
    expect(await leftOf(uuid, uploadId)).toEqual({ files: 0, scratch: true, upload: true })
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'PENDING' })
    await t.app.jobs.drain()
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'SUCCESS', files_count: 204 })
    expect(await leftOf(uuid, uploadId)).toEqual({ files: 204, scratch: false, upload: false })
  })

  test('a package is unpacked by one worker at a time', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(singleSco()))
    const { id } = await play.packageOf(author, uploadId)
    const lock = `package-${await uuidOf(id)}`
    await t.app.services.uploads.locker.withLock(lock, async () => {
      await expect(unpackPackage(needs(), unpackOf(author, id))).rejects.toThrow('being unpacked by another process')
    })
    await unpackPackage(needs(), unpackOf(author, id))
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'SUCCESS' })
    await t.app.jobs.drain()
  })

  test('a server failure is retried and does not lose the upload', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(singleSco()))
    const { id } = await play.packageOf(author, uploadId)
    const broken = { ...needs(), files: { ...needs().files, unpackInto: () => Promise.reject(new Error('EIO')) } }
    await expect(unpackPackage(broken, unpackOf(author, id))).rejects.toThrow('EIO')
    expect(await play.packageOf(author, uploadId)).toMatchObject({
      status: 'TEMPORARY_FAILURE',
      error: 'Something went wrong. Please try again later.',
    })
    await t.app.jobs.drain()
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'SUCCESS', error: null })
  })
})
