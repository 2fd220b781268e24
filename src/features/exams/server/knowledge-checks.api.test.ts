import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { showLearnerExam, startExam } from '../contract.ts'

const t = testApp()
const { make, taking, right, wrong, at, attemptsOf } = examTaking(t)

describe('a knowledge check', () => {
  test('finishes without a passing score, and then shows what was correct and why (EXM-002, EXM-013, EXM-030)', async () => {
    const who = await taking({ type: 'survey', pools: [{ questions: 2 }] })
    expect((await who.start()).data).toMatchObject({ type: 'survey', passing_score: null })
    await right(who, at(who, 0))
    expect(JSON.stringify(await who.show())).not.toContain('Because')
    expect((await wrong(who, at(who, 1))).data.finished).toMatchObject({ status: 5, result: null, score: 50 })
    expect((await who.show()).data).toMatchObject({
      status: 5,
      progress: {
        questions: [
          {
            answer_ids: at(who, 0).correct,
            is_correct: true,
            correct_answer_ids: at(who, 0).correct,
            explanation: 'Because 1',
          },
          { is_correct: false, correct_answer_ids: at(who, 1).correct },
        ],
      },
    })
  })

  test('can be retaken while attempts are left, and the best result counts (EXM-030)', async () => {
    const who = await taking({ type: 'survey', attempts_number: 2, pools: [{ questions: 2 }] })
    await who.start()
    await right(who, at(who, 0))
    await right(who, at(who, 1))
    const again = await who.start()
    expect(again.data).toMatchObject({ status: 5, exam_tries: { attempts: 2, status: 1 }, progress: { resume_at: 1 } })
    await wrong(who, at(who, 0))
    await who.finish()
    expect((await who.show()).data).toMatchObject({ status: 5, score: 0, best_score: 100, remaining_attempts: 0 })
    await expect(who.start()).rejects.toMatchObject({ code: 'no_attempts_left' })
  })

  test('can be retaken after it completed the course, which stays completed (EXM-030, LEG-006)', async () => {
    const who = await taking({ type: 'survey', attempts_number: 3, pools: [{ questions: 2 }] }, [])
    await who.start()
    await wrong(who, at(who, 0))
    await wrong(who, at(who, 1))
    const completed = await make.enrollment(who.related_id)
    expect(completed).toMatchObject({ status: 5, access: 'expired' })
    expect((await who.start()).data).toMatchObject({ status: 5, progress: { resume_at: 1 } })
    await right(who, at(who, 0))
    expect((await right(who, at(who, 1))).data.finished).toMatchObject({ status: 5, score: 100, course: { status: 5 } })
    expect((await who.show()).data).toMatchObject({ best_score: 100 })
    expect(await make.enrollment(who.related_id)).toEqual(completed)
  })
})

describe('who may', () => {
  test('only the learner of the enrollment, in this course and in the role learner (EXM-009, LRN-048, ERR-058)', async () => {
    const who = await taking({ pools: [{ questions: 1 }] })
    const portal = who.course.portal
    const call = { params: { examId: who.exam.id }, body: { related_id: who.related_id } }
    for (const person of [await t.make.person('learner', { portal }), await t.make.person('learner')])
      await expect(t.as(person).call(startExam, call)).rejects.toMatchObject({ status: 404 })
    const teacher = await t.make.person('instructor', { portal })
    await expect(t.as(teacher).call(startExam, call)).rejects.toMatchObject({ status: 403, code: 'learner_only' })
    const other = await make.course(portal, [{}])
    const foreign = { params: { examId: other.outline[0]?.id ?? 0 }, body: call.body }
    await expect(t.as(who.person).call(startExam, foreign)).rejects.toMatchObject({ status: 404 })
    await expect(
      t.as(who.person).call(showLearnerExam, { params: foreign.params, query: call.body }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await attemptsOf(who)).toEqual([])
  })

  test('nobody before access starts or after it ends (LRN-010)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] })
    await who.start()
    await right(who, at(who, 0))
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ expires_at: new Date('2021-01-01') })
        .where('id', '=', who.related_id)
        .execute(),
    )
    for (const call of [who.start, who.finish, () => right(who, at(who, 1)), who.show])
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
    expect(await attemptsOf(who)).toMatchObject([{ status: 1, answered_count: 1 }])
  })

  test('not before its turn in a sequential course (LRN-027)', async () => {
    const { person, course, related_id } = await make.learner([['Text'], { pools: [{ questions: 1 }] }], {
      course: { is_sequential: true },
    })
    const params = { examId: course.outline[1]?.id ?? 0 }
    await expect(t.as(person).call(startExam, { params, body: { related_id } })).rejects.toMatchObject({
      code: 'item_locked',
    })
    await expect(t.as(person).call(showLearnerExam, { params, query: { related_id } })).rejects.toMatchObject({
      code: 'item_locked',
    })
  })

  test('not an exam that was removed from the course (BLD-042)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] })
    await who.start()
    await make.remove(who.exam)
    for (const call of [who.start, who.finish, who.show, () => right(who, at(who, 0))])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})
