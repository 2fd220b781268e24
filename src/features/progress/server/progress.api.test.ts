import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { ownCourse } from '../../../../tests/own-course.ts'
import {
  finishModule,
  keepPosition,
  listLearnerModuleItems,
  listLearnerModules,
  showLearnerModuleItem,
  syncProgress,
} from '../contract.ts'

const t = testApp()
const { make, itemAt, entryAt, start, finish, show } = ownCourse(t)

type Learner = Awaited<ReturnType<typeof make.learner>>
type Item = { type: string; id: number }

const outline = ({ person, course, related_id }: Learner) =>
  t.as(person).call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })

describe('working through a course', () => {
  test('starting sets "in progress", finishing sets "finished", and module and course follow (LRN-013, LRN-017, LRN-021, LRN-044)', async () => {
    const who = await make.learner([['Text', 'Video'], ['Text']])
    const { course } = who
    const module = entryAt(course, 0)
    const started = await start(who, itemAt(course, 0, 0))
    expect(started.data).toMatchObject({
      status: 1,
      module_id: module.id,
      module_status: 1,
      course_status: 1,
      progress: 0,
    })
    const finished = await finish(who, itemAt(course, 0, 0))
    expect(finished.data).toMatchObject({ status: 5, module_status: 1, progress: 33 })
    expect(finished.data.progress_id).toBe(started.data.progress_id)
    expect(finished.data.next_item).toEqual({
      itemable_type: 'Video',
      itemable_id: itemAt(course, 0, 1).id,
      module_id: module.id,
    })
    expect((await finish(who, itemAt(course, 0, 1))).data).toMatchObject({
      module_status: 5,
      course_status: 1,
      progress: 67,
    })
    expect((await finish(who, itemAt(course, 1, 0))).data).toMatchObject({
      module_status: 5,
      course_status: 5,
      progress: 100,
      next_item: null,
    })
    expect(await make.enrollment(who.related_id)).toMatchObject({
      status: 5,
      items_done: 3,
      access: 'expired',
      completed_by: null,
    })
    expect((await make.stored(who.related_id)).map(({ item_type, status }) => [item_type, status])).toEqual([
      ['Text', 5],
      ['Module', 5],
      ['Video', 5],
      ['Text', 5],
      ['Module', 5],
    ])
  })

  test('a finished item that is started again stays finished and keeps its times (LRN-016, LRN-032)', async () => {
    const who = await make.learner([['Text', 'Text']])
    const item = itemAt(who.course, 0, 0)
    await finish(who, item)
    const [before] = await make.stored(who.related_id)
    expect((await start(who, item)).data).toMatchObject({ status: 5, module_status: 1, progress: 50 })
    expect((await finish(who, item)).data).toMatchObject({ status: 5 })
    expect((await make.stored(who.related_id))[0]).toEqual(before)
    expect(before?.finished_at).toBeInstanceOf(Date)
  })

  test('the outline has items and modules in order with statuses and the next item (LRN-001, LRN-002, LRN-003, LRN-004, LRN-005, LRN-006, LRN-037, LRN-041)', async () => {
    const who = await make.learner([['Text', 'Audio'], {}, 'Assignment'])
    const { course } = who
    await finish(who, itemAt(course, 0, 0))
    const { data, meta } = await outline(who)
    expect(data.map((item) => [item.itemable_type, item.itemable_id, item.sort_number, item.status])).toEqual(
      course.outline.map((item, index) => [item.type, item.id, index + 1, index === 0 ? 1 : 4]),
    )
    expect(data[0]?.items).toMatchObject([
      {
        itemable_type: 'Text',
        itemable_id: itemAt(course, 0, 0).id,
        title: 'Module Text Info',
        module_id: entryAt(course, 0).id,
        sort_number: 1,
        status: 5,
        itemable: { title: 'Module Text Info', status: 5 },
        is_locked: false,
      },
      { itemable_type: 'Audio', status: 4, progress_id: null },
    ])
    expect(meta).toMatchObject({ status: 1, progress: 25, items_done: 1, items_total: 4, can_finish: false })
    expect(meta.next_item).toMatchObject({ itemable_type: 'Audio' })
  })

  test('a module item is shown by its type, with the items before and after it (LRN-034, LRN-035, LRN-043)', async () => {
    const who = await make.learner([['Text', 'Video', 'Document'], {}])
    const showItem = (item: Item, itemType = item.type) =>
      t.as(who.person).call(showLearnerModuleItem, {
        params: { itemType, itemId: item.id },
        query: { related_id: who.related_id },
      })
    const [text, video, document] = [0, 1, 2].map((index) => itemAt(who.course, 0, index)) as [Item, Item, Item]
    expect((await showItem(text)).data).toMatchObject({
      text: '<p>Read me</p>',
      file: null,
      video: null,
      previous: null,
    })
    const { data } = await showItem(video, 'video')
    expect(data).toMatchObject({
      itemable_type: 'Video',
      video: { provider: 'youtube', embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
      previous: { itemable_type: 'Text', itemable_id: text.id, title: 'Module Text Info', is_locked: false },
      next: { itemable_type: 'Document', itemable_id: document.id },
    })
    expect((await showItem(document)).data).toMatchObject({
      text: null,
      file: { type: 'pdf', mime_type: 'application/pdf' },
      next: { itemable_type: 'Exam', module_id: null },
    })
    await expect(showItem(text, 'Video')).rejects.toMatchObject({ status: 404 })
    await expect(showItem(text, 'Exam')).rejects.toMatchObject({ status: 422 })
  })

  test('the position in an item is saved for its learner and nobody else (LRN-049)', async () => {
    const who = await make.learner([['Document', 'Audio']])
    const other = await make.learner([['Document']])
    const item = itemAt(who.course, 0, 0)
    const params = { itemType: item.type, itemId: item.id }
    const keep = (position: number, person = who.person, related_id = who.related_id) =>
      t.as(person).call(keepPosition, { params, body: { related_id, position } })
    const readItem = async () =>
      (await t.as(who.person).call(showLearnerModuleItem, { params, query: { related_id: who.related_id } })).data
    await expect(keep(4)).rejects.toMatchObject({ status: 404 })
    await start(who, item)
    expect((await readItem()).position).toBeNull()
    expect((await keep(4)).data).toEqual({ position: 4 })
    await keep(2)
    expect(await readItem()).toMatchObject({ position: 2, status: 1 })
    await expect(keep(9, other.person)).rejects.toMatchObject({ status: 404 })
    await expect(keep(9, other.person, other.related_id)).rejects.toMatchObject({ status: 404 })
    for (const bad of [-1, 1.5, 1_000_001]) await expect(keep(bad)).rejects.toMatchObject({ status: 422 })
    await finish(who, item)
    expect(await readItem()).toMatchObject({ position: 2, status: 5 })
  })

  test('the items of a module are listed with their statuses (LRN-042)', async () => {
    const who = await make.learner([['Text', 'Audio']])
    await start(who, itemAt(who.course, 0, 1))
    const { data } = await t.as(who.person).call(listLearnerModuleItems, {
      params: { moduleId: entryAt(who.course, 0).id },
      query: { related_id: who.related_id },
    })
    expect(data.map(({ itemable_type, sort_number, status }) => [itemable_type, sort_number, status])).toEqual([
      ['Text', 1, 4],
      ['Audio', 2, 1],
    ])
  })

  test('a module without items is finished when it is opened, and possibly the course with it (LRN-020)', async () => {
    const who = await make.learner([['Text'], []])
    await finish(who, itemAt(who.course, 0, 0))
    expect((await show(who)).data).toMatchObject({ status: 1, progress: 100 })
    const opened = await t.as(who.person).call(listLearnerModuleItems, {
      params: { moduleId: entryAt(who.course, 1).id },
      query: { related_id: who.related_id },
    })
    expect(opened.data).toEqual([])
    expect((await show(who)).data).toMatchObject({
      status: 5,
      progress: 100,
      learner: { access: 'expired', is_readable: true },
    })
  })

  test('finishing a module returns its state and that of the course, whatever is open in it (LRN-045)', async () => {
    const who = await make.learner([['Text', 'Text'], ['Text']])
    const settle = (status?: 2 | 5) =>
      t.as(who.person).call(finishModule, {
        params: { moduleId: entryAt(who.course, 0).id },
        body: { related_id: who.related_id, ...(status && { status }) },
      })
    await finish(who, itemAt(who.course, 0, 0))
    expect((await settle()).data).toMatchObject({ status: 1, module_status: 1, course_status: 1, progress: 33 })
    await finish(who, itemAt(who.course, 0, 1))
    expect((await settle(2)).data).toMatchObject({ status: 5, module_status: 5, course_status: 1, progress: 67 })
  })

  test('a module is a success if the call that ends it asks for that and all its items are successes (LRN-018, LRN-019)', async () => {
    const who = await make.learner([['Text', 'Text'], ['Text']])
    await t.platform(async (tx) => {
      for (const index of [0, 1])
        await tx
          .insertInto('course_user_progress')
          .values({
            portal_id: who.course.portal.id,
            enrollment_id: who.related_id,
            item_type: 'Text',
            item_id: itemAt(who.course, 0, index).id,
            status: 2,
          })
          .execute()
    })
    const settle = (status: 2 | 5) =>
      t.as(who.person).call(finishModule, {
        params: { moduleId: entryAt(who.course, 0).id },
        body: { related_id: who.related_id, status },
      })
    expect((await settle(5)).data).toMatchObject({ module_status: 5 })
    expect((await settle(2)).data).toMatchObject({ module_status: 2 })
    expect((await settle(5)).data).toMatchObject({ module_status: 2 })
  })
})

describe('sync', () => {
  test('accepts "in progress" and "finished" for module items, and refuses other statuses (LRN-038, LRN-046)', async () => {
    const who = await make.learner([['Text', 'Text']])
    const { data } = await start(who, itemAt(who.course, 0, 0))
    const sync = (status: number) =>
      t
        .as(who.person)
        .call(syncProgress, { params: { progressId: data.progress_id ?? 0 }, body: { status: status as 1 } })
    for (const status of [2, 3, 4, 6])
      await expect(sync(status)).rejects.toMatchObject({ status: 422, errors: { status: [expect.any(String)] } })
    expect((await sync(5)).data).toMatchObject({ progress_id: data.progress_id, status: 5, progress: 50 })
    expect((await sync(1)).data).toMatchObject({ status: 5 })
  })

  test('returns exams, assignments and packages unchanged (LRN-046)', async () => {
    const who = await make.learner([{}, 'Assignment', 'ScormModule', 'CloudScormModule'])
    for (const { type, id } of who.course.outline) {
      const { id: progressId } = await t.platform((tx) =>
        tx
          .insertInto('course_user_progress')
          .values({
            portal_id: who.course.portal.id,
            enrollment_id: who.related_id,
            item_type: type,
            item_id: id,
            status: 1,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      for (const status of [1, 2, 5] as const) {
        const { data } = await t.as(who.person).call(syncProgress, { params: { progressId }, body: { status } })
        expect(data).toMatchObject({ progress_id: progressId, status: 1, course_status: 1 })
      }
    }
    expect((await make.stored(who.related_id)).map(({ status }) => status)).toEqual([1, 1, 1, 1])
  })

  test('of somebody else’s progress is not found (LRN-048)', async () => {
    const who = await make.learner([['Text']])
    const { data } = await start(who, itemAt(who.course, 0, 0))
    const other = await t.make.person('learner', { portal: who.course.portal })
    const sync = (progressId: number) => t.as(other).call(syncProgress, { params: { progressId }, body: { status: 5 } })
    await expect(sync(data.progress_id ?? 0)).rejects.toMatchObject({ status: 404 })
    await expect(sync(99_999_999)).rejects.toMatchObject({ status: 404 })
  })
})

describe('who may', () => {
  test('a foreign learner, another course’s slug and another portal get 404 (LRN-014, LRN-048, ROL-021)', async () => {
    const who = await make.learner([['Text']])
    const other = await t.make.person('learner', { portal: who.course.portal })
    const stranger = await t.make.person('learner')
    const item = itemAt(who.course, 0, 0)
    for (const person of [other, stranger]) {
      const them = { ...who, person }
      for (const call of [() => start(them, item), () => finish(them, item), () => show(them), () => outline(them)])
        await expect(call()).rejects.toMatchObject({ status: 404 })
    }
    const second = await make.course(who.course.portal, [['Text']])
    await expect(show({ ...who, course: second })).rejects.toMatchObject({ status: 404 })
    await expect(start(who, itemAt(second, 0, 0))).rejects.toMatchObject({ status: 404 })
    expect(await make.stored(who.related_id)).toEqual([])
  })

  test('a role other than learner gets 403 with its own text (LRN-048, ROL-022, ERR-058)', async () => {
    const who = await make.learner([['Text']])
    const item = itemAt(who.course, 0, 0)
    for (const role of ['instructor', 'manager', 'portal_admin', 'super_admin', 'editor'] as const) {
      const person = await t.make.person(role, { portal: who.course.portal })
      for (const call of [() => start({ ...who, person }, item), () => show({ ...who, person })])
        await expect(call()).rejects.toMatchObject({
          status: 403,
          code: 'learner_only',
          message: 'You can take this course only as a learner',
        })
    }
    const visitor = await t.request(who.course.portal, {
      method: 'GET',
      url: `/api/v1/learner/courses/${who.course.slug}?related_id=${who.related_id}`,
    })
    expect(visitor.statusCode).toBe(401)
  })

  test('a learner who was unenrolled finds nothing (LRN-048)', async () => {
    const who = await make.learner([['Text']], { enrollment: { ended_at: new Date(), access: 'expired' } })
    await expect(show(who)).rejects.toMatchObject({ status: 404 })
    await expect(start(who, itemAt(who.course, 0, 0))).rejects.toMatchObject({ status: 404 })
  })

  test('nothing can be opened before the start and after the end, but the course says why (LRN-009, LRN-010, LRN-011)', async () => {
    const far = new Date('2190-01-01T00:00:00Z')
    const past = new Date('2020-02-01T00:00:00Z')
    for (const [enrollment, access] of [
      [{ starts_at: far }, 'pending'],
      [{ expires_at: past }, 'expired'],
    ] as const) {
      const who = await make.learner([['Text']], { enrollment })
      const item = itemAt(who.course, 0, 0)
      const showItem = t.as(who.person).call(showLearnerModuleItem, {
        params: { itemType: 'Text', itemId: item.id },
        query: { related_id: who.related_id },
      })
      await expect(showItem).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
      for (const call of [() => start(who, item), () => finish(who, item)])
        await expect(call()).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
      expect((await show(who)).data).toMatchObject({ continue_item: null, learner: { access, is_readable: false } })
      expect((await outline(who)).data).toHaveLength(1)
      expect(await make.stored(who.related_id)).toEqual([])
    }
  })

  test('bad bodies are refused field by field (LRN-044)', async () => {
    const who = await make.learner([['Text']])
    const url = `/api/v1/learner/module-items/Text/${itemAt(who.course, 0, 0).id}/start`
    for (const payload of [{}, { related_id: 'x' }, { related_id: 0 }, { related_id: null }]) {
      const answer = await t.request(who.person, { method: 'POST', url, payload })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toHaveProperty('related_id')
    }
  })
})

describe('a sequential course', () => {
  test('opens items one after another; later ones answer 403 and stay unchanged (LRN-015, LRN-025, LRN-027, ERR-122)', async () => {
    const who = await make.learner([['Text', 'Text'], ['Text']], { course: { is_sequential: true } })
    const [first, second, third] = [itemAt(who.course, 0, 0), itemAt(who.course, 0, 1), itemAt(who.course, 1, 0)]
    const readItem = (item: Item) =>
      t.as(who.person).call(showLearnerModuleItem, {
        params: { itemType: item.type, itemId: item.id },
        query: { related_id: who.related_id },
      })
    for (const item of [second, third])
      for (const call of [() => start(who, item), () => finish(who, item), () => readItem(item)])
        await expect(call()).rejects.toMatchObject({
          status: 403,
          code: 'item_locked',
          message: 'This item is locked. Finish “Module Text Info” first.',
        })
    expect(await make.stored(who.related_id)).toEqual([])
    const module = { params: { moduleId: entryAt(who.course, 1).id }, query: { related_id: who.related_id } }
    await expect(t.as(who.person).call(listLearnerModuleItems, module)).rejects.toMatchObject({
      status: 403,
      code: 'item_locked',
    })
    await finish(who, first)
    const { data } = await outline(who)
    expect(data.flatMap((entry) => entry.items.map((item) => item.is_locked))).toEqual([false, false, true])
    await finish(who, second)
    await readItem(third)
    expect((await finish(who, third)).data).toMatchObject({ course_status: 5 })
    await readItem(first)
  })

  test('in any other course every item can be opened at any time (LRN-027)', async () => {
    const who = await make.learner([['Text', 'Text'], ['Text']])
    expect((await finish(who, itemAt(who.course, 1, 0))).data).toMatchObject({ status: 5, progress: 33 })
  })
})
