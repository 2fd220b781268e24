import { describe, expect, test } from 'vitest'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { findRecords, purgeCache, showDashboard } from '../contract.ts'

const t = testApp()
const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)

const course = (portal: TestPortal, title: string) =>
  t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: title.toLowerCase().replaceAll(' ', '-'), title })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow(),
  )
const enroll = (portal: TestPortal, user_id: number, course_id: number, values: Record<string, unknown> = {}) =>
  t.platform((tx) =>
    tx
      .insertInto('enrollments')
      .values({
        portal_id: portal.id,
        user_id,
        course_id,
        role: 'learner',
        expires_at: new Date('2100-01-01'),
        ...values,
      })
      .execute(),
  )
const shownTo = async (role: Role, portal: TestPortal) =>
  (await t.as(await t.make.person(role, { portal })).call(showDashboard)).data

describe('the start page of administration (REP-008, PRT-071, PRT-072)', () => {
  test.each<[Role, string[]]>([
    ['super_admin', ['sales', 'enrollments', 'people', 'credits']],
    ['portal_admin', ['sales', 'enrollments', 'people', 'credits']],
    ['accounting', ['sales', 'credits', 'payments', 'refunds']],
    ['course_admin', ['enrollments', 'people', 'courses', 'completions']],
    ['learner', []],
    ['instructor', []],
    ['manager', []],
  ])('%s sees the figures %j (REP-008, ROL-064)', async (role, keys) => {
    const { figures, portal_credits } = await shownTo(role, await t.make.portal())
    expect(figures.map(({ key }) => key)).toEqual(keys)
    expect(portal_credits === null).toBe(!keys.includes('credits'))
  })

  test('a figure counts 30 days in ten steps, next to the 30 days before (REP-008)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, joined_at: ago(200) })
    for (const days of [0.5, 1, 29, 31, 59, 61]) await t.make.person('learner', { portal, joined_at: ago(days) })
    await t.make.person('learner', { portal, joined_at: ago(1), left_at: ago(0.5) })
    const { figures } = (await t.as(admin).call(showDashboard)).data
    const people = figures.find(({ key }) => key === 'people')
    expect(people).toMatchObject({ value: 3, before: 2, href: '/users' })
    expect(people?.trend).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  })

  test('what needs attention is there while it is open, and leads to where it is dealt with (REP-008)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const read = async () =>
      (await t.as(admin).call(showDashboard)).data.attention.map(({ text, href }) => [text, href])
    expect(await read()).toEqual([])
    const ladder = await course(portal, 'Ladder')
    const [late, done] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
    await enroll(portal, late.id, ladder.id, { due_at: ago(2) })
    await enroll(portal, done.id, ladder.id, { due_at: ago(2), completed_at: ago(3), status: 2 })
    expect(await read()).toEqual([['1 person is overdue in Ladder', '/courses/builder/ladder/exams-progress']])
    await t.platform(async (tx) => {
      const { id } = await tx
        .selectFrom('enrollments')
        .select('id')
        .where('user_id', '=', late.id)
        .executeTakeFirstOrThrow()
      const review = { portal_id: portal.id, course_id: ladder.id, related_id: id, user_id: late.id, rating: 5 }
      await tx.insertInto('reviews').values(review).execute()
    })
    expect(await read()).toContainEqual(['1 review waits for approval', '/portals/reviews?status=2'])
    const elsewhere = await t.make.portal()
    expect((await shownTo('portal_admin', elsewhere)).attention).toEqual([])
  })

  test('super admins alone clear the kept pages, and the log says so (PRT-071, PRT-072)', async () => {
    const portal = await t.make.portal()
    await expect(t.as(await t.make.person('portal_admin', { portal })).call(purgeCache)).rejects.toMatchObject({
      status: 403,
    })
    await t.as(await t.make.person('super_admin', { portal })).call(purgeCache)
    const rows = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('action').where('portal_id', '=', portal.id).execute(),
    )
    expect(rows.map(({ action }) => action)).toContain('portal.purge-cache')
  })
})

describe('the search of records (API-032)', () => {
  const search = async (who: Parameters<typeof t.as>[0], words: string) =>
    (await t.as(who).call(findRecords, { query: { words } })).data

  test('people and courses are found by a part of their name, folded, and lead to their screens (API-032, API-029)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    await t.make.person('learner', { portal, first_name: 'Zoë', last_name: 'O’Quill', username: 'zoe' })
    await course(portal, 'Quilling for beginners')
    expect(await search(admin, 'oquil')).toMatchObject([
      { group: 'People', label: 'Zoë O’Quill', href: '/users/zoe/info' },
    ])
    expect((await search(admin, 'quill')).map(({ group, label }) => [group, label])).toEqual([
      ['People', 'Zoë O’Quill'],
      ['Courses', 'Quilling for beginners'],
    ])
    expect(await search(admin, 'no such')).toEqual([])
    await expect(search(admin, 'q')).rejects.toMatchObject({ status: 422 })
  })

  test('everybody finds what they may open, and nothing of another portal (API-032, API-021, USR-040)', async () => {
    const portal = await t.make.portal()
    const [mine, other] = [await course(portal, 'Cranes one'), await course(portal, 'Cranes two')]
    const manager = await t.make.person('manager', { portal })
    const teacher = await t.make.person('instructor', { portal })
    const ada = await t.make.person('learner', { portal, first_name: 'Ada', last_name: 'Crane' })
    await t.make.person('learner', { portal, first_name: 'Bea', last_name: 'Crane' })
    await enroll(portal, manager.id, mine.id, { role: 'manager' })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: other.id, user_id: teacher.id } as never)
        .execute(),
    )
    await enroll(portal, ada.id, mine.id, { manager_id: manager.id })
    const labels = async (who: typeof manager) => (await search(who, 'crane')).map(({ label }) => label)
    expect(await labels(manager)).toEqual(['Ada Crane'])
    expect(await labels(teacher)).toEqual(['Cranes two'])
    expect(await labels(ada)).toEqual([])
    expect(await labels(await t.make.person('portal_admin', { portal }))).toHaveLength(4)
    expect(await labels(await t.make.person('portal_admin'))).toEqual([])
    await expect(search(portal as never, 'crane')).rejects.toMatchObject({ status: 401 })
  })

  test('at most six of a kind are answered, and portals to super admins alone (API-032)', async () => {
    const portal = await t.make.portal({ name: 'Zebra crossing' })
    for (let number = 0; number < 8; number++)
      await t.make.person('learner', { portal, first_name: 'Zebra', last_name: `Number${number}` })
    const found = await search(await t.make.person('super_admin', { portal }), 'zebra')
    expect(found.filter(({ group }) => group === 'People')).toHaveLength(6)
    expect(found.filter(({ group }) => group === 'Portals').map(({ label }) => label)).toEqual(['Zebra crossing'])
    const own = await search(await t.make.person('portal_admin', { portal }), 'zebra crossing')
    expect(own).toEqual([])
  })
})
