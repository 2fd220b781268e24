import { describe, expect, test } from 'vitest'
import { createQuestion, createQuestionPool, deleteQuestion } from '#features/question-pools/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { attachQuestionPool, detachQuestionPool, examItems, surveyItems } from '../contract-admin.ts'
import { findIncompleteExams } from './authoring.ts'

const t = testApp()
const make = authoring(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

const aPool = async (author: TestPerson, count: number, body: { partner_company_id?: number } = {}) => {
  const api = t.as(author)
  const { data } = await api.call(createQuestionPool, { body: { title: `Pool of ${count}`, ...body } })
  const answers = [
    { text: 'a', is_correct: true },
    { text: 'b', is_correct: false },
  ]
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const body = { text: `Question ${n}`, type: 'single' as const, answers }
    ids.push((await api.call(createQuestion, { params: { id: data.id }, body })).data.id)
  }
  return { id: data.id, ids }
}

const setUp = async (calls: typeof examItems | typeof surveyItems = examItems) => {
  const admin = await t.make.person('portal_admin')
  const { id: courseId } = await make.course(admin)
  const api = t.as(admin)
  const { data } = await api.call((calls as typeof examItems).create, {
    params: { courseId },
    body: { title: 'Final' },
  })
  return { admin, api, courseId, item: data, examId: data.itemable_id }
}

describe('exams and knowledge checks (EXM-001 to EXM-005, EXM-031)', () => {
  test.each([
    [examItems, 'exam'],
    [surveyItems, 'survey'],
  ] as const)('%# have the authored fields with their defaults (EXM-039)', async (calls, type) => {
    const { item, api, courseId } = await setUp(calls)
    expect(item.itemable).toEqual({
      id: item.itemable_id,
      type,
      title: 'Final',
      description: null,
      attempts_number: null,
      passing_score: 70,
      shuffle_questions: false,
      time_limit_minutes: null,
      allows_offline: type === 'survey',
      questions_count: 0,
      lacks_questions: true,
      question_pools: [],
    })
    const params = { courseId, id: item.id }
    const { data } = await api.call((calls as typeof examItems).update, {
      params,
      body: {
        description: '<p>Read <script>x</script>this</p>',
        attempts_number: 3,
        passing_score: 80,
        shuffle_questions: true,
        time_limit_minutes: 45,
      },
    })
    expect(data.itemable).toMatchObject({
      description: '<p>Read this</p>',
      attempts_number: 3,
      passing_score: 80,
      shuffle_questions: true,
      time_limit_minutes: 45,
    })
    const cleared = await api.call((calls as typeof examItems).update, {
      params,
      body: { attempts_number: null, time_limit_minutes: null },
    })
    expect(cleared.data.itemable).toMatchObject({ attempts_number: null, time_limit_minutes: null, passing_score: 80 })
  })
})

describe('attaching pools (QPL-008, QPL-012)', () => {
  test('a pool supplies all its questions, or as many as its attachment says', async () => {
    const { api, admin, examId } = await setUp()
    const [all, some] = [await aPool(admin, 2), await aPool(admin, 3)]
    await api.call(attachQuestionPool, { params: { examId, id: all.id }, body: {} })
    const { data } = await api.call(attachQuestionPool, {
      params: { examId, id: some.id },
      body: { questions_count: 1 },
    })
    expect(data).toMatchObject({
      questions_count: 3,
      lacks_questions: false,
      question_pools: [
        { id: all.id, questions_count: null, available: 2 },
        { id: some.id, questions_count: 1, available: 3 },
      ],
    })
    const again = await api.call(attachQuestionPool, { params: { examId, id: all.id }, body: { questions_count: 2 } })
    expect(again.data.question_pools.map((pool) => [pool.id, pool.questions_count])).toEqual([
      [all.id, 2],
      [some.id, 1],
    ])
    const remaining = await api.call(detachQuestionPool, { params: { examId, id: all.id } })
    expect(remaining.data.question_pools.map((pool) => pool.id)).toEqual([some.id])
    await expect(api.call(detachQuestionPool, { params: { examId, id: all.id } })).rejects.toMatchObject(NOT_FOUND)
    await expect(
      api.call(attachQuestionPool, { params: { examId, id: all.id }, body: { questions_count: 0 } }),
    ).rejects.toMatchObject({ status: 422, errors: { questions_count: ['Please enter a value of at least 1.'] } })
  })

  test('an exam lacks questions when a pool gets smaller than the number to draw (EXM-029)', async () => {
    const { api, admin, examId, courseId } = await setUp()
    const pool = await aPool(admin, 2)
    await api.call(attachQuestionPool, { params: { examId, id: pool.id }, body: { questions_count: 2 } })
    const incomplete = () => t.platform((tx) => findIncompleteExams(tx, admin.portal.id, courseId))
    expect(await incomplete()).toEqual([])
    await api.call(deleteQuestion, { params: { id: pool.ids[0] as number } })
    expect(await incomplete()).toEqual([{ id: examId, title: 'Final' }])
  })

  test('a deleted exam asks no questions and takes no pools (BLD-042, EXM-029)', async () => {
    const { api, admin, examId, courseId, item } = await setUp()
    const pool = await aPool(admin, 1)
    await api.call(examItems.remove, { params: { courseId, id: item.id } })
    expect(await t.platform((tx) => findIncompleteExams(tx, admin.portal.id, courseId))).toEqual([])
    await expect(api.call(attachQuestionPool, { params: { examId, id: pool.id }, body: {} })).rejects.toMatchObject(
      NOT_FOUND,
    )
  })

  test('a partner course uses only pools of its company, and no other course uses those (QPL-013)', async () => {
    const admin = await t.make.person('portal_admin')
    const partner = await t.make.person('partner', { portal: admin.portal })
    const company = await make.company(admin.portal, partner)
    const exam = async (author: TestPerson) => {
      const { id: courseId } = await make.course(author)
      return (await t.as(author).call(examItems.create, { params: { courseId }, body: { title: 'E' } })).data
        .itemable_id
    }
    const [theirs, ours] = [await exam(partner), await exam(admin)]
    const own = await aPool(partner, 1)
    const portals = await aPool(admin, 1)
    const pool = await aPool(admin, 1, { partner_company_id: company })
    const attach = (who: TestPerson, examId: number, id: number) =>
      t.as(who).call(attachQuestionPool, { params: { examId, id }, body: {} })
    await attach(partner, theirs, own.id)
    await attach(partner, theirs, pool.id)
    const refused = { status: 422, errors: { question_pool_id: ['Selected value is not valid'] } }
    await expect(attach(partner, theirs, portals.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(attach(admin, theirs, portals.id)).rejects.toMatchObject(refused)
    await expect(attach(admin, ours, own.id)).rejects.toMatchObject(refused)
    await expect(attach(partner, ours, own.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('pools and exams of other portals are not found, learners may not attach (API-021, ROL-034)', async () => {
    const { api, admin, examId } = await setUp()
    const pool = await aPool(admin, 1)
    const stranger = await setUp()
    const foreign = await aPool(stranger.admin, 1)
    await expect(api.call(attachQuestionPool, { params: { examId, id: foreign.id }, body: {} })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(
      stranger.api.call(attachQuestionPool, { params: { examId, id: foreign.id }, body: {} }),
    ).rejects.toMatchObject(NOT_FOUND)
    await expect(stranger.api.call(detachQuestionPool, { params: { examId, id: pool.id } })).rejects.toMatchObject(
      NOT_FOUND,
    )
    const learner = t.as(await t.make.person('learner', { portal: admin.portal }))
    await expect(learner.call(attachQuestionPool, { params: { examId, id: pool.id }, body: {} })).rejects.toMatchObject(
      {
        status: 403,
      },
    )
  })
})
