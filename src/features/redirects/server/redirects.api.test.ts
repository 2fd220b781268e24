import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { updateCourse } from '../../courses/contract.ts'
import {
  createRedirect,
  deleteFormerAddress,
  deleteRedirect,
  listFormerAddresses,
  listRedirects,
  saveRedirects,
  updateRedirect,
} from '../contract.ts'

const t = testApp()
const { course } = enrolling(t)

const add = async (who: TestPerson, old_address: string, new_address: string) =>
  (await t.as(who).call(createRedirect, { body: { old_address, new_address } })).data
const many = async (who: TestPerson, text: string) => (await t.as(who).call(saveRedirects, { body: { text } })).data
const addresses = async (who: TestPerson, query: object = {}) =>
  (await t.as(who).call(listRedirects, { query })).data.map((row) => [row.old_address, row.new_address])
const problemsOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (reason: { status: number; errors?: Record<string, string[]> }) => reason,
  )
  expect(error).toMatchObject({ status: 422 })
  return error?.errors
}

test('redirects are made, found, changed and deleted; an old address has one (SEO-026, SEO-028)', async () => {
  const editor = await t.make.person('editor')
  const first = await add(editor, ' https://www.old.example/Courses/OSHA.html ', '/course/osha')
  expect(first).toMatchObject({ old_address: '/courses/osha.html', new_address: '/course/osha', version: 0 })
  await add(editor, '/about-us/', 'https://other.example/about')
  expect(await addresses(editor, { sort: 'old_address' })).toEqual([
    ['/about-us', 'https://other.example/about'],
    ['/courses/osha.html', '/course/osha'],
  ])
  expect(await addresses(editor, { search: 'osha' })).toEqual([['/courses/osha.html', '/course/osha']])
  expect(await problemsOf(add(editor, '/COURSES/osha.html/', '/x'))).toEqual({
    old_address: ['This address has a redirect already.'],
  })
  const params = { id: first.id }
  const body = { old_address: '/courses/osha.html', new_address: `http://${editor.portal.host}/course/osha-10` }
  const { data } = await t.as(editor).call(updateRedirect, { params, body })
  expect(data).toMatchObject({ new_address: '/course/osha-10', version: 1 })
  expect(
    await problemsOf(t.as(editor).call(updateRedirect, { params, body: { ...body, old_address: '/about-us' } })),
  ).toEqual({ old_address: ['This address has a redirect already.'] })
  await t.as(editor).call(deleteRedirect, { params })
  await expect(t.as(editor).call(deleteRedirect, { params })).rejects.toMatchObject({ status: 404 })
  expect(await addresses(editor)).toEqual([['/about-us', 'https://other.example/about']])
})

test('no redirect leads in a circle, also when two are made at once (SEO-028)', async () => {
  const editor = await t.make.person('portal_admin')
  const circle = { new_address: ['This would lead in a circle.'] }
  expect(await problemsOf(add(editor, '/a', '/A/'))).toEqual(circle)
  await add(editor, '/a', '/b')
  expect(await problemsOf(add(editor, '/b', '/a?x=1'))).toEqual(circle)
  const both = await Promise.allSettled([add(editor, '/c', '/d'), add(editor, '/d', '/c')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { id } = await add(editor, '/e', '/course/x')
  const change = { params: { id }, body: { old_address: '/e', new_address: '/e/' } }
  expect(await problemsOf(t.as(editor).call(updateRedirect, change))).toEqual(circle)
})

test('many lines are saved together or not at all, and each wrong one is named (SEO-029)', async () => {
  const editor = await t.make.person('editor')
  await add(editor, '/kept', '/course/kept')
  await add(editor, '/moved', '/course/old')
  const wrong = '/new,/course/new\n/\t/x\n/other;nowhere\n/new /y\n/p1,/p2\n/p2,/p1'
  expect(await problemsOf(many(editor, wrong))).toEqual({
    text: [
      'Line 2: The home page cannot be redirected.',
      'Line 3: Please start with / for a page of this portal, or with https:// for another website.',
      'Line 4: The address stands in line 1 already.',
      'Line 5: This would lead in a circle.',
      'Line 6: This would lead in a circle.',
    ],
  })
  expect(await addresses(editor)).toHaveLength(2)
  const text = '/new,/course/new\r\n\r\n/kept\t/course/kept\r\n/moved;/course/now'
  expect(await many(editor, text)).toEqual({ created: 1, changed: 1, unchanged: 1 })
  expect(await many(editor, text)).toEqual({ created: 0, changed: 0, unchanged: 3 })
  expect(await addresses(editor, { sort: 'old_address' })).toEqual([
    ['/kept', '/course/kept'],
    ['/moved', '/course/now'],
    ['/new', '/course/new'],
  ])
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `/n${n} /x`).join('\n')
  expect(await many(editor, lines(1000))).toMatchObject({ created: 1000 })
  expect(await problemsOf(many(editor, lines(1001)))).toEqual({ text: ['Please enter at most 1,000 lines at once.'] })
  expect((await problemsOf(many(editor, lines(25).replaceAll('/x', 'x'))))?.text).toHaveLength(21)
})

test('a former address is listed with what it leads to, and can be let go (SEO-030, ROU-004)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id, slug } = await course(admin.portal)
  await t.as(admin).call(updateCourse, { params: { slug }, body: { slug: 'osha-10-hour', title: 'OSHA 10' } })
  await t.platform((tx) =>
    tx
      .insertInto('terms')
      .values({ portal_id: admin.portal.id, kind: 'category', title: 'Ropes', slug: 'ropes' })
      .execute(),
  )
  await t.platform((tx) =>
    tx.updateTable('terms').set({ slug: 'rope-work' }).where('portal_id', '=', admin.portal.id).execute(),
  )
  const list = async (query: object = {}) => (await t.as(admin).call(listFormerAddresses, { query })).data
  const shown = async (query: object = {}) =>
    (await list(query)).map((row) => [row.old_address, row.new_address, row.title])
  const [ofCourse, ofTerm] = [
    [`/course/${slug}`, '/course/osha-10-hour', 'OSHA 10'],
    ['/training-courses/ropes', '/training-courses/rope-work', 'Ropes'],
  ]
  expect(await shown({ sort: 'created_at' })).toEqual([ofCourse, ofTerm])
  expect(await shown({ sort: '-created_at', per_page: 1 })).toEqual([ofTerm])
  expect(await shown({ search: 'osha' })).toEqual([ofCourse])
  const foreign = await t.make.person('portal_admin')
  expect((await t.as(foreign).call(listFormerAddresses)).data).toEqual([])
  for (const row of await list()) {
    const params = { id: row.id }
    await expect(t.as(foreign).call(deleteFormerAddress, { params })).rejects.toMatchObject({ status: 404 })
    await t.as(admin).call(deleteFormerAddress, { params })
    await expect(t.as(admin).call(deleteFormerAddress, { params })).rejects.toMatchObject({ status: 404 })
  }
  expect(await list()).toEqual([])
  const left = await t.platform((tx) =>
    tx.selectFrom('course_slugs').select('slug').where('course_id', '=', id).execute(),
  )
  expect(left).toEqual([])
})

test.each([
  ['editor', 200],
  ['portal_admin', 200],
  ['course_admin', 403],
  ['manager', 403],
  ['learner', 403],
] as const)('%s gets %i from the lists of addresses (SEO-026, SEO-030, ROL-041)', async (role, status) => {
  const person = await t.make.person(role)
  for (const url of ['/portal/redirects', '/portal/former-addresses'])
    expect((await t.request(person, { method: 'GET', url: `/api/v1${url}` })).statusCode).toBe(status)
})

test('a redirect belongs to its portal (SEO-028)', async () => {
  const [editor, foreign] = [await t.make.person('editor'), await t.make.person('editor')]
  const { id } = await add(editor, '/a', '/b')
  const body = { old_address: '/a', new_address: '/c' }
  await expect(t.as(foreign).call(updateRedirect, { params: { id }, body })).rejects.toMatchObject({ status: 404 })
  await expect(t.as(foreign).call(deleteRedirect, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await addresses(foreign)).toEqual([])
  expect(await addresses(editor)).toEqual([['/a', '/b']])
})
