import { describe, expect, test } from 'vitest'
import { attachQuestionPool, examItems } from '#features/exams/contract-admin.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import {
  createQuestion,
  createQuestionPool,
  deleteQuestion,
  deleteQuestionPool,
  listQuestionPools,
  showQuestion,
  showQuestionPool,
  updateQuestion,
  updateQuestionPool,
} from '../contract.ts'

const t = testApp()
const make = authoring(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

const two = [
  { text: 'Yes', is_correct: true },
  { text: 'No', is_correct: false },
]
const aQuestion = { text: '<p>Is it?</p>', type: 'single' as const, answers: two }

const aPool = async (author: TestPerson, title = 'Pool') =>
  (await t.as(author).call(createQuestionPool, { body: { title } })).data

/** An exam in a course of the author with the pool attached. */
const examWith = async (author: TestPerson, poolId: number, course?: { id: number }) => {
  const api = t.as(author)
  const { id: courseId } = course ?? (await make.course(author))
  const { data } = await api.call(examItems.create, { params: { courseId }, body: { title: 'Final' } })
  await api.call(attachQuestionPool, { params: { examId: data.itemable_id, id: poolId }, body: {} })
  return { examId: data.itemable_id, courseId }
}

describe('pools (QPL-001, QPL-003, QPL-010)', () => {
  test('are created, listed, shown, renamed and deleted', async () => {
    const editor = await t.make.person('editor')
    const api = t.as(editor)
    const created = await aPool(editor, 'Fire safety')
    expect(created).toMatchObject({
      title: 'Fire safety',
      portal_id: editor.portal.id,
      questions_count: 0,
      questions: [],
      partner_company_id: null,
      abilities: { update: true, delete: true },
    })
    const params = { id: created.id }
    await api.call(createQuestion, { params, body: aQuestion })
    await aPool(editor, 'Arson')
    const list = await api.call(listQuestionPools, { query: { sort: 'title' } })
    expect(list.data.map((pool) => [pool.title, pool.questions_count])).toEqual([
      ['Arson', 0],
      ['Fire safety', 1],
    ])
    expect((await api.call(listQuestionPools, { query: { search: 'safe' } })).data).toHaveLength(1)
    const renamed = await api.call(updateQuestionPool, { params, body: { title: 'Fire' } })
    expect(renamed.data).toMatchObject({ title: 'Fire', questions_count: 1 })
    expect((await api.call(showQuestionPool, { params })).data).toEqual(renamed.data)
    expect(await api.call(deleteQuestionPool, { params })).toBeNull()
    await expect(api.call(showQuestionPool, { params })).rejects.toMatchObject(NOT_FOUND)
    expect((await api.call(listQuestionPools, {})).data.map((pool) => pool.title)).toEqual(['Arson'])
    expect((await make.actions(editor.portal)).map(({ action }) => action)).toEqual([
      'question-pool.create',
      'question-pool.add-question',
      'question-pool.create',
      'question-pool.update',
      'question-pool.delete',
    ])
  })

  test('have their own calls, and so do their questions and the exams that draw from them (QPL-009)', async () => {
    const admin = await t.make.person('portal_admin')
    const { id: courseId } = await make.course(admin)
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
      const answer = await t.request(admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) })
      return { status: answer.statusCode, data: answer.body ? answer.json().data : null }
    }
    const pool = await ask('POST', '/question-pools', { title: 'Called' })
    const at = `/question-pools/${pool.data.id}`
    expect(await ask('PUT', at, { title: 'Renamed' })).toMatchObject({ status: 200, data: { title: 'Renamed' } })
    const question = await ask('POST', `${at}/questions`, aQuestion)
    expect(question).toMatchObject({ status: 200, data: { question_pool_id: pool.data.id } })
    const url = `/question-pools/questions/${question.data.id}`
    expect(await ask('GET', url)).toMatchObject({
      status: 200,
      data: { id: question.data.id, text: '<p>Is it?</p>' },
    })
    expect(await ask('PUT', url, { text: '<p>Was it?</p>' })).toMatchObject({ data: { text: '<p>Was it?</p>' } })
    expect(await ask('GET', at)).toMatchObject({ data: { title: 'Renamed', questions: [{ text: '<p>Was it?</p>' }] } })

    const exam = await t.as(admin).call(examItems.create, { params: { courseId }, body: { title: 'Final' } })
    const tie = `/admin/exams/${exam.data.itemable_id}/question-pools/${pool.data.id}`
    expect((await ask('POST', tie, {})).data.question_pools).toMatchObject([{ id: pool.data.id }])
    expect((await ask('DELETE', tie)).data.question_pools).toEqual([])
    expect(await ask('DELETE', url)).toEqual({ status: 204, data: null })
    expect((await ask('GET', url)).status).toBe(404)
    expect(await ask('DELETE', at)).toEqual({ status: 204, data: null })
    expect((await ask('GET', at)).status).toBe(404)
  })

  test('a pool without a title answers 422 (VAL-008)', async () => {
    const editor = await t.make.person('editor')
    await expect(aPool(editor, ' ')).rejects.toMatchObject({
      status: 422,
      errors: { title: ['This field is required.'] },
    })
  })

  test('an attached pool is deleted and detached, unless its exam has attempts (QPL-007)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const api = t.as(admin)
    const [used, free] = [await aPool(admin, 'Used'), await aPool(admin, 'Free')]
    const { examId, courseId } = await examWith(admin, used.id)
    await examWith(admin, free.id)
    const enrollment = await make.enroll(portal, courseId, await t.make.person('learner', { portal }))
    await t.platform((tx) =>
      tx
        .insertInto('exam_attempts')
        .values({
          portal_id: portal.id,
          exam_id: examId,
          enrollment_id: enrollment,
          type: 'exam',
          number: 1,
          seed: 1,
          passing_score: 70,
          questions_count: 1,
          started_at: new Date(),
        })
        .execute(),
    )
    const before = await make.snapshot(portal)
    await expect(api.call(deleteQuestionPool, { params: { id: used.id } })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'The question pool is used in an exam that learners have taken.',
    })
    expect(await make.snapshot(portal)).toEqual(before)
    await api.call(deleteQuestionPool, { params: { id: free.id } })
    const after = await make.snapshot(portal)
    expect(after.exam_question_pools).toHaveLength(1)
  })

  test('its questions are kept for earlier attempts when a pool is deleted (QPL-007)', async () => {
    const admin = await t.make.person('portal_admin')
    const pool = await aPool(admin)
    const { data } = await t.as(admin).call(createQuestion, { params: { id: pool.id }, body: aQuestion })
    await t.as(admin).call(deleteQuestionPool, { params: { id: pool.id } })
    const rows = await t.platform((tx) => tx.selectFrom('questions').select('text').where('id', '=', data.id).execute())
    expect(rows).toEqual([{ text: '<p>Is it?</p>' }])
    await expect(t.as(admin).call(showQuestion, { params: { id: data.id } })).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('questions (QPL-002 to QPL-005, QPL-011, VAL-035)', () => {
  test('have cleaned text, plain answers and an explanation, in order', async () => {
    const admin = await t.make.person('portal_admin')
    const api = t.as(admin)
    const pool = await aPool(admin)
    const params = { id: pool.id }
    const { data } = await api.call(createQuestion, {
      params,
      body: {
        text: '<p>How <b>many</b>?</p><script>x</script>',
        type: 'multiple',
        explanation: '<p>Because <img src="javascript:x"></p>',
        answers: [
          { text: ' 1 < 2 ', is_correct: true },
          { text: 'List<String>', is_correct: true },
          { text: 'a<b  &amp; <script>alert(1)</script>', is_correct: false },
        ],
      },
    })
    expect(data).toMatchObject({
      question_pool_id: pool.id,
      text: '<p>How <b>many</b>?</p>',
      type: 'multiple',
      explanation: '<p>Because <img /></p>',
      sort_number: 1,
      answers: [
        { text: '1 < 2', is_correct: true, sort_number: 1 },
        { text: 'List<String>', is_correct: true, sort_number: 2 },
        { text: 'a<b  &amp; <script>alert(1)</script>', is_correct: false, sort_number: 3 },
      ],
    })
    expect((await api.call(showQuestion, { params: { id: data.id } })).data).toEqual(data)
    await api.call(createQuestion, { params, body: { ...aQuestion, sort_number: 1 } })
    const shown = await api.call(showQuestionPool, { params })
    expect(shown.data.questions.map((question) => [question.sort_number, question.type])).toEqual([
      [1, 'single'],
      [2, 'multiple'],
    ])
  })

  test('a boolean question has the answers True and False (QPL-005)', async () => {
    const admin = await t.make.person('portal_admin')
    const pool = await aPool(admin)
    const answers = [
      { text: 'false', is_correct: true },
      { text: 'true', is_correct: false },
    ]
    const { data } = await t.as(admin).call(createQuestion, {
      params: { id: pool.id },
      body: { text: 'So?', type: 'boolean', answers },
    })
    expect(data.answers).toMatchObject([
      { text: 'True', is_correct: false },
      { text: 'False', is_correct: true },
    ])
  })

  test('invalid answers are refused with the texts in the catalog, and nothing is written (ERR-091, QPL-004, QPL-005)', async () => {
    const admin = await t.make.person('portal_admin')
    const pool = await aPool(admin)
    const { data: question } = await t.as(admin).call(createQuestion, { params: { id: pool.id }, body: aQuestion })
    const before = await make.snapshot(admin.portal)
    const wrong = two.map((answer) => ({ ...answer, is_correct: false }))
    const cases: [object, Record<string, string[]>][] = [
      [{ ...aQuestion, answers: wrong }, { answers: ['Select at least one correct answer'] }],
      [{ ...aQuestion, answers: two.slice(0, 1) }, { 'answers.1.text': ['This field is required.'] }],
      [{ ...aQuestion, type: 'essay' }, { type: ['Selected value is not valid'] }],
      [{ ...aQuestion, text: '<p> </p>' }, { text: ['This field is required.'] }],
      [{ ...aQuestion, type: 'boolean' }, { answers: ['Selected value is not valid'] }],
      [{ type: 'single', text: 'A' }, { answers: ['This field is required.'] }],
    ]
    for (const [body, errors] of cases)
      await expect(
        t.as(admin).call(createQuestion, { params: { id: pool.id }, body: body as never }),
      ).rejects.toMatchObject({ status: 422, code: 'invalid', errors })
    const params = { id: question.id }
    await expect(t.as(admin).call(updateQuestion, { params, body: { answers: wrong } })).rejects.toMatchObject({
      status: 422,
      errors: { answers: ['Select at least one correct answer'] },
    })
    await expect(t.as(admin).call(updateQuestion, { params, body: { type: 'boolean' } })).rejects.toMatchObject({
      status: 422,
    })
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })

  test('answers with an id keep it, and omitted ones are hidden but kept', async () => {
    const admin = await t.make.person('portal_admin')
    const api = t.as(admin)
    const pool = await aPool(admin)
    const { data } = await api.call(createQuestion, { params: { id: pool.id }, body: aQuestion })
    const [yes, no] = data.answers
    const params = { id: data.id }
    const changed = await api.call(updateQuestion, {
      params,
      body: {
        type: 'multiple',
        answers: [
          { text: 'Maybe', is_correct: true },
          { id: yes?.id, text: 'Yes!', is_correct: true },
        ],
      },
    })
    expect(changed.data.answers).toMatchObject([
      { text: 'Maybe', sort_number: 1 },
      { id: yes?.id, text: 'Yes!', sort_number: 2 },
    ])
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('question_answers')
        .select('text')
        .where('id', '=', no?.id as number)
        .execute(),
    )
    expect(rows).toEqual([{ text: 'No' }])
    for (const id of [no?.id as number, 99_999_999])
      await expect(
        api.call(updateQuestion, {
          params,
          body: {
            answers: [
              { id, text: 'a', is_correct: true },
              { text: 'b', is_correct: false },
            ],
          },
        }),
      ).rejects.toMatchObject({ status: 422, errors: { 'answers.0.id': ['Selected value is not valid'] } })
  })

  test('the numbers stay 1 to n, whatever runs at the same time', async () => {
    const admin = await t.make.person('portal_admin')
    const api = t.as(admin)
    const pool = await aPool(admin)
    const params = { id: pool.id }
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.push((await api.call(createQuestion, { params, body: aQuestion })).data.id)
    await Promise.all([
      api.call(createQuestion, { params, body: { ...aQuestion, sort_number: 1 } }),
      api.call(createQuestion, { params, body: { ...aQuestion, sort_number: 2 } }),
      api.call(deleteQuestion, { params: { id: ids[1] as number } }),
      api.call(updateQuestion, { params: { id: ids[0] as number }, body: { sort_number: 4 } }),
    ])
    const { data } = await api.call(showQuestionPool, { params })
    expect(data.questions.map((question) => question.sort_number)).toEqual([1, 2, 3, 4])
  })
})

describe('who reaches which pool (ROL-027, ROL-039, QPL-013, API-021)', () => {
  test('another portal answers 404, other roles 403', async () => {
    const admin = await t.make.person('portal_admin')
    const pool = await aPool(admin)
    const { data: question } = await t.as(admin).call(createQuestion, { params: { id: pool.id }, body: aQuestion })
    const before = await make.snapshot(admin.portal)
    const stranger = t.as(await t.make.person('portal_admin'))
    const params = { id: pool.id }
    const one = { params: { id: question.id } }
    await expect(stranger.call(showQuestionPool, { params })).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(updateQuestionPool, { params, body: { title: 'X' } })).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(deleteQuestionPool, { params })).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(createQuestion, { params, body: aQuestion })).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(showQuestion, one)).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(updateQuestion, { ...one, body: { text: 'X' } })).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.call(deleteQuestion, one)).rejects.toMatchObject(NOT_FOUND)
    for (const role of ['learner', 'manager', 'accounting'] as const) {
      const other = t.as(await t.make.person(role, { portal: admin.portal }))
      await expect(other.call(listQuestionPools, {})).rejects.toMatchObject(FORBIDDEN)
      await expect(other.call(showQuestionPool, { params })).rejects.toMatchObject(FORBIDDEN)
    }
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })

  test('instructors change their own pools, and see those that exams of their courses use', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const instructor = await t.make.person('instructor', { portal })
    const own = await aPool(instructor, 'Own')
    const used = await aPool(admin, 'Used')
    const hidden = await aPool(admin, 'Hidden')
    const course = await make.course(instructor)
    await examWith(admin, used.id, course)
    await examWith(admin, hidden.id)
    const api = t.as(instructor)
    const { data } = await api.call(listQuestionPools, {})
    expect(data.map((pool) => [pool.title, pool.abilities.update])).toEqual([
      ['Own', true],
      ['Used', false],
    ])
    expect((await api.call(showQuestionPool, { params: { id: used.id } })).data.title).toBe('Used')
    await expect(api.call(createQuestion, { params: { id: used.id }, body: aQuestion })).rejects.toMatchObject(
      FORBIDDEN,
    )
    await expect(api.call(deleteQuestionPool, { params: { id: used.id } })).rejects.toMatchObject(FORBIDDEN)
    await expect(api.call(showQuestionPool, { params: { id: hidden.id } })).rejects.toMatchObject(NOT_FOUND)
    await api.call(createQuestion, { params: { id: own.id }, body: aQuestion })
  })

  test("a partner reaches only the company's pools", async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const partner = await t.make.person('partner', { portal })
    const company = await make.company(portal, partner)
    const portals = await aPool(admin, "Portal's")
    const own = await aPool(partner, 'Own')
    expect(own.partner_company_id).toBe(company)
    const api = t.as(partner)
    expect((await api.call(listQuestionPools, {})).data.map((pool) => pool.title)).toEqual(['Own'])
    await expect(api.call(showQuestionPool, { params: { id: portals.id } })).rejects.toMatchObject(NOT_FOUND)
    await expect(
      api.call(createQuestionPool, { body: { title: 'A', partner_company_id: null } }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(aPool(await t.make.person('partner', { portal }))).rejects.toMatchObject(FORBIDDEN)
  })
})
