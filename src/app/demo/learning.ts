import { answerQuestion, startExam } from '#features/exams/contract.ts'
import type { ModuleItemType } from '#features/outline/rules/item-types.ts'
import { finishModuleItem, listLearnerModules, startModuleItem } from '#features/progress/contract.ts'
import { startScormModule, updateScormModule } from '#features/scorm/contract.ts'
import type { DemoClient } from './client.ts'
import type { DemoQuestion } from './course-types.ts'
import { CORE_COURSES } from './courses.ts'

type Course = { id: number; slug: string }

/** The right answers, by the text of the question: the API does not reveal them to learners. */
const rightAnswers = new Map<string, readonly string[]>(
  CORE_COURSES.flatMap((course) => course.outline)
    .flatMap((item): readonly DemoQuestion[] => ('questions' in item ? item.questions : []))
    .map(({ text, answers }) => [
      text,
      answers.filter((answer) => answer.startsWith('*')).map((answer) => answer.slice(1)),
    ]),
)

/** Takes an exam; `isRight` decides for each question whether it is answered rightly, and `stopsAfter` leaves it in the middle. */
export const takeExam = async (
  { api }: DemoClient,
  examId: number,
  related_id: number,
  { isRight = true, stopsAfter = Number.POSITIVE_INFINITY } = {},
) => {
  const params = { examId }
  const { data: exam } = await api.call(startExam, { params, body: { related_id } })
  for (const question of exam.progress.questions.slice(0, stopsAfter)) {
    const right = rightAnswers.get(question.text) ?? []
    const chosen = question.answers.filter((answer) => right.includes(answer.text) === isRight)
    const answers = question.type === 'multiple' ? chosen : chosen.slice(0, 1)
    const ids = (answers.length > 0 ? answers : question.answers.slice(0, 1)).map((answer) => answer.id)
    await api.call(answerQuestion, { params, body: { related_id, question_id: question.id, answer_ids: ids } })
  }
}

/** Opens and finishes an item of a module. */
export const readItem = async (
  { api }: DemoClient,
  item: { itemable_type: ModuleItemType; itemable_id: number },
  related_id: number,
) => {
  const params = { itemType: item.itemable_type, itemId: item.itemable_id }
  await api.call(startModuleItem, { params, body: { related_id } })
  await api.call(finishModuleItem, { params, body: { related_id } })
}

/** Plays a package to its end: every item of it reports that it was passed. */
const playScorm = async ({ api }: DemoClient, moduleId: number, related_id: number) => {
  const params = { id: moduleId }
  const { data } = await api.call(startScormModule, { params, body: { related_id } })
  const { attempt_id, launch, outline, course_user_progress: progress } = data
  if (attempt_id === null || progress === null) return
  const scos = outline.filter((row) => row.is_launchable)
  const messages = scos.flatMap(({ identifier: sco }) => [
    { sco, event: 'begin' as const, cmi: {} },
    { sco, event: 'data' as const, cmi: { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' } },
    { sco, event: 'finish' as const, cmi: {} },
  ])
  const commits = messages.map((message, at) => ({ seq: at + 1, ...message }))
  await api.call(updateScormModule, {
    params,
    body: { progress_id: progress.id, details: { attempt_id, launch, commits } },
  })
}

/**
 * Works through a course as its learner, up to and including `items` outline items; stops at what needs a player, unless it
 * is played.
 */
export const work = async (
  client: DemoClient,
  course: Course,
  related_id: number,
  items: number,
  { plays = false } = {},
) => {
  const outline = await client.api.call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })
  for (const entry of outline.data.slice(0, items)) {
    if (plays && entry.itemable_type === 'ScormModule') {
      await playScorm(client, entry.itemable_id, related_id)
      continue
    }
    if (entry.itemable_type === 'ScormModule' || entry.itemable_type === 'CloudScormModule') return
    if (entry.itemable_type !== 'Module') {
      await takeExam(client, entry.itemable_id, related_id)
      continue
    }
    for (const item of entry.items) await readItem(client, item, related_id)
  }
}
