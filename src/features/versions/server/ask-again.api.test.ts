import { expect, test } from 'vitest'
import { showExamProgress } from '#features/exams/contract.ts'
import { textItems } from '#features/outline/contract.ts'
import { updateQuestion } from '#features/question-pools/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { listVersionLearners } from '../contract.ts'
import { askedText } from '../rules/ask-again.ts'

const t = testApp()
const make = versioning(t)

/** A course whose second version changes a text and the questions of its exam, and renames the other text. */
const changed = async () => {
  const made = await make.published()
  const [half, whole, fresh] = [await make.learnerIn(made), await make.learnerIn(made), await make.learnerIn(made)]
  await half.finish(made.why)
  await half.passExam()
  await whole.finish(made.why)
  await whole.finish(made.how)
  await whole.passExam()
  await fresh.finish(made.how)
  await made.editText(made.why, 'Why, reworded')
  await made.api.call(textItems.update, { params: { id: made.how }, body: { title: 'How, renamed' } })
  await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text: 'Is it really safe?' } })
  await made.publish(1)
  const asked = [
    { item_type: 'Text' as const, item_id: made.why },
    { item_type: 'Text' as const, item_id: made.how },
    { item_type: 'Exam' as const, item_id: made.exam.itemable_id },
  ]
  const at = { params: { ...made.params, number: 2 } }
  const preview = async (ask_again?: string) =>
    (await made.api.call(listVersionLearners, { ...at, query: { sort: 'id', ask_again } })).data
  const move = (ask_again?: typeof asked) => moveEach(made.api, at.params, { ask_again })
  return { ...made, half, whole, fresh, asked, preview, move }
}

test('changed items are asked again: the preview says what opens, and attempts stay on record (VER-019, VER-008)', async () => {
  const made = await changed()
  expect(await made.preview()).toMatchObject([
    { id: made.half.related_id, items_done_after: 2, opens_again: 0 },
    { id: made.fresh.related_id, items_done_after: 1, opens_again: 0 },
  ])
  // A new title alone is no reason: only the text and the exam open again.
  expect(await made.preview(askedText(made.asked))).toMatchObject([
    { id: made.half.related_id, items_done: 2, items_done_after: 0, opens_again: 2 },
    { id: made.fresh.related_id, items_done: 1, items_done_after: 1, opens_again: 0 },
  ])
  expect(await made.move(made.asked)).toEqual({ moved: 2, reopened: 2, kept: 0 })
  expect(await made.half.course()).toMatchObject({ items_done: 0, items_total: 3 })
  expect(await made.fresh.course()).toMatchObject({ items_done: 1, items_total: 3 })
  expect(await made.half.startExam()).toBe('Is it really safe?')
  const exam = { params: { examId: made.exam.itemable_id }, query: { related_id: made.half.related_id } }
  const { data } = await made.api.call(showExamProgress, exam)
  expect(data.attempts).toMatchObject([
    { number: 2, reset_at: null },
    { number: 1, score: 100, reset_at: expect.any(String), reset_by: { id: made.author.id } },
  ])
  const logged = (await make.actions(made.author.portal)).filter(({ action }) => action === 'course.move-learners')
  expect(logged).toMatchObject([
    { changes: { number: 2, moved: 1, reopened: 2, ask_again: made.asked } },
    { changes: { number: 2, moved: 1, reopened: 0, ask_again: made.asked } },
  ])
})

test('learners who completed the course are not asked, and nothing opens without being asked (VER-009, VER-019)', async () => {
  const made = await changed()
  expect(await made.move()).toEqual({ moved: 2, reopened: 0, kept: 0 })
  expect(await made.half.course()).toMatchObject({ items_done: 2, items_total: 3 })
  expect(await made.move(made.asked)).toEqual({ moved: 0, reopened: 0, kept: 0 })
  expect(await made.whole.course()).toMatchObject({ items_done: 3, learner: { completed_at: expect.any(String) } })
})

test('what can be asked again is checked (VER-019)', async () => {
  const made = await changed()
  await expect(made.preview('Assignment:1')).rejects.toMatchObject({ status: 422 })
  const wrong = [{ item_type: 'Assignment', item_id: 1 }] as never
  await expect(made.move(wrong)).rejects.toMatchObject({ status: 422 })
})
