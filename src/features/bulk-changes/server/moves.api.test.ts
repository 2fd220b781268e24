import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { bulkChanging } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { PLACE, replacing } from '../../../../tests/versions/replacing.ts'
import { updateQuestion } from '../../question-pools/contract.ts'
import { listBulkChanges, runBulkChange, showBulkChange, undoBulkChange } from '../contract.ts'

const t = testApp()
const make = replacing(t)
const bulk = bulkChanging(t)

/** Everything of these enrollments that a move writes and an undo has to leave as it was. */
const stateOf = (ids: readonly number[]) =>
  t.platform(async (tx) => {
    const of = (table: 'course_user_progress' | 'exam_attempts' | 'scorm_carry_overs' | 'scorm_attempts') =>
      tx
        .selectFrom(table)
        .selectAll()
        .where('enrollment_id', 'in', [...ids])
    return {
      enrollments: await tx
        .selectFrom('enrollments')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute(),
      items: await of('course_user_progress').orderBy('id').execute(),
      exams: await of('exam_attempts').orderBy('id').execute(),
      places: await of('scorm_carry_overs').orderBy('module_id').execute(),
      packages: await of('scorm_attempts').orderBy('id').execute(),
    }
  })

type Made = Awaited<ReturnType<typeof make.published>>

/** A course whose text and exam say something else in version 2, and learners who did all or a part of version 1. */
const changed = async () => {
  const made = await make.published()
  const whole = await make.learnerIn(made)
  await whole.finish(made.why)
  await whole.passExam()
  const part = await make.learnerIn(made)
  await part.finish(made.how)
  const fresh = await make.learnerIn(made)
  await made.editText(made.why, 'Why, reworded')
  await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text: 'Is it really safe?' } })
  await made.publish(1)
  const ask_again = [
    { item_type: 'Text' as const, item_id: made.why },
    { item_type: 'Exam' as const, item_id: made.exam.itemable_id },
  ]
  return { ...made, whole, part, fresh, ask_again, ids: [whole, part, fresh].map(({ related_id: id }) => id) }
}
const of = ({ courseId }: Made, more: object = {}) => ({ course_id: courseId, version: 2, ...more })

test('learners are moved as the preview said, and the undo restores version, items and attempts exactly (BLK-028, BLK-029, BLK-030)', async () => {
  const made = await changed()
  const { author, ids, ask_again, whole, part } = made
  const before = await stateOf(ids)
  const change = await bulk.move(author, of(made, { enrollment_ids: ids, ask_again }))
  expect(change).toMatchObject({
    action: 'move',
    status: 'previewed',
    counts: { changed: 2, unchanged: 1, refused: 0 },
  })
  expect(await stateOf(ids)).toEqual(before)
  const nothing = { opens_again: 0, places_kept: 0 }
  expect(await bulk.rows(author, change.id)).toMatchObject([
    {
      related_id: whole.related_id,
      before: { version: 1, items_done: 2, items_total: 3, ...nothing },
      after: { version: 2, items_done: 0, items_total: 3, opens_again: 2, places_kept: 0 },
    },
    { before: { version: 1, items_done: 1 }, after: { version: 2, items_done: 1, ...nothing } },
    {
      before: null,
      outcome: 'unchanged',
      reason: expect.stringMatching(/^Has not started .*, so they will start in version 2\.$/),
    },
  ])
  expect(await bulk.run(author, change.id)).toMatchObject({ status: 'done', results: { changed: 2 }, different: 0 })
  expect(await whole.course()).toMatchObject({ items_done: 0, items_total: 3 })
  expect(await part.course()).toMatchObject({ items_done: 1, items_total: 3 })
  expect(await bulk.previewUndo(author, change.id)).toMatchObject({
    restored: 2,
    kept: 0,
    rows: [
      { before: { version: 2, items_done: 1 }, after: { version: 1, items_done: 1 } },
      { before: { version: 2, items_done: 0 }, after: { version: 1, items_done: 2 } },
    ],
  })
  expect(await bulk.undo(author, change.id)).toMatchObject({ status: 'undone', restored: 2, kept: 0 })
  expect(await stateOf(ids)).toEqual(before)
  expect(await whole.course()).toMatchObject({ items_done: 2 })

  // Without a list: everyone at work in an earlier version; what was restored can be moved and restored again.
  const all = await bulk.move(author, of(made, { ask_again }))
  expect(all).toMatchObject({ rows_total: 2, counts: { changed: 2 } })
  await bulk.run(author, all.id)
  expect(await bulk.undo(author, all.id)).toMatchObject({ restored: 2 })
  expect(await stateOf(ids)).toEqual(before)
})

test('places that are kept count in the preview, and the undo takes them back with the version (BLK-029, BLK-030)', async () => {
  const made = await make.packaged()
  const at = await make.learnerAt(made, '7')
  await made.replace(singleSco('get:cmi.suspend_data'))
  const before = await stateOf([at.related_id])
  const keep_places = [{ module_id: made.module_id, package_id: made.first.id }]
  const body = { course_id: made.courseId, version: 3, enrollment_ids: [at.related_id], keep_places }
  const change = await bulk.move(made.author, body)
  expect(await bulk.rows(made.author, change.id)).toMatchObject([{ after: { version: 3, places_kept: 1 } }])
  await bulk.run(made.author, change.id)
  expect((await stateOf([at.related_id])).places).toHaveLength(1)
  expect(await bulk.undo(made.author, change.id)).toMatchObject({ restored: 1 })
  expect(await stateOf([at.related_id])).toEqual(before)

  // Once the learner has started the new package, it is theirs.
  const again = await bulk.move(made.author, body)
  await bulk.run(made.author, again.id)
  expect((await (await at.start()).state()).cmi[PLACE]).toBe('7')
  expect(await bulk.undo(made.author, again.id)).toMatchObject({ restored: 0, kept: 1 })
  expect(await bulk.undone(made.author, again.id)).toEqual([
    'Has worked in version 3 or was graded there since, so they stay there.',
  ])
  const both = { ...body, ask_again: [{ item_type: 'ScormModule' as const, item_id: made.module_id }] }
  await expect(bulk.move(made.author, both)).rejects.toMatchObject({ status: 422 })
})

test('who worked in the new version, was moved again or completed the course stays, and the row says so (BLK-030)', async () => {
  const made = await changed()
  const { author, whole, part, ids } = made
  const third = await make.learnerIn(made)
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ version: 1, status: 1 }).where('id', '=', third.related_id).execute(),
  )
  const change = await bulk.move(author, of(made, { enrollment_ids: [...ids, third.related_id] }))
  expect(await bulk.run(author, change.id)).toMatchObject({ results: { changed: 3 } })
  await part.finish(made.why)
  await made.addText('Extra')
  await made.publish(2)
  await moveEach(made.api, { ...made.params, number: 3 }, { related_ids: [third.related_id] })
  expect(await bulk.previewUndo(author, change.id)).toMatchObject({ restored: 1, kept: 2 })
  await bulk.undo(author, change.id)
  expect(await bulk.undone(author, change.id)).toEqual([
    'restored',
    'Has worked in version 2 or was graded there since, so they stay there.',
    'Was moved to version 3 since, so they stay there.',
  ])
  expect(
    (await stateOf([whole.related_id, part.related_id, third.related_id])).enrollments.map(({ version }) => version),
  ).toEqual([1, 2, 3])
})

test('bad requests are refused: another course, an unknown version, nobody to move (BLK-028)', async () => {
  const made = await changed()
  const other = await changed()
  const wrong = (body: Parameters<typeof bulk.move>[1]) => expect(bulk.move(made.author, body)).rejects
  await wrong(of(made, { enrollment_ids: other.ids })).toMatchObject({ status: 404 })
  await wrong({ ...of(made), version: 9 }).toMatchObject({ status: 404 })
  await wrong({ ...of(made), version: 1 }).toMatchObject({
    status: 422,
    message: 'Nobody is at work in an earlier version.',
  })
  await wrong(of(other)).toMatchObject({ status: 404 })
})

test('an instructor moves learners of their own course, sees only what they made, and loses it with the course (BLK-009, BLK-015)', async () => {
  const made = await changed()
  const { author, ids, course } = made
  const { portal } = author
  const own: TestPerson = { ...(course.instructor as TestPerson) }
  const stranger = await t.make.person('instructor', { portal })
  await expect(bulk.move(stranger, of(made, { enrollment_ids: ids }))).rejects.toMatchObject({ status: 404 })
  const byAuthor = await bulk.move(author, of(made, { enrollment_ids: ids }))
  const byOwn = await bulk.move(own, of(made, { enrollment_ids: ids }))
  const listed = async (who: TestPerson) =>
    (await t.as(who).call(listBulkChanges, { query: {} as never })).data.map(({ id }) => id)
  expect(await listed(own)).toEqual([byOwn.id])
  expect(await listed(author)).toEqual([byOwn.id, byAuthor.id])
  expect(await listed(stranger)).toEqual([])
  for (const id of [byAuthor.id, byOwn.id])
    await expect(t.as(stranger).call(showBulkChange, { params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(t.as(own).call(runBulkChange, { params: { id: byAuthor.id } })).rejects.toMatchObject({ status: 404 })
  const learner = await t.make.person('learner', { portal })
  await expect(t.as(learner).call(showBulkChange, { params: { id: byOwn.id } })).rejects.toMatchObject({ status: 403 })

  await bulk.start(own, byOwn.id)
  await t.platform((tx) => tx.deleteFrom('course_instructors').where('user_id', '=', own.id).execute())
  await bulk.step('run', own, byOwn.id)
  expect(await bulk.show(own, byOwn.id)).toMatchObject({ status: 'done', results: { changed: 0, refused: 2 } })
  expect((await bulk.rows(own, byOwn.id)).map(({ result_reason: reason }) => reason)).toContain(
    'You can no longer change this course.',
  )
})

test('two runs at once and a killed process move each learner once, and the undo goes on after a kill (BLK-007, BLK-010)', {
  timeout: 240_000,
}, async () => {
  const made = await changed()
  const { author, ids, ask_again } = made
  const before = await stateOf(ids)
  const one = await bulk.move(author, of(made, { ask_again }))
  const other = await bulk.move(author, of(made, { ask_again }))
  await Promise.all([bulk.start(author, one.id), bulk.start(author, other.id)])
  await Promise.all([
    bulk.step('run', author, one.id),
    bulk.step('run', author, other.id),
    bulk.step('run', author, one.id),
  ])
  const results = await Promise.all([bulk.show(author, one.id), bulk.show(author, other.id)])
  expect(results.reduce((sum, { results: counts }) => sum + (counts?.changed ?? 0), 0)).toBe(2)
  for (const { id } of results.filter(({ can_undo: can }) => can)) await bulk.undo(author, id)
  expect(await stateOf(ids)).toEqual(before)

  const { id } = await bulk.move(author, of(made, { ask_again }))
  const data = [{ portal_id: author.portal.id, change_id: id }]
  await bulk.start(author, id)
  // The first transaction settles the rows that are not tried; the second one is that of the first row.
  await dieAtJob(t, { job: 'bulk-changes.run', data, dies_at: 2 })
  expect(await stateOf(ids)).toEqual(before)
  await bulk.step('run', author, id)
  expect(await bulk.show(author, id)).toMatchObject({ status: 'done', results: { changed: 2 } })
  await t.as(author).call(undoBulkChange, { params: { id } })
  await dieAtJob(t, { job: 'bulk-changes.undo', data, dies_at: 1, is_committed: true })
  expect(await bulk.show(author, id)).toMatchObject({ status: 'undoing', rows_done: 1 })
  await bulk.step('undo', author, id)
  expect(await bulk.show(author, id)).toMatchObject({ status: 'undone', restored: 2 })
  expect(await stateOf(ids)).toEqual(before)
})
