import { answerQuestion, finishExam, keepQuestionTime, showLearnerExam, startExam } from '#features/exams/contract.ts'
import { showLearnerCourse } from '#features/progress/contract.ts'
import type { TestApp } from './api.ts'
import { type ExamSpec, learning, type MadeQuestion, type OutlineSpec } from './learning.ts'

/** What a page sends besides the answer itself. */
type AnswerOptions = { lease?: string; elapsed_ms?: number; visit?: string; milliseconds?: number }

/** Learners in courses that begin with an exam, and their actions in it. */
export const examTaking = (t: Pick<TestApp, 'platform' | 'make' | 'as'>) => {
  const make = learning(t)

  /** A learner with an exam, and the other items of the course. */
  const taking = async (
    exam: ExamSpec,
    others: OutlineSpec[] = [['Text']],
    values: Parameters<typeof make.learner>[1] = {},
  ) => {
    const learner = await make.learner([exam, ...others], values)
    const item = learner.course.outline[0]
    if (!item) throw new Error('no exam')
    const questions = learner.course.questions.get(item.id) ?? []
    const args = { params: { examId: item.id }, body: { related_id: learner.related_id } }
    const api = () => t.as(learner.person)
    return {
      ...learner,
      exam: item,
      questions,
      args,
      show: () => api().call(showLearnerExam, { params: args.params, query: args.body }),
      start: () => api().call(startExam, args),
      finish: () => api().call(finishExam, args),
      give: (question_id: number, answer_ids: number[], said: AnswerOptions = {}) =>
        api().call(answerQuestion, { params: args.params, body: { ...args.body, question_id, answer_ids, ...said } }),
      look: (question_id: number, visit: string, milliseconds: number, said: { lease?: string } = {}) =>
        api().call(keepQuestionTime, {
          params: args.params,
          body: { ...args.body, question_id, visit, milliseconds, ...said },
        }),
      course_status: async () =>
        (await api().call(showLearnerCourse, { params: { slug: learner.course.slug }, query: args.body })).data,
    }
  }
  type Taking = Awaited<ReturnType<typeof taking>>

  return {
    make,
    taking,
    right: (who: Taking, question: MadeQuestion, said?: AnswerOptions) => who.give(question.id, question.correct, said),
    wrong: (who: Taking, question: MadeQuestion, said?: AnswerOptions) =>
      who.give(question.id, question.wrong.slice(0, 1), said),
    /** The question at this position of an exam that does not shuffle. */
    at: (who: Taking, index: number) => {
      const question = who.questions[index]
      if (!question) throw new Error('no such question')
      return question
    },
    attemptsOf: (who: Taking) =>
      t.platform((tx) =>
        tx
          .selectFrom('exam_attempts')
          .select([
            'id',
            'number',
            'status',
            'score',
            'answered_count',
            'correct_count',
            'questions_count',
            'finished_at',
            'ends_at',
            'is_time_over',
            'reset_at',
          ])
          .where('enrollment_id', '=', who.related_id)
          .orderBy('number')
          .execute(),
      ),
    /** The answers of all attempts. */
    journalOf: (who: Taking) =>
      t.platform((tx) =>
        tx
          .selectFrom('exam_answers')
          .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_answers.attempt_id')
          .select([
            'exam_answers.question_id',
            'exam_answers.is_correct',
            'exam_answers.answered_at',
            'exam_answers.arrived_at',
          ])
          .where('exam_attempts.enrollment_id', '=', who.related_id)
          .execute(),
      ),
  }
}
