import { answerQuestion, startExam } from '#features/exams/contract.ts'
import {
  finishCourse,
  finishModuleItem,
  listLearnerModules,
  showLearnerModuleItem,
} from '#features/progress/contract.ts'
import { isDone } from '#features/progress/rules/status.ts'
import { startScormModule, updateScormModule } from '#features/scorm/contract.ts'
import type { Api } from '#kernel/client.ts'

/** An item as its learner sees it in the outline: type, id and title. */
export type SeenItem = `${string} ${number} ${string}`

/** What the server has acknowledged to one learner, in order. */
export type LearnerRecord = {
  related_id: number
  /** The outline before each step, from the first one on. */
  outlines: SeenItem[][]
  /** What each text said when the learner opened it, those before the first step left out. */
  texts: Map<number, string>
  finished: Set<string>
  answers: Map<number, number[]>
  score: number | null
  /** The messages of the package that were kept, and the last place. */
  messages: number
  location: string | null
  /** When the last item was begun, by the clock of the test. */
  last_step_at: number
}

type Outline = Awaited<ReturnType<typeof readOutline>>
type Item = Outline['items'][number]

const readOutline = async (api: Api, slug: string, related_id: number) => {
  const { data, meta } = await api.call(listLearnerModules, { params: { slug }, query: { related_id } })
  const items = data.flatMap((entry) => [...(entry.itemable_type === 'Module' ? [] : [entry]), ...entry.items])
  return { items, can_finish: meta.can_finish }
}

const seen = ({ itemable_type: type, itemable_id: id, title }: Item): SeenItem => `${type} ${id} ${title}`
const keyOf = ({ itemable_type: type, itemable_id: id }: Item) => `${type}:${id}`

/** A learner who takes a course from its first item to the last, and notes what is acknowledged. */
export const busyLearner = (next: () => Api, slug: string, related_id: number) => {
  const record: LearnerRecord = {
    related_id,
    outlines: [],
    texts: new Map(),
    finished: new Set(),
    answers: new Map(),
    score: null,
    messages: 0,
    location: null,
    last_step_at: 0,
  }

  const takeText = async (item: Item) => {
    const params = { itemType: 'Text' as const, itemId: item.itemable_id }
    const { data } = await next().call(showLearnerModuleItem, { params, query: { related_id } })
    if (record.finished.size > 0) record.texts.set(item.itemable_id, data.text ?? '')
    await next().call(finishModuleItem, { params, body: { related_id } })
  }

  /** Every tenth learner gets the first question wrong. */
  const takeExam = async (item: Item) => {
    const params = { examId: item.itemable_id }
    const { data } = await next().call(startExam, { params, body: { related_id } })
    const { lease } = data.progress
    for (const { id: question_id, number, answers } of data.progress.questions) {
      const isWrong = number === 1 && related_id % 10 === 0
      const answer_ids = answers.filter(({ text }) => text.startsWith('Yes') !== isWrong).map(({ id }) => id)
      const { data: step } = await next().call(answerQuestion, {
        params,
        // As the page does: with the lease, an answer whose response was lost is answered again.
        body: { related_id, question_id, answer_ids, ...(lease && { lease }) },
      })
      record.answers.set(question_id, answer_ids)
      record.score = step.finished?.score ?? record.score
    }
  }

  const takePackage = async (item: Item) => {
    const params = { id: item.itemable_id }
    const { data } = await next().call(startScormModule, { params, body: { related_id } })
    const { attempt_id, launch, course_user_progress } = data
    if (attempt_id === null || course_user_progress === null)
      throw new Error('The package was started without a record')
    for (const event of ['begin', 'data', 'data', 'finish'] as const) {
      const seq = record.messages + 1
      const location = `${related_id}.${seq}`
      const cmi = {
        ...(event !== 'begin' && { 'cmi.core.lesson_location': location, 'cmi.suspend_data': `at=${location}` }),
        ...(event === 'finish' && { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '90' }),
      }
      const details = { attempt_id, launch, commits: [{ seq, sco: 'golf', event, cmi }] }
      await next().call(updateScormModule, { params, body: { progress_id: course_user_progress.id, details } })
      record.messages = seq
      if (event !== 'begin') record.location = location
    }
  }

  const take = async (item: Item) => {
    if (item.itemable_type === 'Exam') await takeExam(item)
    else if (item.itemable_type === 'ScormModule') await takePackage(item)
    else await takeText(item)
    record.finished.add(keyOf(item))
  }

  /**
   * Reads what is to be done, does one thing, and so on to the end. What a move has
   * taken away or added at the same moment is passed over.
   */
  const learn = async ({ may_move }: { may_move: boolean }) => {
    const passOver = (status: number) => (error: { status?: number }) => {
      if (error.status !== status || !may_move) throw error
    }
    for (;;) {
      const outline = await readOutline(next(), slug, related_id)
      if (record.finished.size > 0) record.outlines.push(outline.items.map(seen))
      const item = outline.items.find(({ status }) => !isDone(status))
      if (!item) {
        if (!outline.can_finish) return record
        await next().call(finishCourse, { params: { slug }, body: { related_id } }).catch(passOver(422))
        continue
      }
      record.last_step_at = performance.now()
      await take(item).catch(passOver(404))
    }
  }
  return { record, learn, outline: async () => (await readOutline(next(), slug, related_id)).items.map(seen) }
}
