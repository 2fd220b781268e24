import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning, type MadeCourse } from '../../../../tests/learning.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import {
  finishModuleItem,
  listLearnerCourses,
  listLearnerModules,
  showLearnerCourse,
  startModuleItem,
} from '../contract.ts'

const t = testApp()
const make = learning(t)

const itemOf = (course: MadeCourse, entry: number, index = 0) => {
  const item = course.outline[entry]?.items[index]
  if (!item) throw new Error('no such item')
  return item
}
const step = (person: TestPerson, related_id: number, item: { type: string; id: number }, verb: 'start' | 'finish') =>
  t.as(person).call(verb === 'start' ? startModuleItem : finishModuleItem, {
    params: { itemType: item.type, itemId: item.id },
    body: { related_id },
  })
const list = (person: TestPerson, query: Record<string, unknown> = {}) =>
  t.as(person).call(listLearnerCourses, { query: query as never })

describe('the list of own courses', () => {
  test('shows progress, access, due date and where to continue, last opened first (LRN-036, LRN-039, CAT-002)', async () => {
    const person = await t.make.person('learner')
    const begun = await make.course(person.portal, [['Text', 'Video'], {}], {
      thumbnail: '/cover.png',
      author_name: 'Ada Author',
      duration_minutes: 90,
    })
    const fresh = await make.course(person.portal, [['Text']])
    const done = await make.course(person.portal, [['Text']])
    const due_at = new Date('2150-05-01T00:00:00Z')
    const ids = {
      begun: await make.enroll(person, begun, { due_at }),
      fresh: await make.enroll(person, fresh),
      done: await make.enroll(person, done),
    }
    await step(person, ids.done, itemOf(done, 0), 'finish')
    await step(person, ids.begun, itemOf(begun, 0, 0), 'finish')
    await step(person, ids.begun, itemOf(begun, 0, 1), 'start')
    const { data, meta } = await list(person)
    expect(data.map(({ learner }) => learner.id)).toEqual([ids.begun, ids.done, ids.fresh])
    expect(meta).toEqual({ next_cursor: null, prev_cursor: null })
    expect(data[0]).toMatchObject({
      id: begun.id,
      slug: begun.slug,
      thumbnail: '/cover.png',
      author: { name: 'Ada Author', avatar: null },
      duration_minutes: 90,
      status: 1,
      progress: 33,
      items_done: 1,
      items_total: 3,
      continue_item: {
        itemable_type: 'Video',
        itemable_id: itemOf(begun, 0, 1).id,
        module_id: begun.outline[0]?.id,
        title: expect.stringMatching(/^Video/),
      },
      learner: { id: ids.begun, access: 'active', is_readable: true, due_at: due_at.toISOString(), completed_at: null },
    })
    expect(data[1]).toMatchObject({
      status: 5,
      progress: 100,
      continue_item: null,
      learner: { access: 'expired', is_readable: true, completed_at: expect.any(String) },
    })
    expect(data[2]).toMatchObject({ status: 4, progress: 0, continue_item: { title: 'Module Text Info' } })
  })

  test('is filtered, searched, sorted and paged (API-012, API-014)', async () => {
    const person = await t.make.person('learner')
    const titles = ['Delta', 'Alpha', 'Charlie', 'Bravo 100%']
    const ids: number[] = []
    for (const [index, title] of titles.entries()) {
      const course = await make.course(person.portal, [['Text']], { title })
      const due = [null, '2150-01-03', '2150-01-01', '2150-01-02'][index]
      ids.push(await make.enroll(person, course, { due_at: due ? new Date(due) : null }))
      if (title === 'Charlie') await step(person, ids[index] ?? 0, itemOf(course, 0), 'finish')
    }
    const late = await make.course(person.portal, [['Text']], { title: 'Echo' })
    await make.enroll(person, late, { expires_at: new Date('2021-01-01T00:00:00Z') })
    const names = async (query: Record<string, unknown>) => (await list(person, query)).data.map(({ title }) => title)
    expect(await names({ sort: 'title' })).toEqual(['Alpha', 'Bravo 100%', 'Charlie', 'Delta', 'Echo'])
    expect(await names({ sort: '-title', state: 'current' })).toEqual(['Delta', 'Bravo 100%', 'Alpha'])
    expect(await names({ sort: 'title', state: 'past' })).toEqual(['Charlie', 'Echo'])
    expect(await names({ sort: 'due_at', state: 'current' })).toEqual(['Bravo 100%', 'Alpha', 'Delta'])
    expect(await names({ search: '100%' })).toEqual(['Bravo 100%'])
    expect(await names({ search: '_' })).toEqual([])
    for (const sort of ['title', '-due_at', '-last_opened_at', 'id']) {
      const all = (await list(person, { sort })).data.map(({ learner }) => learner.id)
      const paged: number[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(person, {
          sort,
          per_page: 2,
          ...(cursor && { cursor }),
        })
        paged.push(...page.data.map(({ learner }) => learner.id))
        cursor = page.meta.next_cursor
      } while (cursor)
      expect(paged).toEqual(all)
      expect(paged).toHaveLength(5)
    }
    await expect(list(person, { sort: 'progress' })).rejects.toMatchObject({ status: 422 })
    await expect(list(person, { color: 'red' })).rejects.toMatchObject({ status: 422 })
  })

  test('contains no courses of other people, none that the person was unenrolled from, and none in other roles (LRN-048, ROL-021, ROL-022)', async () => {
    const person = await t.make.person('learner')
    const course = await make.course(person.portal, [['Text']])
    const other = await t.make.person('learner', { portal: person.portal })
    await make.enroll(other, course)
    await make.enroll(person, course, { ended_at: new Date(), access: 'expired' })
    await make.enroll(person, course, { role: 'instructor' })
    expect((await list(person)).data).toEqual([])
    const manager = await t.make.person('manager', { portal: person.portal })
    await expect(list(manager)).rejects.toMatchObject({ status: 403, code: 'learner_only' })
  })

  test('reads a page with three statements, whatever its length (LRN-039)', async () => {
    const person = await t.make.person('learner')
    for (const more of [1, 9]) {
      for (let n = 0; n < more; n++)
        await make.enroll(person, await make.course(person.portal, [['Text', 'Video'], {}]))
      expect(await readsOf(() => list(person))).toBe(3)
    }
  })
})

/** How many statements about enrollments, progress and items the program sends during the work. */
const readsOf = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).filter(({ text }) => /enrollments|course_user_progress|module_items/.test(text)).length

describe('one own course', () => {
  test('has description, instructors, dates and progress for its overview (LRN-033, LRN-040, API-023)', async () => {
    const { person, course, related_id } = await make.learner([['Text']], {
      course: { description: '<p>All of it</p>', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    })
    const teacher = await t.make.person('instructor', { portal: course.portal, avatar: '/face.png' })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: course.portal.id, course_id: course.id, user_id: teacher.id, is_primary: true })
        .execute(),
    )
    const { data } = await t
      .as(person)
      .call(showLearnerCourse, { params: { slug: course.slug }, query: { related_id } })
    expect(data).toMatchObject({
      id: course.id,
      description: '<p>All of it</p>',
      status: 4,
      progress: 0,
      publication_status: 2,
      instructors: [{ id: teacher.id, display_name: expect.any(String), is_primary: true }],
      learner: { id: related_id, expires_at: '2199-01-01T00:00:00.000Z' },
    })
    expect(JSON.stringify(data)).not.toContain(teacher.email)
  })

  test('without related_id is the newest enrollment; each enrollment has its own progress (ROU-050, ROU-062)', async () => {
    const { person, course, related_id: first } = await make.learner([['Text', 'Text']])
    await step(person, first, itemOf(course, 0, 0), 'finish')
    await step(person, first, itemOf(course, 0, 1), 'finish')
    const second = await make.enroll(person, course)
    const show = (related_id?: number) =>
      t.as(person).call(showLearnerCourse, { params: { slug: course.slug }, query: related_id ? { related_id } : {} })
    expect((await show()).data).toMatchObject({ status: 4, progress: 0, learner: { id: second } })
    expect((await show(first)).data).toMatchObject({ status: 5, progress: 100, learner: { id: first } })
    const outline = await t
      .as(person)
      .call(listLearnerModules, { params: { slug: course.slug }, query: { related_id: second } })
    expect(outline.data[0]?.items.map(({ status }) => status)).toEqual([4, 4])
    const other = await make.course(person.portal, [['Text']])
    await expect(
      t.as(person).call(showLearnerCourse, { params: { slug: other.slug }, query: {} }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('stays open to people enrolled in it when it is archived (CAT-007)', async () => {
    const { person, course, related_id } = await make.learner([['Text']], { course: { publication_status: 4 } })
    expect((await step(person, related_id, itemOf(course, 0), 'start')).data).toMatchObject({ status: 1 })
  })
})
