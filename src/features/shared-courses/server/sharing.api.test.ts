import { describe, expect, test } from 'vitest'
import { updateCourse } from '#features/courses/contract.ts'
import { copyCourse } from '#features/courses/contract-copy.ts'
import { updateIntegrations } from '#features/integrations/contract.ts'
import { listOutline, modules, textItems } from '#features/outline/contract.ts'
import { listQuestionPools } from '#features/question-pools/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { restartPublishingJob, shareCourse } from '../contract.ts'

const t = testApp()
const { source, received, learner, run } = sharing(t)
const admin = () => t.make.person('portal_admin')

describe('sharing a course', () => {
  test('another portal gets it as a draft with everything in it, to price and sell itself (BLD-024, BLD-025, BLD-031, SHR-001)', async () => {
    const from = await source()
    const to = await admin()
    expect(await from.share(to)).toMatchObject({ kind: 'share', release: 1, queued: 1, published: 0 })
    expect(await from.shareWith(to)).toMatchObject({ state: 1, error: null, taken: 0 })
    await run()
    expect(await from.shareWith(to)).toMatchObject({ state: 3, error: null, newest: 1, taken: 1 })
    const course = await received(to)
    expect(await course.show()).toMatchObject({
      state: 'current',
      source: { name: from.portal.name },
      course: { publication_status: 1 },
    })
    const own = await t.as(to).call(listOutline, { params: { courseId: course.id } })
    const theirs = await from.api.call(listOutline, { params: { courseId: from.course.id } })
    const shape = ({ data }: typeof own) =>
      data.map(({ title, itemable_type, module_items }) => [title, itemable_type, module_items.map((one) => one.title)])
    expect(shape(own)).toEqual(shape(theirs))
    expect(own.data.map(({ itemable_id }) => itemable_id)).not.toEqual(
      theirs.data.map(({ itemable_id }) => itemable_id),
    )
    await course.sell(99)
    const pupil = await learner(to, course)
    await pupil.finish(own.data[0]?.module_items[0]?.itemable_id ?? 0)
    expect(await pupil.course()).toMatchObject({ items_done: 1, items_total: 4 })
    expect(await from.shareWith(to)).toMatchObject({ state: 3 })
  })

  test('its content is read-only there, and is in no list of its own things (BLD-025, SHR-002)', async () => {
    const from = await source()
    const to = await admin()
    await from.share(to)
    await run()
    const course = await received(to)
    const api = t.as(to)
    const { data: outline } = await api.call(listOutline, { params: { courseId: course.id } })
    const item = outline[0]?.module_items[0]?.itemable_id ?? 0
    const { params } = course
    const refused = { status: 422, message: expect.stringContaining(`${from.portal.name} shares this course`) }
    await expect(api.call(textItems.update, { params: { id: item }, body: { text: 'Mine' } })).rejects.toMatchObject(
      refused,
    )
    await expect(
      api.call(modules.create, { params: { courseId: course.id }, body: { title: 'Mine' } }),
    ).rejects.toMatchObject(refused)
    await expect(
      api.call(modules.remove, { params: { courseId: course.id, id: outline[0]?.id ?? 0 } }),
    ).rejects.toMatchObject(refused)
    await expect(api.call(updateCourse, { params, body: { title: 'Mine' } })).rejects.toMatchObject(refused)
    await expect(api.call(copyCourse, { params, body: {} })).rejects.toMatchObject(refused)
    await expect(api.call(shareCourse, { params, body: { portal_ids: [from.portal.id] } })).rejects.toMatchObject({
      status: 422,
    })
    expect((await api.call(listQuestionPools, {})).data).toEqual([])
    await api.call(updateCourse, { params, body: { meta_title: 'Ours', options: { button_name: 'Get it' } } })
  })

  test('a course that is not published, the own portal and portals that do not run are refused (SHR-031)', async () => {
    const from = await source()
    const asleep = await t.make.portal({ status: 'pending' })
    const share = (portal_ids: number[]) => from.api.call(shareCourse, { params: from.params, body: { portal_ids } })
    for (const ids of [[from.portal.id], [asleep.id], [999_999_999]])
      await expect(share(ids)).rejects.toMatchObject({ status: 422, errors: { portal_ids: expect.anything() } })
    const draft = await from.api.call(copyCourse, { params: from.params, body: {} })
    const to = await admin()
    await expect(
      from.api.call(shareCourse, { params: { slug: draft.data.slug }, body: { portal_ids: [to.portal.id] } }),
    ).rejects.toMatchObject({ status: 422, message: 'Publish the course before you share it.' })
    expect(await from.shares()).toEqual([])
  })

  test('shared twice, and by two jobs at once, is one course there (SHR-004)', async () => {
    const from = await source()
    const to = await admin()
    await Promise.all([from.share(to), from.share(to)])
    await Promise.all([run(), run()])
    await from.share(to)
    await run()
    expect(await from.shares()).toMatchObject([{ state: 3, newest: 1, taken: 1 }])
    const rows = await t.platform((tx) =>
      tx.selectFrom('courses').select('id').where('portal_id', '=', to.portal.id).execute(),
    )
    expect(rows).toHaveLength(1)
  })

  test('a portal in which it fails says why, the others go on, and it can be started again (BLD-026, BLD-027, SHR-004, SHR-012)', async () => {
    const from = await source([['Text'], 'CloudScormModule'])
    const [one, two] = [await admin(), await admin()]
    const keys = { app_id: 'another account', secret_key: 'a secret' }
    await t.as(one).call(updateIntegrations, { body: { cloud_scorm: keys } })
    const { id } = await from.share(one, two)
    await run()
    expect(await from.shareWith(two)).toMatchObject({ state: 3, error: null, taken: 1 })
    expect(await from.shareWith(one)).toMatchObject({
      state: 4,
      taken: 0,
      error: expect.stringContaining('uses another SCORM Cloud account'),
    })
    await t.platform((tx) => tx.deleteFrom('integrations').where('portal_id', '=', one.portal.id).execute())
    const again = await from.api.call(restartPublishingJob, { params: { id }, body: {} })
    expect(again.data).toMatchObject({ queued: 1, published: 1, failed: 0 })
    await run()
    expect(await from.shareWith(one)).toMatchObject({ state: 3, error: null })
  })
})
