import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { listFaq, showFaq } from '../contract.ts'
import { createFaq, createQuestionCategory, updateFaq } from './api.ts'

const t = testApp()

const setUp = async (count: number) => {
  const { portal, editor } = await contentOf(t)
  const category = await editor.act((tx, ctx) => createQuestionCategory(tx, ctx, { title: 'Buying', sort_number: 1 }))
  const questions: { id: number; slug: string }[] = []
  for (let turn = 1; turn <= count; turn++)
    questions.push(
      await editor.act((tx, ctx) =>
        createFaq(tx, ctx, {
          question: `Question ${turn}?`,
          answer: `<p>Answer ${turn}<script>bad()</script></p>`,
          question_category_id: category.id,
          sort_number: turn,
        }),
      ),
    )
  return { portal, editor, category, made: questions }
}

test('questions are listed in order, all or by category (CNT-007, CNT-008, CAT-024)', async () => {
  const { portal, editor, category, made: questions } = await setUp(3)
  const loose = await editor.act((tx, ctx) =>
    createFaq(tx, ctx, { question: 'Loose?', answer: '<p>Yes</p>', sort_number: 0, seo_keywords: 'loose, end' }),
  )
  const all = await t.as(portal).call(listFaq, { query: {} })
  expect(all.data.map(({ id }) => id)).toEqual([loose.id, ...questions.map(({ id }) => id)])
  expect(all.data[1]).toMatchObject({ answer: '<p>Answer 1</p>', category: { id: category.id, title: 'Buying' } })
  expect(all.data[0]).toMatchObject({ category: null, seo_keywords: 'loose, end' })
  const some = await t.as(portal).call(listFaq, { query: { category: category.id, search: 'Question 2' } })
  expect(some.data.map(({ id }) => id)).toEqual([questions[1]?.id])
})

test('a question shows the others of its category, 5 per page (CAT-038, CAT-039)', async () => {
  const { portal, made: questions } = await setUp(8)
  const params = { slug: questions[2]?.slug ?? '' }
  const { data } = await t.as(portal).call(showFaq, { params })
  const others = questions.filter(({ id }) => id !== questions[2]?.id).map(({ id }) => id)
  expect(data.related.data.map(({ id }) => id)).toEqual(others.slice(0, 5))
  const cursor = data.related.meta.next_cursor ?? ''
  const next = await t.as(portal).call(showFaq, { params, query: { cursor } })
  expect(next.data.related.data.map(({ id }) => id)).toEqual(others.slice(5))
  expect(next.data.related.meta.next_cursor).toBeNull()
})

test('a question without a category has no related ones; a missing or foreign one answers 404 (ROU-022, API-021)', async () => {
  const { portal, editor, made: questions } = await setUp(1)
  const { slug } = await editor.act((tx, ctx) => createFaq(tx, ctx, { question: 'Loose?', answer: '<p>Yes</p>' }))
  expect((await t.as(portal).call(showFaq, { params: { slug } })).data.related.data).toEqual([])
  const other = await contentOf(t)
  for (const [at, name] of [
    [portal, 'nothing'],
    [other.portal, slug],
  ] as const)
    expect((await refusalOf(t.as(at).call(showFaq, { params: { slug: name } })))?.status).toBe(404)
  await expect(
    other.editor.act((tx, ctx) => updateFaq(tx, ctx, questions[0]?.id ?? 0, { question: 'Mine?' })),
  ).rejects.toMatchObject({ code: 'not_found' })
})
