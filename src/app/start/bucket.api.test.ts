import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createCertificates } from '#features/certificates/contract.ts'
import { takeUploadedVideo } from '#features/media/contract-admin.ts'
import { removeSocialLogo } from '#features/portals/contract.ts'
import { deleteScormPackage } from '#features/scorm/contract.ts'
import { ERRORS } from '#kernel/errors.ts'
import { VIDEO_PURPOSE } from '#kernel/uploads/uploads.ts'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'
import { type TestPerson, testApp } from '../../../tests/api.ts'
import { certificateMakers } from '../../../tests/certificates.ts'
import { exportCalls, rowsOf } from '../../../tests/exports.ts'
import { multipart, png } from '../../../tests/multipart.ts'
import { buildPackage, packageFiles, singleSco, zipOf } from '../../../tests/scorm/scorm-packages.ts'
import { scormPlay, TUS } from '../../../tests/scorm/scorm-play.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'
import { jobHandlers } from '../features.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bucket-'))
const clock = { shift: 0 }
let server: S3Server
let settings: BucketSettings
const t = testApp({
  now: () => new Date(Date.now() + clock.shift),
  env: async () => {
    server = await startS3Server(path.join(dir, 'server'))
    settings = await server.makeBucket('files')
    return server.variables('files')
  },
})
const play = scormPlay(t)
const certified = certificateMakers(t)
const { get } = exportCalls(t)

afterEach(() => server.setWeather('fair'))
afterAll(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const UNAVAILABLE = { code: 'storage_unavailable', message: ERRORS.storage_unavailable.text }
const upload = async (author: TestPerson, name: string, bytes: Buffer) => {
  const body = await multipart({ file: { name, bytes } })
  return t.request(author, { method: 'POST', url: '/api/v1/materials', ...body })
}
const healthOf = async (author: TestPerson) => {
  const answer = await t.request(author, { method: 'GET', url: '/api/v1/health' })
  return [answer.statusCode, answer.json().checks.files]
}
const webm = (size: number) =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
    randomBytes(size),
  ])
const hiddenKeys = async () => {
  const bucket = new Bucket(settings)
  const keys = (await Array.fromAsync(bucket.list('.'))).map(({ key }) => key)
  bucket.close()
  return keys
}
const storedKeys = async () => (await Array.fromAsync(t.app.services.files.list())).map(({ key }) => key)

describe('the product over a bucket (OPS-022, OPS-026)', () => {
  test('a package is uploaded, unpacked, played by range, and removed with nothing left', async () => {
    const film = randomBytes(9_000_000)
    const archive = await zipOf({ ...packageFiles(singleSco()), 'Films/Ä 1.mp4': film })
    const module = await play.aModule(archive)
    expect(module.scorm).toMatchObject({ status: 'SUCCESS' })
    const player = await play.start(module)
    const page = await player.call('GET', 'c/content/golf.html')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html'])
    const whole = await player.call('GET', 'c/films/%C3%84%201.mp4')
    expect(whole.rawPayload.equals(film)).toBe(true)
    const part = await player.call('GET', 'c/Films/%C3%84%201.mp4', { headers: { range: 'bytes=8999990-' } })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 8999990-8999999/9000000'])
    expect(part.rawPayload.equals(film.subarray(8_999_990))).toBe(true)
    expect(await play.packageOf(module.author, module.scorm.upload_id ?? '')).toMatchObject({ status: 'SUCCESS' })
    expect((await hiddenKeys()).filter((key) => key.startsWith('.unfinished/bytes/'))).toEqual([])

    const other = await play.aPackage(module.author, archive)
    expect((await storedKeys()).filter((key) => key.startsWith('scorm/'))).toHaveLength(2 * other.files_count!)
    await t.as(module.author).call(deleteScormPackage, { params: { id: other.id } })
    await t.app.jobs.drain()
    expect((await storedKeys()).filter((key) => key.startsWith('scorm/'))).toHaveLength(other.files_count!)
    expect(fs.existsSync(path.join(t.config.data_dir, 'uploads'))).toBe(false)
    const scratch = path.join(t.config.data_dir, 'files/.scratch')
    expect(fs.existsSync(scratch) ? fs.readdirSync(scratch) : []).toEqual([])
  })

  test('a package that cannot be unpacked while the bucket fails is tried again and loses nothing (OPS-024)', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(singleSco()))
    const before = (await storedKeys()).filter((key) => key.startsWith('scorm/'))
    const { id } = await play.packageOf(author, uploadId)
    // The bucket takes some files of the package and then no more.
    let taken = 0
    server.setWeather({
      status: 500,
      code: 'InternalError',
      of: (method, url) => method === 'PUT' && url.includes('/scorm/') && ++taken > 2,
    })
    const [unpack] = jobHandlers(t.app.services).filter(({ job }) => job.name === 'scorm.unpack')
    const work = { db: t.app.db, now: new Date(), signal: new AbortController().signal }
    const data = { portal_id: author.portal.id, package_id: id }
    await expect(unpack?.run(data as never, work)).rejects.toThrow('The bucket cannot be used (500 InternalError)')
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'TEMPORARY_FAILURE' })
    expect((await storedKeys()).filter((key) => key.startsWith('scorm/'))).toEqual(before)
    server.setWeather('fair')
    await t.app.jobs.drain()
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'SUCCESS' })
  })

  test('a video sent in five parts is copied by the bucket and read by range', async () => {
    const author = await t.make.person('course_admin')
    const film = webm(30_000_000)
    const parts: string[] = []
    for (let at = 0; at < 5; at += 1) {
      const slice = film.subarray(Math.ceil((film.length * at) / 5), Math.ceil((film.length * (at + 1)) / 5))
      const begun = await play.tus(author, 'POST', TUS, {
        'upload-concat': 'partial',
        'upload-length': String(slice.length),
      })
      const location = begun.headers.location ?? ''
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
      expect((await play.tus(author, 'PATCH', location, type, slice)).status).toBe(204)
      parts.push(location)
    }
    const name = Buffer.from('Site walk.webm').toString('base64')
    const purpose = Buffer.from(VIDEO_PURPOSE).toString('base64')
    const joined = await play.tus(author, 'POST', TUS, {
      'upload-concat': `final;${parts.join(' ')}`,
      'upload-metadata': `filename ${name},purpose ${purpose}`,
    })
    expect([joined.status, joined.body]).toEqual([201, ''])
    const upload_id = (joined.headers.location ?? '').slice(TUS.length + 1)
    const { data } = await t.as(author).call(takeUploadedVideo, { body: { upload_id } })
    const read = (range?: string) =>
      t.request(author, { method: 'GET', url: data.url, ...(range && { headers: { range } }) })
    const whole = await read()
    expect([whole.statusCode, whole.headers['content-length'], whole.headers['content-type']]).toEqual([
      200,
      String(film.length),
      'video/webm',
    ])
    expect(whole.rawPayload.equals(film)).toBe(true)
    const middle = await read('bytes=10000000-20000000')
    expect([middle.statusCode, middle.headers['content-range']]).toEqual([
      206,
      `bytes 10000000-20000000/${film.length}`,
    ])
    expect(middle.rawPayload.equals(film.subarray(10_000_000, 20_000_001))).toBe(true)
    expect((await read(`bytes=${film.length}-`)).statusCode).toBe(416)
    const left = async () =>
      (await hiddenKeys()).filter((key) => key.startsWith('.unfinished/bytes/') || key.startsWith('.pieces/'))
    await expect.poll(left).toEqual([])
  })

  test('the document of a certificate is the one that was kept', async () => {
    const school = await certified.school()
    const { learner, related_id } = await certified.graduate(school)
    const { data } = await t.as(school.admin).call(createCertificates, { body: { users_courses: [related_id] } })
    const url = `/api/v1/certificates/${data[0]!.id}/download`
    const first = await t.request(learner, { method: 'GET', url })
    expect([first.statusCode, first.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    server.takeCalls()
    const again = await t.request(learner, { method: 'GET', url })
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(server.takeCalls()).toEqual([expect.stringMatching(/^GET \/files\/certificates\//)])
  })

  test('an export of many rows is written to the bucket and read from it', async () => {
    const admin = await t.make.person('portal_admin')
    const { id } = admin.portal
    await t.platform((tx) =>
      sql`insert into searches (portal_id, text, results)
        select ${id}::bigint, 'crane ' || n, 1 from generate_series(1, 10050) n`.execute(tx),
    )
    const begun = (await get(admin, '/searches/export')).json().data
    await t.app.jobs.drain()
    const answer = await get(admin, `/exports/${begun.id}/download`)
    expect(answer.statusCode).toBe(200)
    expect(rowsOf(answer.rawPayload)).toHaveLength(10_050)
    expect(await storedKeys()).toContain(`exports/${id}/${begun.id}.csv`)
  })
})

describe('a bucket that is gone for a while (OPS-024, OPS-025)', () => {
  test('what needs a file says so, everything else goes on, and nothing is lost or left (ERR-173)', async () => {
    const author = await t.make.person('portal_admin')
    const first = await upload(author, 'plan.pdf', PDF)
    expect(first.statusCode).toBe(200)
    const { url } = first.json().data
    const read = () => t.request(author, { method: 'GET', url })
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
    expect(await healthOf(author)).toEqual([200, 'up'])
    const before = await storedKeys()

    server.setWeather('gone')
    const refused = await upload(author, 'second.pdf', PDF)
    expect([refused.statusCode, refused.json()]).toMatchObject([503, UNAVAILABLE])
    const unread = await read()
    expect([unread.statusCode, unread.json()]).toMatchObject([503, UNAVAILABLE])
    expect(await healthOf(author)).toEqual([200, 'unreachable'])
    const list = await t.request(author, { method: 'GET', url: '/api/v1/materials' })
    expect([list.statusCode, list.json().data.length]).toEqual([200, 1])

    server.setWeather('fair')
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
    expect((await upload(author, 'second.pdf', PDF)).statusCode).toBe(200)
    expect((await storedKeys()).length).toBe(before.length + 1)
  })

  test('a picture that is removed meanwhile is removed from the bucket when it is back', async () => {
    const admin = await t.make.person('portal_admin')
    const body = await multipart({ _method: 'PUT', file: { name: 'share.png', bytes: png(96, 32) } })
    const set = await t.request(admin, { method: 'POST', url: '/api/v1/portal/social-logo', ...body })
    expect(set.statusCode).toBe(200)
    const kept = async () => (await storedKeys()).filter((key) => key.startsWith(`media/${admin.portal.id}/`))
    expect(await kept()).toHaveLength(1)
    server.setWeather({ status: 500, code: 'InternalError', of: (method) => method === 'DELETE' })
    await t.as(admin).call(removeSocialLogo, {})
    await expect(t.app.jobs.drain()).rejects.toThrow('The bucket cannot be used')
    expect(await kept()).toHaveLength(1)
    server.setWeather('fair')
    const later = async () => {
      await t.app.jobs.drain()
      return kept()
    }
    await expect.poll(later).toEqual([])
  })

  test('one that is full refuses files as a full disk does (ERR-123)', async () => {
    const author = await t.make.person('portal_admin')
    server.setWeather({ status: 507, code: 'InsufficientStorage', of: (method) => method !== 'GET' })
    const refused = await upload(author, 'plan.pdf', PDF)
    expect([refused.statusCode, refused.json()]).toMatchObject([507, { code: 'storage_full' }])
    const list = await t.request(author, { method: 'GET', url: '/api/v1/materials' })
    expect([list.statusCode, list.json().data]).toEqual([200, []])
  })
})
