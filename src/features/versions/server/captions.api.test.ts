import { expect, test } from 'vitest'
import { updateCourse } from '#features/courses/contract.ts'
import { copyCourse } from '#features/courses/contract-copy.ts'
import { audioItems, listOutline, modules } from '#features/outline/contract.ts'
import { showPreviewItem } from '#features/previews/contract.ts'
import { showLearnerModuleItem } from '#features/progress/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { listVersionChanges, publishVersion } from '../contract.ts'

const t = testApp()
const make = authoring(t)
const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`
const english = (text: string) => ({
  language: 'en' as const,
  label: 'English',
  name: 'talk.vtt',
  file_text: vtt(text),
})

test('learners get the captions of their version, and previews and copies have those of the draft (BLD-072)', async () => {
  const author = await t.make.person('portal_admin')
  const { id: courseId, slug } = await make.readyCourse(author)
  const api = t.as(author)
  const { data: module } = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
  const media_uuid = await make.media(author.portal, 'audio')
  const body = { module_id: module.itemable_id, title: 'Talk', media_uuid }
  const { data: item } = await api.call(audioItems.create, { body: { ...body, captions: [english('First')] } })
  await api.call(updateCourse, { params: { slug }, body: { publication_status: 2 } })
  const learner = await t.make.person('learner', { portal: author.portal })
  const related_id = await make.enroll(author.portal, courseId, learner)
  const at = { itemType: 'Audio' as const, itemId: item.id }
  const learns = async () => {
    const { data } = await t.as(learner).call(showLearnerModuleItem, { params: at, query: { related_id } })
    const texts = data.captions.map(({ url }) => t.request(learner, { method: 'GET', url }))
    return (await Promise.all(texts)).map(({ body: text }) => text)
  }
  expect(await learns()).toEqual([vtt('First')])

  await api.call(audioItems.update, { params: { id: item.id }, body: { captions: [english('Second')] } })
  expect(await learns()).toEqual([vtt('First')])
  const { data: changes } = await api.call(listVersionChanges, { params: { slug }, query: { from: 1, to: 0 } })
  expect(changes).toMatchObject([{ kind: 'changed', item_id: item.id, fields: ['captions'] }])
  const preview = await api.call(showPreviewItem, { params: { slug, ...at } })
  const shown = await t.request(author, { method: 'GET', url: preview.data.captions[0]?.url ?? '' })
  expect(shown.body).toBe(vtt('Second'))
  const { data: copy } = await api.call(copyCourse, { params: { slug } })
  const { data: outline } = await api.call(listOutline, { params: { courseId: copy.id } })
  const copied = outline[0]?.module_items[0]?.id ?? 0
  const { data: sound } = await api.call(audioItems.show, { params: { id: copied } })
  expect(sound.itemable.captions).toMatchObject([{ language: 'en', media_uuid: preview.data.captions[0]?.media_uuid }])

  await api.call(publishVersion, { params: { slug }, body: { newest: 1 } })
  const files = await t.platform((tx) =>
    tx
      .selectFrom('course_version_files')
      .innerJoin('media', 'media.id', 'course_version_files.media_id')
      .select(['version', 'mime_type'])
      .where('course_id', '=', courseId)
      .where('mime_type', 'like', 'text/vtt%')
      .orderBy('version')
      .execute(),
  )
  expect(files.map(({ version }) => version)).toEqual([1, 2])
})
