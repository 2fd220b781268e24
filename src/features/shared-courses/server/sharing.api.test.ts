import { describe, expect, test } from 'vitest'
import { updateCourse } from '#features/courses/contract.ts'
import { copyCourse } from '#features/courses/contract-copy.ts'
import { updateIntegrations } from '#features/integrations/contract.ts'
import { listOutline, modules, textItems } from '#features/outline/contract.ts'
import { listQuestionPools } from '#features/question-pools/contract.ts'
import { publishVersion } from '#features/versions/contract.ts'
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

  test('links in its texts lead to the course there, also those to former addresses (SHR-001, BLD-069, ROU-004)', async () => {
    const from = await source([['Text']])
    const to = await admin()
    const former = from.course.slug
    const item = from.course.outline[0]?.items[0]?.id as number
    const links = `<a href="/course/${former}">Then</a> <a href="/course/hoists">Now</a> <a href="/course/other">Other</a>`
    await from.editText(item, links)
    await from.api.call(updateCourse, { params: from.params, body: { slug: 'hoists' } })
    await from.api.call(publishVersion, { params: { slug: 'hoists' }, body: { newest: 1 } })
    const body = { portal_ids: [to.portal.id] }
    await from.api.call(shareCourse, { params: { slug: 'hoists' }, body })
    await run()
    const course = await received(to)
    const { data: outline } = await t.as(to).call(listOutline, { params: { courseId: course.id } })
    const id = outline[0]?.module_items[0]?.itemable_id ?? 0
    const { text } = (await t.as(to).call(textItems.show, { params: { id } })).data.itemable
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      `/course/${course.slug}`,
      `/course/${course.slug}`,
      '/course/other',
    ])
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

/** Everything that a version of a course says, with files and packages by what they are instead of by their ids. */
const contentsOf = (courseId: number, portalId: number) =>
  t.platform(async (tx) => {
    const uuids = async (table: 'media' | 'scorm_packages') => {
      const rows = await tx.selectFrom(table).select(['id', 'uuid']).where('portal_id', '=', portalId).execute()
      return new Map(rows.map(({ id, uuid }) => [id, uuid]))
    }
    const [files, packages] = [await uuids('media'), await uuids('scorm_packages')]
    const named = (list: unknown) =>
      ((list ?? []) as { id?: number; media_id: number }[]).map(({ id: _, media_id, ...rest }) => [
        files.get(media_id),
        rest,
      ])
    const rows = await tx
      .selectFrom('course_items')
      .select(['item_type', 'title', 'content'])
      .where('course_id', '=', courseId)
      // The draft of both: the source has published all of it.
      .where('version', '=', 0)
      .orderBy((eb) => eb('module_id', 'is not', null))
      .orderBy('module_id')
      .orderBy('sort_number')
      .execute()
    return rows.map(({ item_type, title, content }) => {
      const { media_id, materials, captions, scorm_id, ...rest } = content as Record<string, unknown>
      const thing = item_type === 'ScormModule' ? packages.get(scorm_id as number) : scorm_id
      return [item_type, title, rest, files.get(media_id as number), named(materials), named(captions), thing]
    })
  })

test('everything in a course of every type arrives: texts, settings, questions, files, captions and packages (SHR-001, SHR-011)', async () => {
  const from = await source([
    ['Text', 'Document', 'Audio', 'Video'],
    {
      pools: [{ questions: 3, count: 2 }],
      attempts_number: 2,
      passing_score: 90,
      shuffle_questions: true,
      time_limit_minutes: 5,
    },
    { type: 'survey', pools: [{ questions: 1, type: 'boolean' }] },
    'Assignment',
    'ScormModule',
  ])
  const { portal, course } = from
  await t.platform(async (tx) => {
    const file = (name: string) =>
      tx
        .insertInto('media')
        .values({
          portal_id: portal.id,
          name,
          type: 'docs',
          mime_type: 'text/vtt',
          size: 3,
          key: `materials/${portal.id}/${name}`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [captions, material] = [await file('en.vtt'), await file('sheet.pdf')]
    await tx
      .updateTable('module_items')
      .set({ captions: JSON.stringify([{ media_id: captions.id, language: 'en', label: 'English' }]) })
      .where('portal_id', '=', portal.id)
      .where('itemable_type', '=', 'Audio')
      .execute()
    const { id } = await tx
      .insertInto('scorm_packages')
      .values({
        portal_id: portal.id,
        file_name: 'safety.zip',
        status: 'SUCCESS',
        version: '1.2',
        entry: 'a.html',
        outline: JSON.stringify({ base: '', items: [] }),
        size: 9,
        files_count: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('scorm_modules').set({ scorm_id: id }).where('course_id', '=', course.id).execute()
    const task = await tx
      .selectFrom('assignments')
      .select('id')
      .where('course_id', '=', course.id)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('assignments')
      .set({ media_id: material.id, reqs: '<p>Write.</p>' })
      .where('id', '=', task.id)
      .execute()
    await tx
      .insertInto('assignment_materials')
      .values({ portal_id: portal.id, assignment_id: task.id, media_id: captions.id })
      .execute()
  })
  await from.publish()
  const to = await admin()
  await from.share(to)
  await run()
  const own = await received(to)
  const theirs = await contentsOf(course.id, portal.id)
  expect(theirs).toHaveLength(9)
  expect(await contentsOf(own.id, to.portal.id)).toEqual(theirs)
})
