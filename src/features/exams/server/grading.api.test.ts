import { describe, expect, test } from 'vitest'
import type { TestPerson } from '../../../../tests/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { type ExamSpec, learning, type OutlineSpec } from '../../../../tests/learning.ts'
import { answerQuestion, resetExam, showExamProgress, showLearnerExam, startExam } from '../contract.ts'

const t = testApp()
const make = learning(t)

/** A learner who took an exam with one question once for each of these outcomes. */
const learnerWithAttempts = async (
  outcomes: boolean[],
  { exam = {}, others = [['Text']] }: { exam?: ExamSpec; others?: OutlineSpec[] } = {},
) => {
  const learner = await make.learner([{ pools: [{ questions: 1 }], ...exam }, ...others])
  const item = learner.course.outline[0]
  const question = learner.course.questions.get(item?.id ?? 0)?.[0]
  if (!item || !question) throw new Error('no exam')
  const args = { params: { examId: item.id }, body: { related_id: learner.related_id } }
  const answer = (isRight: boolean) =>
    t.as(learner.person).call(answerQuestion, {
      params: args.params,
      body: {
        ...args.body,
        question_id: question.id,
        answer_ids: isRight ? question.correct : question.wrong.slice(0, 1),
      },
    })
  for (const isRight of outcomes) {
    await t.as(learner.person).call(startExam, args)
    await answer(isRight)
  }
  return {
    ...learner,
    exam: item,
    question,
    args,
    answer,
    see: (who: TestPerson) => t.as(who).call(showExamProgress, { params: args.params, query: args.body }),
    reset: (who: TestPerson) => t.as(who).call(resetExam, args),
  }
}
type TakenCourse = Awaited<ReturnType<typeof learnerWithAttempts>>

const teach = async ({ course }: Pick<TakenCourse, 'course'>) => {
  const person = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: course.portal.id, course_id: course.id, user_id: person.id })
      .execute(),
  )
  return person
}

describe('looking at attempts', () => {
  test('shows every attempt with questions, answers, score and result (EXM-024, EXM-028)', async () => {
    const who = await learnerWithAttempts([false, true], { exam: { attempts_number: 3 } })
    const admin = await t.make.person('course_admin', { portal: who.course.portal })
    const { data } = await who.see(admin)
    expect(data).toMatchObject({
      exam: { id: who.exam.id, type: 'exam', attempts_number: 3, passing_score: 70 },
      learner: { id: who.person.id, display_name: expect.stringContaining('Pat') },
      status: 2,
      exam_tries: { attempts: 2, status: 2 },
      remaining_attempts: 1,
      best_score: 100,
      can_reset: true,
    })
    expect(data.attempts).toMatchObject([
      { number: 2, status: 2, result: 'passed', score: 100, reset_at: null },
      { number: 1, status: 3, result: 'failed', score: 0 },
    ])
    expect(data.attempts[1]?.questions).toMatchObject([
      {
        id: who.question.id,
        answer_ids: who.question.wrong.slice(0, 1),
        is_correct: false,
        answered_at: expect.stringMatching(/Z$/),
        explanation: 'Because 1',
      },
    ])
    expect(data.attempts[1]?.questions[0]?.answers.filter((answer) => answer.is_correct).map(({ id }) => id)).toEqual(
      who.question.correct,
    )
  })

  test('is for graders: instructors of the course, and only their own learners (ROL-027, ROL-037)', async () => {
    const who = await learnerWithAttempts([true])
    const mine = await teach(who)
    const other = await teach(who)
    const stranger = await t.make.person('instructor', { portal: who.course.portal })
    await who.see(mine)
    await expect(who.see(stranger)).rejects.toMatchObject({ status: 404 })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ curator_id: mine.id }).where('id', '=', who.related_id).execute(),
    )
    await who.see(mine)
    await expect(who.see(other)).rejects.toMatchObject({ status: 404 })
    await expect(who.reset(other)).rejects.toMatchObject({ status: 404 })
    for (const role of ['learner', 'manager', 'editor', 'partner', 'accounting'] as const) {
      const person = await t.make.person(role, { portal: who.course.portal })
      for (const call of [() => who.see(person), () => who.reset(person)])
        await expect(call()).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
    }
    const abroad = await t.make.person('portal_admin')
    for (const call of [() => who.see(abroad), () => who.reset(abroad)])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})

describe('a reset', () => {
  test('removes the attempts and keeps them on record with the person who did it (EXM-021, EXM-022, EXM-023, EXM-027)', async () => {
    const who = await learnerWithAttempts([false, false], { exam: { attempts_number: 2 } })
    const teacher = await teach(who)
    await expect(t.as(who.person).call(startExam, who.args)).rejects.toMatchObject({ code: 'no_attempts_left' })
    const { data } = await who.reset(teacher)
    expect(data).toMatchObject({
      status: 4,
      exam_tries: { attempts: 0, status: 4 },
      remaining_attempts: 2,
      can_reset: false,
      attempts: [
        { number: 2, status: 3, reset_at: expect.any(String), reset_by: { id: teacher.id } },
        { number: 1, status: 3, reset_by: { id: teacher.id } },
      ],
    })
    const exam = await t.as(who.person).call(showLearnerExam, { params: who.args.params, query: who.args.body })
    expect(exam.data).toMatchObject({
      status: 4,
      score: null,
      best_score: null,
      exam_tries: { attempts: 0, status: 4 },
      remaining_attempts: 2,
      can_start: true,
      progress: { attempts: [] },
    })
    const [entry] = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['user_id', 'subject_id', 'changes'])
        .where('action', '=', 'exam.reset')
        .where('portal_id', '=', who.course.portal.id)
        .execute(),
    )
    expect(entry).toMatchObject({
      user_id: teacher.id,
      subject_id: who.exam.id,
      changes: { related_id: who.related_id, attempts: [1, 2] },
    })
  })

  test('lets the learner start over, with the next number in the records and the first in the exam (EXM-016, EXM-023)', async () => {
    const who = await learnerWithAttempts([true])
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    await who.reset(admin)
    const { data } = await t.as(who.person).call(startExam, who.args)
    expect(data).toMatchObject({ status: 1, exam_tries: { attempts: 1 }, progress: { attempts: [{ number: 1 }] } })
    expect((await who.answer(false)).data.finished).toMatchObject({ status: 3 })
    expect((await who.see(admin)).data.attempts.map(({ number, reset_at }) => [number, reset_at !== null])).toEqual([
      [2, false],
      [1, true],
    ])
  })

  test('of an open attempt ends it: its questions can no longer be answered (EXM-023)', async () => {
    const who = await learnerWithAttempts([])
    await t.as(who.person).call(startExam, who.args)
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    await who.reset(admin)
    await expect(who.answer(true)).rejects.toMatchObject({ status: 422, message: 'Please start the exam first.' })
    const { data } = await t.as(who.person).call(startExam, who.args)
    expect(data.exam_tries.attempts).toBe(1)
  })

  test('recalculates the course: a completed one is open again, and its certificate stays (EXM-023)', async () => {
    const who = await learnerWithAttempts([true], { others: [] })
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, access: 'expired' })
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    await who.reset(admin)
    expect(await make.enrollment(who.related_id)).toMatchObject({
      status: 4,
      access: 'active',
      items_done: 0,
      completed_at: null,
    })
    await t.as(who.person).call(startExam, who.args)
    expect((await who.answer(true)).data.finished).toMatchObject({ status: 2, course: { status: 5, progress: 100 } })
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, access: 'expired' })
  })

  test('is refused if the learner has enrolled again since completing the course (EXM-023, USR-022)', async () => {
    const who = await learnerWithAttempts([true], { others: [] })
    await make.enroll(who.person, who.course)
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    await expect(who.reset(admin)).rejects.toMatchObject({ status: 422 })
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, access: 'expired' })
    expect((await who.see(admin)).data).toMatchObject({ status: 2, can_reset: true })
  })

  test('is refused without attempts, for an ended enrollment, and for another course’s exam (EXM-022)', async () => {
    const who = await learnerWithAttempts([])
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    await expect(who.reset(admin)).rejects.toMatchObject({ status: 422 })
    const other = await make.course(who.course.portal, [{}])
    const foreign = { params: { examId: other.outline[0]?.id ?? 0 }, body: who.args.body }
    await expect(t.as(admin).call(resetExam, foreign)).rejects.toMatchObject({ status: 404 })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ ended_at: new Date() }).where('id', '=', who.related_id).execute(),
    )
    for (const call of [() => who.reset(admin), () => who.see(admin)])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})
