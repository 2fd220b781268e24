// Every search compares words the same way: the public one, people, and administration lists.
import { describe, expect, test } from 'vitest'
import { listUsers } from '#features/accounts/contract.ts'
import { listCourseFilters, listCourses as listPublicCourses, suggestCourses } from '#features/catalog/contract.ts'
import { listCourses } from '#features/courses/contract.ts'
import { listLearners, listManagerUsers } from '#features/managers/contract.ts'
import { listOrders } from '#features/orders/contract.ts'
import { listPayments } from '#features/payments/contract.ts'
import { listLearnerCourses } from '#features/progress/contract.ts'
import { listTaughtLearners } from '#features/teaching/contract.ts'
import { listUserCourses } from '#features/users/contract.ts'
import { testApp } from '../api.ts'
import { shopOf } from '../shop.ts'

const t = testApp()
const shop = shopOf(t)

/** Ways to type a name or title that is stored differently. */
const PEOPLE: [string, string][] = [
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'MÜLLER'],
  ['Müller', 'mu\u0308ller'],
  ['O’Brien', 'obrien'],
  ['O’Brien', "O'Brien"],
  ["O'Brien", 'O’Brien'],
  ['Strauß', 'strauss'],
  ['Lœwe', 'loewe'],
  ['Ｍａｅｄａ', 'maeda'],
]
const TITLES: [string, string][] = [
  ['Protección Eléctrica', 'proteccion electrica'],
  ['Proteccio\u0301n Ele\u0301ctrica', 'PROTECCIÓN ELÉCTRICA'],
  ['Driver’s Safety', "driver's safety"],
  ["Driver's Safety", 'drivers'],
  ['Großbaustelle', 'grossbaustelle'],
  ['Hors d’œuvre', 'oeuvre'],
  ['ＳＡＦＥＴＹ １０', 'safety 10'],
]

describe('names of people (API-029, ORD-053)', () => {
  test.each(PEOPLE)('%s is found by "%s" among people, orders, payments and learners', async (name, search) => {
    const portal = await shop.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const buyer = await t.make.person('learner', { portal, first_name: 'Kim', last_name: name })
    const other = await t.make.person('learner', { portal, first_name: 'Kim', last_name: 'Jones' })
    const course = await shop.course(portal)
    for (const person of [buyer, other]) await shop.buy(person, 'course', [{ id: course.id }])
    const manager = await t.make.person('manager', { portal })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ manager_id: manager.id }).where('course_id', '=', course.id).execute(),
    )
    const query = { search } as never
    const slug = { slug: course.slug }
    const calls = t.as(admin)
    const results = {
      people: (await calls.call(listUsers, { query })).data.map(({ id }) => id),
      orders: (await calls.call(listOrders, { query: { search, scope: 'portal' } as never })).data.map(
        ({ user }) => user.id,
      ),
      payments: (await calls.call(listPayments, { query })).data.map(({ user }) => user.id),
      managed: (await t.as(manager).call(listManagerUsers, { query })).data.map(({ id }) => id),
      learners: (await calls.call(listLearners, { params: slug, query })).data.map(({ user }) => user.id),
      taught: (await calls.call(listTaughtLearners, { params: slug, query })).data.map(({ user }) => user.id),
    }
    const mine = [buyer.id]
    expect(results).toEqual({ people: mine, orders: mine, payments: mine, managed: mine, learners: mine, taught: mine })
    expect((await calls.call(listUsers, { query: { search: `kim ${search}` } as never })).data).toHaveLength(1)
    expect((await calls.call(listUsers, { query: { search: `${search} jones` } as never })).data).toEqual([])
  })

  test('a person is found by the new name, username and e-mail after a change, and not by anyone else’s (API-029, USR-045)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const person = await t.make.person('learner', { portal, first_name: 'Jürgen', last_name: 'Groß' })
    await t.make.person('learner', { first_name: 'Jürgen', last_name: 'Elsewhere' })
    const find = async (search: string) =>
      (await t.as(admin).call(listUsers, { query: { search } as never })).data.map(({ id }) => id)
    expect(await find('jurgen gross')).toEqual([person.id])
    expect(await find('elsewhere')).toEqual([])
    await t.platform(async (tx) => {
      await tx
        .updateTable('portal_users')
        .set({ first_name: 'Zoë', username: 'zoe-groß' })
        .where('user_id', '=', person.id)
        .execute()
      await tx.updateTable('users').set({ email: 'gross.zoe@example.net' }).where('id', '=', person.id).execute()
    })
    expect(await find('jurgen')).toEqual([])
    for (const search of ['zoe gross', 'zoe-gross', 'gross.zoe@example.net', 'example.net zoë'])
      expect(await find(search)).toEqual([person.id])
    expect(await find('%')).toEqual([])
    expect(await find('’')).toHaveLength(2)
  })

  test('names shared by many people are found page by page in list order (API-029, API-012)', async () => {
    const admin = await t.make.person('portal_admin')
    await t.platform(async (tx) => {
      const emails = Array.from({ length: 1100 }, (_, n) => ({ email: `many${n}.${admin.portal.id}@example.com` }))
      const users = await tx.insertInto('users').values(emails).returning('id').execute()
      await tx
        .insertInto('portal_users')
        .values(
          users.map(({ id }, n) => ({
            portal_id: admin.portal.id,
            user_id: id,
            first_name: 'José',
            last_name: `N${n}`,
          })),
        )
        .execute()
    })
    const page = await t.as(admin).call(listUsers, { query: { search: 'jose', sort: 'name', per_page: 100 } as never })
    expect(page.data).toHaveLength(100)
    expect(page.meta.next_cursor).not.toBeNull()
    const one = await t.as(admin).call(listUsers, { query: { search: 'jose n1099' } as never })
    expect(one.data.map(({ display_name }) => display_name)).toEqual(['José N1099'])
  })
})

describe('words in titles (CAT-044, API-029)', () => {
  test.each(TITLES)('%s is found by "%s" on the storefront and in lists of courses', async (title, search) => {
    const portal = await shop.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const learner = await t.make.person('learner', { portal })
    const course = await shop.course(portal, { title })
    const other = await shop.course(portal, { title: 'Forklifts' })
    for (const { id } of [course, other]) await shop.buy(learner, 'course', [{ id }])
    const query = { search } as never
    const results = {
      storefront: (await t.as(portal).call(listPublicCourses, { query })).data.map(({ id }) => id),
      corrected: (await t.as(portal).call(listPublicCourses, { query })).meta.corrected_search,
      suggestions: (await t.as(portal).call(suggestCourses, { query })).data.courses.map(({ id }) => id),
      courses: (await t.as(admin).call(listCourses, { query })).data.map(({ id }) => id),
      own: (await t.as(learner).call(listLearnerCourses, { query })).data.map(({ id }) => id),
      of_user: (await t.as(admin).call(listUserCourses, { params: { id: learner.id }, query })).data.map(
        (row) => row.course.id,
      ),
    }
    const mine = [course.id]
    expect(results).toEqual({
      storefront: mine,
      corrected: null,
      suggestions: mine,
      courses: mine,
      own: mine,
      of_user: mine,
    })
  })

  test('terms, provider and author are found by folded words, whole, partial and mistyped (CAT-044, CAT-012)', async () => {
    const portal = await shop.portal()
    const course = await shop.course(portal, {
      title: 'Roofs',
      author_name: 'Zoë Müller-O’Brien',
      seo_keywords: 'construcción',
    })
    const find = async (search: string) => {
      const { data, meta } = await t.as(portal).call(listPublicCourses, { query: { search } as never })
      return [data.map(({ id }) => id), meta.corrected_search]
    }
    for (const search of ['zoe', 'müller', 'OBRIEN', "o'brien", 'brien', 'construccion', 'construc'])
      expect(await find(search)).toEqual([[course.id], null])
    expect(await find('construcion')).toEqual([[course.id], 'construccion'])
    const { meta } = await t.as(portal).call(listCourseFilters, { query: { search: 'CONSTRUCCIÓN' } as never })
    expect(meta.courses_count).toBe(1)
  })
})
