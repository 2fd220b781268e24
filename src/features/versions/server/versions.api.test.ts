import { describe, expect, test } from 'vitest'
import { textItems } from '#features/outline/contract.ts'
import { updateQuestion } from '#features/question-pools/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { listVersionLearners, publishVersion } from '../contract.ts'

const t = testApp()
const make = versioning(t)
const { published, learnerIn } = make

describe('versions of a course', () => {
  test('publishing makes version 1; edits stay in the draft until they are published (VER-001, VER-002, VER-004)', async () => {
    const made = await published()
    const learner = await learnerIn(made)
    expect(await made.versions()).toMatchObject({ data: [{ number: 1, items_total: 3 }], newest: 1, changes_count: 0 })
    await made.editText(made.why, 'Why, reworded')
    await made.addText('Extra')
    await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text: 'Is it really safe?' } })
    expect(await learner.outline()).toEqual([['Ladders', 'Why', 'How'], ['Final']])
    expect(await learner.read(made.why)).toBe('<p>Why</p>')
    expect(await learner.startExam()).toBe('Is it safe?')
    expect(await made.versions()).toMatchObject({ newest: 1, changes_count: 3 })
  })

  test('who has not begun sees the newest version; who has begun keeps theirs, texts, exams and percentage (VER-003)', async () => {
    const made = await published()
    const [early, late] = [await learnerIn(made), await learnerIn(made)]
    await early.finish(made.why)
    await made.editText(made.why, 'Why, reworded')
    await made.editText(made.how, 'How, reworded')
    await made.addText('Extra')
    await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text: 'Is it really safe?' } })
    expect(await made.publish(1, 'Spring')).toEqual({ data: { number: 2 } })

    expect(await early.outline()).toEqual([['Ladders', 'Why', 'How'], ['Final']])
    expect(await early.read(made.how)).toBe('<p>How</p>')
    expect(await early.course()).toMatchObject({ items_done: 1, items_total: 3 })
    expect(await early.startExam()).toBe('Is it safe?')
    expect(await late.outline()).toEqual([['Ladders', 'Why', 'How', 'Extra'], ['Final']])
    expect(await late.read(made.how)).toBe('<p>How, reworded</p>')
    expect(await late.startExam()).toBe('Is it really safe?')
    expect(await late.course()).toMatchObject({ items_total: 4 })
    expect((await made.versions()).data).toMatchObject([
      { number: 2, note: 'Spring', in_progress: 1, completed: 0, published_by: { id: made.author.id } },
      { number: 1, note: null, in_progress: 1 },
    ])
  })

  test('an item that is deleted stays with those who began a version that has it (BLD-042, VER-003)', async () => {
    const made = await published()
    const learner = await learnerIn(made)
    await learner.finish(made.why)
    await made.api.call(textItems.remove, { params: { id: made.how } })
    await made.publish(1)
    expect(await learner.read(made.how)).toBe('<p>How</p>')
    await learner.finish(made.how)
    expect(await learner.course()).toMatchObject({ items_done: 2, items_total: 3 })
    expect(await (await learnerIn(made)).outline()).toEqual([['Ladders', 'Why'], ['Final']])
  })

  test('two versions are compared item by item (VER-006)', async () => {
    const made = await published()
    await made.editText(made.why, 'Why, reworded')
    const extra = await made.addText('Extra')
    await made.api.call(textItems.remove, { params: { id: made.how } })
    await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text: 'Is it really safe?' } })
    const expected = [
      { kind: 'changed', item_type: 'Exam', title: 'Final', fields: ['questions'] },
      { kind: 'changed', item_type: 'Text', item_id: made.why, title: 'Why', fields: ['text'] },
      { kind: 'added', item_type: 'Text', item_id: extra, title: 'Extra' },
      { kind: 'removed', item_type: 'Text', item_id: made.how, title: 'How' },
    ]
    expect(await made.changes(1, 0)).toMatchObject(expected)
    await made.publish(1)
    expect(await made.changes(1, 2)).toMatchObject(expected)
    expect(await made.changes(2, 0)).toEqual([])
    await expect(made.changes(1, 3)).rejects.toMatchObject({ status: 404 })
  })

  test('a version is published once, by one of two authors, and only when something is new (VER-005)', async () => {
    const made = await published()
    await expect(made.publish(1)).rejects.toMatchObject({ status: 422, message: 'There are no changes to publish.' })
    await made.editText(made.why, 'Why, reworded')
    const results = await Promise.allSettled([made.publish(1), made.publish(1)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    expect(await made.versions()).toMatchObject({ newest: 2, changes_count: 0 })

    const draft = await make.readyCourse(made.author)
    const body = { newest: 1 }
    await expect(made.api.call(publishVersion, { params: { slug: draft.slug }, body })).rejects.toMatchObject({
      status: 422,
      message: 'Please publish the course first.',
    })
  })

  test('learners who begin while the next version is published each keep one whole version (VER-003)', async () => {
    const made = await published()
    const learners = await Promise.all(Array.from({ length: 6 }, () => learnerIn(made)))
    await made.addText('Extra')
    await Promise.all([made.publish(1), ...learners.map((learner) => learner.finish(made.why))])
    for (const learner of learners) {
      const { version } = await t.platform((tx) =>
        tx.selectFrom('enrollments').select('version').where('id', '=', learner.related_id).executeTakeFirstOrThrow(),
      )
      const texts = version === 1 ? ['Why', 'How'] : ['Why', 'How', 'Extra']
      expect(await learner.outline()).toEqual([['Ladders', ...texts], ['Final']])
      expect(await learner.course()).toMatchObject({ items_done: 1, items_total: texts.length + 1 })
    }
  })

  test('what a version says is stored once, and nobody can change it (VER-001)', async () => {
    const made = await published()
    const contents = () =>
      t.platform(
        async (tx) =>
          (
            await tx
              .selectFrom('version_contents')
              .select('id')
              .where('portal_id', '=', made.author.portal.id)
              .execute()
          ).length,
      )
    const before = await contents()
    await made.editText(made.why, 'Why, reworded')
    await made.publish(1)
    expect(await contents()).toBe(before + 1)
    await expect(
      t.platform((tx) => tx.updateTable('course_version_items').set({ title: 'Other' }).execute()),
    ).rejects.toThrow(/permission denied/)
  })

  test('learners are moved when their author says so: what they finished stays, and those who completed stay where they are (VER-008, VER-009)', async () => {
    const made = await published()
    const [learner, other, done] = [await learnerIn(made), await learnerIn(made), await learnerIn(made)]
    for (const one of [learner, other, done]) await one.finish(made.why)
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ completed_at: new Date(), access: 'expired', status: 5 })
        .where('id', '=', done.related_id)
        .execute(),
    )
    await made.editText(made.how, 'How, reworded')
    await made.addText('Extra')
    await made.publish(1)

    const at = { params: { slug: made.course.slug, number: 2 } }
    const preview = await made.api.call(listVersionLearners, { ...at, query: { sort: 'id' } })
    const now = { version: 1, items_done: 1, items_total: 3, items_done_after: 1, items_total_after: 4 }
    expect(preview.data).toMatchObject([
      { id: learner.related_id, ...now },
      { id: other.related_id, ...now },
    ])
    const related_ids = [learner.related_id, done.related_id]
    expect(await moveEach(made.api, at.params, { related_ids })).toEqual({ moved: 1, reopened: 0, kept: 0 })
    expect(await learner.outline()).toEqual([['Ladders', 'Why', 'How', 'Extra'], ['Final']])
    expect(await learner.read(made.how)).toBe('<p>How, reworded</p>')
    expect(await learner.course()).toMatchObject({ items_done: 1, items_total: 4 })
    expect(await other.outline()).toEqual([['Ladders', 'Why', 'How'], ['Final']])
    expect(await moveEach(made.api, at.params)).toEqual({ moved: 1, reopened: 0, kept: 0 })
    expect(await other.course()).toMatchObject({ items_done: 1, items_total: 4 })
    expect((await made.versions()).data).toMatchObject([
      { number: 2, in_progress: 2, completed: 0 },
      { number: 1, in_progress: 0, completed: 1 },
    ])
  })
})
