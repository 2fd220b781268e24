import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { audioItems, modules, videoItems } from '../contract.ts'

const t = testApp()
const make = authoring(t)
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'
const SRT = '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Hola</font> & adiós\n'

const setUp = async () => {
  const author = await t.make.person('course_admin')
  const { id: courseId } = await make.course(author)
  const api = t.as(author)
  const { data: module } = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
  const module_id = module.itemable_id
  const media_uuid = await make.media(author.portal, 'audio')
  const sound = { module_id, title: 'Talk', media_uuid }
  const clip = { module_id, title: 'Clip', video: 'https://vimeo.com/76979871' }
  const captionFiles = () =>
    t.platform((tx) =>
      tx
        .selectFrom('media')
        .select('name')
        .where('portal_id', '=', author.portal.id)
        .where('is_attachment', '=', true)
        .execute(),
    )
  return { author, portal: author.portal, api, sound, clip, module_id, captionFiles }
}
const english = { language: 'en' as const, label: 'English', name: 'talk.vtt', file_text: VTT }
const spanish = { language: 'es' as const, label: 'Español', name: 'talk.es.srt', file_text: SRT }
const read = async (who: TestPerson, url: string) => t.request(who, { method: 'GET', url })

describe('captions of audio and videos (BLD-070)', () => {
  test('are stored as WebVTT and read by their address, and stay when they are named by it', async () => {
    const { author, api, sound } = await setUp()
    const { data } = await api.call(audioItems.create, { body: { ...sound, captions: [english, spanish] } })
    const { captions } = data.itemable
    expect(captions.map(({ language, label, name }) => [language, label, name])).toEqual([
      ['en', 'English', 'talk.vtt'],
      ['es', 'Español', 'talk.es.vtt'],
    ])
    const file = await read(author, captions[1]?.url ?? '')
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
    expect(file.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHola &amp; adiós\n')
    const kept = { language: 'fr' as const, label: 'Français', media_uuid: captions[1]?.media_uuid }
    const changed = await api.call(audioItems.update, { params: { id: data.id }, body: { captions: [kept] } })
    expect(changed.data.itemable.captions).toMatchObject([{ ...kept, name: 'talk.es.vtt' }])
    const renamed = await api.call(audioItems.update, { params: { id: data.id }, body: { title: 'New' } })
    expect(renamed.data.itemable.captions).toHaveLength(1)
    const none = await api.call(audioItems.update, { params: { id: data.id }, body: { captions: null } })
    expect(none.data.itemable.captions).toEqual([])
  })

  test.each([
    [
      'a broken file, with its line',
      [english, { ...spanish, file_text: `${VTT}\n00:09 --> 00:10.000\nx` }],
      'talk.es.srt, line 6: the time “00:09” cannot be read. Write times such as 00:01:02.500 --> 00:01:05.000.',
    ],
    [
      'a language twice',
      [english, { ...spanish, language: 'en' as const }],
      'Each language can be chosen once. Please remove one of the files.',
    ],
    [
      'a file that the item does not have',
      [english, { language: 'es' as const, label: 'x', media_uuid: '01980000-0000-7000-8000-000000000000' }],
      'Selected value is not valid',
    ],
  ])('%s is refused, and nothing is stored (BLD-071)', async (_, captions, text) => {
    const { api, clip, captionFiles } = await setUp()
    await expect(api.call(videoItems.create, { body: { ...clip, captions } })).rejects.toMatchObject({
      status: 422,
      errors: { captions: [text] },
    })
    expect(await captionFiles()).toEqual([])
  })

  test('those of another item cannot be taken by their uuid', async () => {
    const { api, clip } = await setUp()
    const { data } = await api.call(videoItems.create, { body: { ...clip, captions: [english] } })
    const { data: other } = await api.call(videoItems.create, { body: clip })
    const media_uuid = data.itemable.captions[0]?.media_uuid
    await expect(
      api.call(videoItems.update, {
        params: { id: other.id },
        body: { captions: [{ language: 'en', label: 'English', media_uuid }] },
      }),
    ).rejects.toMatchObject({ status: 422 })
  })
})

test('a video is a link or a file of the library, and one takes the place of the other (BLD-074)', async () => {
  const { api, clip, portal, module_id } = await setUp()
  const { data } = await api.call(videoItems.create, { body: { ...clip, captions: [english] } })
  const params = { id: data.id }
  const media_uuid = await make.media(portal, 'video')
  const asFile = await api.call(videoItems.update, { params, body: { media_uuid, video: null } })
  expect(asFile.data.itemable).toMatchObject({ media_uuid, video: null, embed_url: null, video_id: null })
  expect(asFile.data.itemable.captions).toHaveLength(1)
  const asLink = await api.call(videoItems.update, { params, body: { video: clip.video, media_uuid: null } })
  expect(asLink.data.itemable).toMatchObject({ media_uuid: null, media: null, video: clip.video })
  const missing = { status: 422, errors: { video: ['This field is required.'] } }
  await expect(api.call(videoItems.update, { params, body: { video: null } })).rejects.toMatchObject(missing)
  await expect(api.call(videoItems.create, { body: { module_id, title: 'None' } })).rejects.toMatchObject(missing)
  const wrong = await make.media(portal, 'audio')
  await expect(api.call(videoItems.update, { params, body: { media_uuid: wrong } })).rejects.toMatchObject({
    status: 422,
    errors: { media_uuid: ['Selected value is not valid'] },
  })
})
