import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { examTaking } from '../../../../tests/taking.ts'

const t = testApp()
const { make, taking, right, wrong, at, attemptsOf, journalOf } = examTaking(t)

describe('taking an exam', () => {
  test('starts, continues question by question, and ends with the last answer (EXM-003, EXM-010, EXM-011, EXM-012, EXM-013, EXM-014, EXM-025, EXM-026)', async () => {
    const who = await taking({ passing_score: 60, pools: [{ questions: 3 }] })
    expect((await who.show()).data).toMatchObject({
      type: 'exam',
      status: 4,
      passing_score: 60,
      can_start: true,
      exam_tries: { attempts: 0, status: 4 },
      progress: { questions: [], attempts: [], resume_at: null },
    })
    const { data } = await who.start()
    expect(data).toMatchObject({ status: 1, exam_tries: { attempts: 1, status: 1 }, progress: { resume_at: 1 } })
    expect(data.progress.questions.map(({ id, number }) => [id, number])).toEqual(
      who.questions.map(({ id }, index) => [id, index + 1]),
    )
    expect((await right(who, at(who, 0))).data).toEqual({
      answered_count: 1,
      questions_count: 3,
      next_question: 2,
      finished: null,
    })
    expect((await wrong(who, at(who, 1))).data).toMatchObject({ next_question: 3 })
    const end = (await right(who, at(who, 2))).data
    expect(end).toMatchObject({
      answered_count: 3,
      next_question: null,
      finished: { status: 2, result: 'passed', score: 66, course: { status: 1, progress: 50 } },
    })
    expect((await who.show()).data).toMatchObject({
      status: 2,
      result: 'passed',
      score: 66,
      can_start: false,
      exam_tries: { attempts: 1, status: 2 },
      progress: { questions: [], attempts: [{ number: 1, status: 2, result: 'passed', score: 66 }] },
    })
    expect(await who.course_status()).toMatchObject({ status: 1, progress: 50 })
  })

  test('never shows which answers are correct, neither during the exam nor after it (EXM-006)', async () => {
    const who = await taking({ attempts_number: 3, pools: [{ questions: 2 }] })
    const texts = [JSON.stringify(await who.start()), JSON.stringify(await who.show())]
    texts.push(JSON.stringify(await right(who, at(who, 0))), JSON.stringify(await wrong(who, at(who, 1))))
    const after = await who.show()
    texts.push(JSON.stringify(after))
    for (const text of texts) {
      expect(text).not.toMatch(/"is_correct":(true|false)|Because/)
      expect(text).not.toMatch(/"correct_answer_ids":\[/)
    }
    expect(after.data).toMatchObject({ status: 3, result: 'failed', score: 50, remaining_attempts: 2 })
  })

  test('a multiple-choice question needs exactly all correct answers, a true/false question the right one (EXM-004, EXM-014)', async () => {
    const who = await taking({
      passing_score: 100,
      pools: [
        { questions: 2, type: 'multiple' },
        { questions: 1, type: 'boolean' },
      ],
    })
    await who.start()
    const [first, second, third] = [at(who, 0), at(who, 1), at(who, 2)]
    await who.give(first.id, [...first.correct].reverse())
    await who.give(second.id, [...second.correct, ...second.wrong])
    const { data } = await who.give(third.id, third.correct)
    expect(data.finished).toMatchObject({ status: 3, score: 66 })
    expect(new Map((await journalOf(who)).map((row) => [row.question_id, row.is_correct]))).toEqual(
      new Map([
        [first.id, true],
        [second.id, false],
        [third.id, true],
      ]),
    )
  })

  test('can be finished with unanswered questions, which count as wrong (EXM-013)', async () => {
    const who = await taking({ passing_score: 70, attempts_number: 2, pools: [{ questions: 4 }] })
    await who.start()
    await right(who, at(who, 0))
    const first = await who.finish()
    expect(first.data).toMatchObject({ answered_count: 1, questions_count: 4, finished: { status: 3, score: 25 } })
    expect((await who.finish()).data.finished).toMatchObject({ status: 3, score: 25, course: null })
    await expect(right(who, at(who, 1))).rejects.toMatchObject({ status: 422, code: 'exam_already_finished' })
    expect(await attemptsOf(who)).toMatchObject([
      { number: 1, status: 3, answered_count: 1, correct_count: 1, score: 25 },
    ])
  })

  test('as the last item of a course finishes it, and a failed exam leaves it open (EXM-013, LRN-021)', async () => {
    const failing = await taking({ pools: [{ questions: 1 }] }, [])
    await failing.start()
    expect((await wrong(failing, at(failing, 0))).data.finished).toMatchObject({ course: { status: 1, progress: 0 } })
    expect(await make.enrollment(failing.related_id)).toMatchObject({ status: 1, access: 'active' })
    await failing.start()
    expect((await right(failing, at(failing, 0))).data.finished).toMatchObject({
      status: 2,
      course: { status: 5, progress: 100, next_item: null },
    })
    expect(await make.enrollment(failing.related_id)).toMatchObject({ status: 5, access: 'expired' })
  })
})

describe('answers', () => {
  test('the same answer sent again counts once and gets the same response; a different answer is refused (EXM-019)', async () => {
    const who = await taking({ pools: [{ questions: 3, type: 'multiple' }] })
    await who.start()
    const question = at(who, 0)
    const first = await who.give(question.id, question.correct)
    const again = await who.give(question.id, [...question.correct].reverse())
    expect(again).toEqual(first)
    await expect(who.give(question.id, question.wrong)).rejects.toMatchObject({
      status: 422,
      errors: { answer_ids: ['This question is answered already.'] },
    })
    expect(await attemptsOf(who)).toMatchObject([{ answered_count: 1, correct_count: 1 }])
    expect(await journalOf(who)).toHaveLength(1)
  })

  test('no answer, too many, and answers or questions of other exams are refused, and nothing is written (EXM-020)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] })
    const other = await taking({ pools: [{ questions: 1 }] })
    await who.start()
    const question = at(who, 0)
    const refused = (answerIds: number[]) => expect(who.give(question.id, answerIds)).rejects
    await refused([]).toMatchObject({ status: 422, errors: { answer_ids: ['This field is required.'] } })
    await refused([...question.correct, ...question.wrong]).toMatchObject({
      errors: { answer_ids: [expect.any(String)] },
    })
    await refused(at(who, 1).correct).toMatchObject({ errors: { answer_ids: ['Selected value is not valid'] } })
    await expect(right(who, at(other, 0))).rejects.toMatchObject({
      status: 422,
      errors: { question_id: [expect.any(String)] },
    })
    expect(await journalOf(who)).toEqual([])
  })

  test('twenty at once to one question count once (EXM-019)', async () => {
    const who = await taking({ pools: [{ questions: 3 }] })
    await who.start()
    const question = at(who, 0)
    const same = await Promise.all(Array.from({ length: 20 }, () => right(who, question)))
    expect(new Set(same.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await attemptsOf(who)).toMatchObject([{ answered_count: 1, correct_count: 1 }])

    const next = at(who, 1)
    const mixed = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? right(who, next) : wrong(who, next))),
    )
    expect(mixed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of mixed)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 422, code: 'invalid' })
    expect(await attemptsOf(who)).toMatchObject([{ answered_count: 2 }])
    expect(await journalOf(who)).toHaveLength(2)
  })

  test('twenty at once to twenty questions count twenty times and end the attempt once (EXM-011)', async () => {
    const who = await taking({ pools: [{ questions: 20 }] }, [])
    await who.start()
    const answers = await Promise.all(who.questions.map((question) => right(who, question)))
    expect(answers.map(({ data }) => data.answered_count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(answers.filter(({ data }) => data.finished)).toHaveLength(1)
    expect(await attemptsOf(who)).toMatchObject([{ status: 2, score: 100, answered_count: 20, correct_count: 20 }])
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5 })
  })

  test('cannot be changed or removed by the program once they are written (EXM-019)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] })
    await who.start()
    await right(who, at(who, 0))
    for (const change of [
      'update exam_answers set is_correct = true',
      'delete from exam_answers',
      'update exam_attempt_questions set text = text',
      'delete from exam_attempts',
    ])
      await expect(t.app.db.pool.query(change)).rejects.toThrow(/permission denied/)
  })
})

describe('attempts', () => {
  test('two tabs that start at once begin one attempt (EXM-016, EXM-018)', async () => {
    const who = await taking({ attempts_number: 5, shuffle_questions: true, pools: [{ questions: 30, count: 10 }] })
    const starts = await Promise.all(Array.from({ length: 8 }, () => who.start()))
    expect(new Set(starts.map(({ data }) => JSON.stringify(data.progress.questions))).size).toBe(1)
    expect(await attemptsOf(who)).toHaveLength(1)
    expect((await who.show()).data).toMatchObject({ exam_tries: { attempts: 1 }, remaining_attempts: 4 })
  })

  test('reloading never changes the drawn questions, even after the pool was changed (EXM-018, QPL-007)', async () => {
    const who = await taking({ shuffle_questions: true, pools: [{ questions: 12, count: 6 }] })
    const drawn = (await who.start()).data.progress.questions
    expect(drawn).toHaveLength(6)
    await t.platform(async (tx) => {
      await tx
        .updateTable('questions')
        .set({ text: 'Changed', deleted_at: new Date() })
        .where('id', '=', drawn[0]?.id ?? 0)
        .execute()
      await tx.updateTable('question_answers').set({ text: 'Changed', is_correct: true }).execute()
    })
    expect((await who.show()).data.progress.questions).toEqual(drawn)
    expect((await who.start()).data.progress.questions).toEqual(drawn)
    const first = who.questions.find(({ id }) => id === drawn[0]?.id)
    if (!first) throw new Error('drawn from elsewhere')
    await wrong(who, first)
    expect(await journalOf(who)).toMatchObject([{ question_id: first.id, is_correct: false }])
  })

  test('an interrupted attempt resumes at the first unanswered question (EXM-018)', async () => {
    const who = await taking({ pools: [{ questions: 4 }] })
    await who.start()
    await right(who, at(who, 0))
    expect((await right(who, at(who, 2))).data).toMatchObject({ next_question: 4 })
    const { data } = await who.start()
    expect(data.progress.resume_at).toBe(2)
    expect(data.progress.questions.map(({ answer_ids }) => answer_ids)).toEqual([
      at(who, 0).correct,
      null,
      at(who, 2).correct,
      null,
    ])
    expect((await right(who, at(who, 3))).data).toMatchObject({ next_question: 2 })
    expect(await attemptsOf(who)).toHaveLength(1)
  })

  test('if none is left, a start is refused and the text says so (EXM-015, EXM-016, EXM-017, ERR-054)', async () => {
    const who = await taking({ attempts_number: 2, pools: [{ questions: 1 }] })
    for (const remaining of [1, 0]) {
      await who.start()
      await wrong(who, at(who, 0))
      expect((await who.show()).data).toMatchObject({
        status: 3,
        remaining_attempts: remaining,
        can_start: remaining > 0,
      })
    }
    await expect(who.start()).rejects.toMatchObject({
      status: 422,
      code: 'no_attempts_left',
      message: 'There are no attempts left',
    })
    await t.platform((tx) =>
      tx.updateTable('exams').set({ attempts_number: 1 }).where('id', '=', who.exam.id).execute(),
    )
    expect((await who.show()).data).toMatchObject({ remaining_attempts: 0, exam_tries: { attempts: 2, status: 3 } })
  })

  test('without a number there is no limit (EXM-007)', async () => {
    const who = await taking({ attempts_number: null, pools: [{ questions: 1 }] })
    for (let attempt = 0; attempt < 4; attempt++) {
      await who.start()
      await wrong(who, at(who, 0))
    }
    expect((await who.show()).data).toMatchObject({ remaining_attempts: null, exam_tries: { attempts: 4, status: 3 } })
  })

  test('after passing, everything is refused with its own text, even when the course is completed (EXM-017, ERR-053)', async () => {
    for (const others of [[['Text' as const]], []]) {
      const who = await taking({ pools: [{ questions: 1 }] }, others)
      await who.start()
      await right(who, at(who, 0))
      for (const call of [who.start, who.finish, () => right(who, at(who, 0)), () => wrong(who, at(who, 0))])
        await expect(call()).rejects.toMatchObject({
          status: 422,
          code: 'exam_already_finished',
          message: 'The exam is already finished',
        })
      expect(await attemptsOf(who)).toHaveLength(1)
    }
  })

  test('answering and finishing need a started attempt (EXM-010)', async () => {
    const who = await taking({ pools: [{ questions: 1 }] })
    await expect(right(who, at(who, 0))).rejects.toMatchObject({ status: 422, message: 'Please start the exam first.' })
    await expect(who.finish()).rejects.toMatchObject({ status: 422, message: 'Please start the exam first.' })
    expect(await make.stored(who.related_id)).toEqual([])
  })

  test('cannot start, and no start is offered, if the exam has no questions or a pool is too small (EXM-029, EXM-038)', async () => {
    for (const pools of [[], [{ questions: 2 }, { questions: 1, count: 2 }]]) {
      const who = await taking({ pools })
      await expect(who.start()).rejects.toMatchObject({ status: 422, code: 'invalid' })
      expect(await attemptsOf(who)).toEqual([])
      expect((await who.show()).data).toMatchObject({ status: 4, can_start: false, lacks_questions: true })
    }
  })

  test('show before the start how many questions will be asked, and during the attempt how many it has (EXM-038)', async () => {
    const who = await taking({ attempts_number: 2, pools: [{ questions: 4, count: 2 }, { questions: 1 }] })
    expect((await who.show()).data).toMatchObject({ can_start: true, lacks_questions: false, questions_count: 3 })
    await who.start()
    await t.platform((tx) =>
      tx
        .deleteFrom('exam_question_pools')
        .where('exam_id', '=', who.exam.id)
        .where('questions_count', '=', 2)
        .execute(),
    )
    expect((await who.show()).data).toMatchObject({ can_start: true, lacks_questions: false, questions_count: 3 })
    await who.finish()
    expect((await who.show()).data).toMatchObject({ can_start: true, questions_count: 1 })
  })

  test('keep the passing score of the day they began (EXM-013)', async () => {
    const who = await taking({ passing_score: 50, pools: [{ questions: 2 }] })
    await who.start()
    await t.platform((tx) => tx.updateTable('exams').set({ passing_score: 90 }).where('id', '=', who.exam.id).execute())
    await right(who, at(who, 0))
    expect((await wrong(who, at(who, 1))).data.finished).toMatchObject({ status: 2, score: 50 })
  })
})
