type AnsweredQuestion = { id: number; number: number; answer_ids: number[] | null }
type ExamData<Q extends AnsweredQuestion> = { data: { progress: { questions: Q[]; resume_at: number | null } } }

/**
 * An exam as its page shows it while an answer waits for a connection (LRN-050): the question counts as answered, and
 * the attempt continues as it will on the server, at the next open question, else at the first open one before it.
 */
export const withKeptAnswer = <Q extends AnsweredQuestion, S extends ExamData<Q>>(
  shown: S & ExamData<Q>,
  questionId: number,
  answerIds: number[],
): S => {
  const { progress } = shown.data
  const questions = progress.questions.map((one) => (one.id === questionId ? { ...one, answer_ids: answerIds } : one))
  const number = questions.find(({ id }) => id === questionId)?.number ?? 0
  const open = questions.filter(({ answer_ids: chosen }) => chosen === null).map((one) => one.number)
  const next = open.find((one) => one > number) ?? open[0] ?? null
  return { ...shown, data: { ...shown.data, progress: { ...progress, questions, resume_at: next } } }
}
