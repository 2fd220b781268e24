import { expect, test } from 'vitest'
import { VIDEO_PURPOSE } from '#kernel/uploads/uploads.ts'
import { testApp } from '../../../../tests/api.ts'
import { scormPlay, TUS } from '../../../../tests/scorm/scorm-play.ts'
import { listMaterials, takeUploadedVideo } from '../contract-admin.ts'

const t = testApp()
const play = scormPlay(t)

/** The beginning of a WebM file, and bytes that stand for pictures. */
const WEBM = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
  Buffer.alloc(200_000, 7),
])

test('a video that was sent in parts becomes a file of the library once, and is read in parts (UPL-045)', async () => {
  const author = await t.make.person('course_admin')
  const upload_id = await play.upload(author, WEBM, 'Site walk.webm', VIDEO_PURPOSE)
  const api = t.as(author)
  const take = () => api.call(takeUploadedVideo, { body: { upload_id } })
  const [{ data }, ...others] = await Promise.all([take(), take(), take(), take()])
  expect(data).toMatchObject({ name: 'Site walk.webm', type: 'video', mime_type: 'video/webm', size: WEBM.length })
  expect(others.map((other) => other.data.id)).toEqual([data.id, data.id, data.id])
  expect((await take()).data.id).toBe(data.id)
  expect((await api.call(listMaterials, { query: { type: 'video' } })).data).toHaveLength(1)
  const part = await t.request(author, { method: 'GET', url: data.url, headers: { range: 'bytes=0-9' } })
  expect([part.statusCode, part.headers['content-range'], part.headers['content-type']]).toEqual([
    206,
    `bytes 0-9/${WEBM.length}`,
    'video/webm',
  ])
  expect(part.rawPayload.equals(WEBM.subarray(0, 10))).toBe(true)
})

test('nobody takes the upload of somebody else, and content that is no video is refused (UPL-016, UPL-045)', async () => {
  const author = await t.make.person('course_admin')
  const upload_id = await play.upload(author, WEBM, 'Site walk.webm', VIDEO_PURPOSE)
  const colleague = await t.make.person('course_admin', { portal: author.portal })
  const body = { upload_id }
  await expect(t.as(colleague).call(takeUploadedVideo, { body })).rejects.toMatchObject({ status: 404 })
  await t.as(author).call(takeUploadedVideo, { body })
  await expect(t.as(colleague).call(takeUploadedVideo, { body })).rejects.toMatchObject({ status: 404 })
  const text = await play.upload(author, Buffer.from('<html>not a film</html>'), 'film.mp4', VIDEO_PURPOSE)
  await expect(t.as(author).call(takeUploadedVideo, { body: { upload_id: text } })).rejects.toMatchObject({
    status: 422,
    errors: { file: ['The file film.mp4 has a wrong format.'] },
  })
  const archive = await play.tus(author, 'POST', TUS, {
    'upload-length': '10',
    'upload-metadata': `filename ${Buffer.from('a.zip').toString('base64')},purpose ${Buffer.from(VIDEO_PURPOSE).toString('base64')}`,
  })
  expect(archive.status).toBe(415)
})
