import { expect, test } from 'vitest'
import { createFaq } from '#features/faq/server/api.ts'
import { createAuthor } from '#features/partners/server/api.ts'
import { createTerm } from '#features/terms/server/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { selectContent } from '../contract.ts'
import { SELECTS } from '../rules/selects.ts'

const t = testApp()

test('every list answers id and title of all records of the portal, by title (CNT-030, CNT-031)', async () => {
  const { portal, editor } = await contentOf(t)
  const other = await contentOf(t)
  const person = await t.make.person('portal_admin', { portal })
  const select = async (list: (typeof SELECTS)[number]) =>
    (await t.as(person).call(selectContent, { params: { list } })).data
  for (const list of SELECTS) expect(await select(list)).toEqual([])
  const second = await editor.act((tx, ctx) => createTerm(tx, ctx, 'agency', { title: 'Second' }))
  const first = await editor.act((tx, ctx) => createTerm(tx, ctx, 'agency', { title: 'First' }))
  await editor.act((tx, ctx) => createTerm(tx, ctx, 'tag', { title: 'Tag' }))
  await other.editor.act((tx, ctx) => createTerm(tx, ctx, 'agency', { title: 'Elsewhere' }))
  expect(await select('agencies')).toEqual([
    { id: first.id, title: 'First' },
    { id: second.id, title: 'Second' },
  ])
  const author = await editor.act((tx, ctx) => createAuthor(tx, ctx, { name: 'Ann', partner_company_id: null }))
  expect(await select('authors')).toEqual([{ id: author.id, title: 'Ann' }])
})

test('admin questions are the FAQ items of the portal, for those who may see them (CNT-032, ROL-041)', async () => {
  const { portal, editor } = await contentOf(t)
  const { id } = await editor.act((tx, ctx) => createFaq(tx, ctx, { question: 'Why?', answer: '<p>So.</p>' }))
  const at = { params: { list: 'admin-questions' as const } }
  const person = await t.make.person('editor', { portal })
  expect((await t.as(person).call(selectContent, at)).data).toEqual([{ id, title: 'Why?' }])
  const courseAdmin = await t.make.person('course_admin', { portal })
  expect((await refusalOf(t.as(courseAdmin).call(selectContent, at)))?.status).toBe(403)
  expect((await t.as(courseAdmin).call(selectContent, { params: { list: 'tags' } })).data).toEqual([])
})
