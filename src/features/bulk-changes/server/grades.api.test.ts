import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { bulkChanging } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { classes } from '../../../../tests/bulk-changes/classes.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { listActivity } from '../../activity-logs/contract.ts'
import { completeEnrollment } from '../../progress/contract.ts'
import { listBulkChanges, runBulkChange, showBulkChange, undoBulkChange } from '../contract.ts'

const t = testApp()
const { start } = classes(t)
const bulk = bulkChanging(t)

type Class = Awaited<ReturnType<typeof start>>
type Pupil = Awaited<ReturnType<Class['pupil']>>
/** Learners who have responded, and the ids of their responses. */
const responding = async (at: Class, count: number) => {
  const pupils = await Promise.all(Array.from({ length: count }, () => at.pupil()))
  const ids: number[] = []
  for (const pupil of pupils) ids.push(await pupil.respond())
  return { pupils, ids }
}

test('responses in every state are graded as the preview said, and the undo restores grades, items and courses exactly (BLK-033, BLK-034, BLK-036)', async () => {
  const at = await start({ task: { score: 70, attempts: 5 } })
  const { instructor } = at
  const { pupils, ids } = await responding(at, 6)
  const [waiting, failed, passed, ending, regraded, again] = pupils as [Pupil, Pupil, Pupil, Pupil, Pupil, Pupil]
  await failed.grade(instructor, 40, 'Not yet.')
  await passed.grade(instructor, 90)
  await ending.finishText()
  await regraded.finishText()
  await regraded.grade(instructor, 10, 'No.')
  await again.grade(instructor, 20)
  ids[5] = await again.respond('Better')
  const before = await at.stateOf(pupils)

  const change = await bulk.grade(instructor, [...ids, ids[0] as number], 80, 'Well done.')
  expect(change).toMatchObject({
    action: 'grade',
    status: 'previewed',
    rows_total: 6,
    counts: { changed: 6, unchanged: 0, refused: 0 },
    grade: { score: 80, comment: 'Well done.' },
    no_undo: null,
  })
  expect(await at.stateOf(pupils)).toEqual(before)
  const completes = expect.stringMatching(/^This completes Course \d+\. If the learner gets a certificate/)
  const after = { result: 'passed', score: 80, has_comment: true, graded_at: null }
  expect(await bulk.rows(instructor, change.id)).toMatchObject([
    {
      user: { id: waiting.person.id },
      response: { id: ids[0], number: 1 },
      before: { result: 'waiting', score: null },
      after,
    },
    { before: { result: 'failed', score: 40, has_comment: true }, after, reason: null },
    { before: { result: 'passed', score: 90, has_comment: false }, after, reason: null },
    { before: { result: 'waiting' }, after, reason: completes },
    { before: { result: 'failed', score: 10 }, after, reason: completes },
    { response: { id: ids[5], number: 2 }, before: { result: 'waiting' }, after },
  ])
  expect(await bulk.run(instructor, change.id)).toMatchObject({ status: 'done', results: { changed: 6 }, different: 0 })
  expect(await waiting.see()).toMatchObject({
    status: 2,
    can_respond: false,
    instructor_response: { score: 80, comment: 'Well done.', user: { id: instructor.id } },
  })
  expect((await ending.course()).completed_at).toEqual(expect.any(Date))
  expect((await failed.course()).completed_at).toBeNull()
  // Each learner is notified once, as by a single grading; the undo notifies nobody.
  expect((await waiting.news()).filter((kind) => kind === 'assignment_graded')).toHaveLength(1)
  expect(await at.mailsTo(waiting)).toHaveLength(1)
  expect(await at.mailsTo(failed)).toHaveLength(2)

  expect(await bulk.previewUndo(instructor, change.id)).toMatchObject({
    restored: 6,
    kept: 0,
    rows: [
      { before: { result: 'passed', score: 80 }, after: { result: 'waiting' } },
      { after: { result: 'failed', score: 10 } },
      { after: { result: 'waiting' } },
      { after: { result: 'passed', score: 90 } },
      { after: { result: 'failed', score: 40 } },
      { response: { id: ids[0] }, after: { result: 'waiting' } },
    ],
  })
  expect(await bulk.undo(instructor, change.id)).toMatchObject({ status: 'undone', restored: 6, kept: 0 })
  expect(await at.stateOf(pupils)).toEqual(before)
  expect(await at.mailsTo(waiting)).toHaveLength(1)
  expect((await waiting.news()).filter((kind) => kind === 'assignment_graded')).toHaveLength(1)
  // What the grading closed is open again: the learners go on from where they were.
  expect(await failed.see()).toMatchObject({ status: 3, can_respond: true, instructor_response: { score: 40 } })
  expect(await waiting.see()).toMatchObject({ status: 1, can_respond: false, instructor_response: null })
  await ending.grade(instructor, 100)
  expect((await ending.course()).completed_at).toEqual(expect.any(Date))
  const log = (await t.as(at.admin).call(listActivity, { query: { per_page: 50 } as never })).data
  const texts = log.map(({ action }) => action)
  expect(texts.filter((action) => action === 'assignment.ungrade')).toHaveLength(6)
  expect(texts).toEqual(expect.arrayContaining(['bulk-change.create', 'bulk-change.run', 'bulk-change.undo']))
})

test('a failing grade for all takes passes back, and what else happened since stays when it is undone (BLK-036)', async () => {
  const at = await start({ task: { score: 70 } })
  const { pupils, ids } = await responding(at, 2)
  const [one, other] = pupils as [Pupil, Pupil]
  await one.grade(at.instructor, 90, 'Good.')
  const change = await bulk.grade(at.instructor, ids, 0)
  await bulk.run(at.instructor, change.id)
  expect([(await one.see()).status, (await one.course()).items_done]).toEqual([3, 0])
  await one.finishText()
  expect(await bulk.undo(at.instructor, change.id)).toMatchObject({ restored: 2 })
  expect(await one.see()).toMatchObject({ status: 2, instructor_response: { score: 90, comment: 'Good.' } })
  // Passed again, with the text done since: everything is done, and the learner completes the course.
  expect(await one.course()).toMatchObject({ items_done: 2, status: 1, completed_at: null })
  expect(await other.see()).toMatchObject({ status: 1, instructor_response: null })
})

test('rows that cannot be graded are refused with the reason, and a response of somebody else is not found (BLK-033, BLK-034)', async () => {
  const at = await start({ task: { score: 70, attempts: 5 } })
  const { instructor, admin } = at
  const { pupils, ids } = await responding(at, 4)
  const [ended, completed, answered, same] = pupils as [Pupil, Pupil, Pupil, Pupil]
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ ended_at: new Date() }).where('id', '=', ended.related_id).execute(),
  )
  await completed.finishText()
  await completed.grade(instructor, 90)
  await answered.grade(instructor, 10)
  await answered.respond('Again')
  await same.grade(instructor, 80, 'Fine.')
  const { id } = await bulk.grade(admin, ids, 80, 'Fine.')
  expect((await bulk.rows(admin, id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', expect.stringMatching(/^Is no longer enrolled in Course \d+\.$/)],
    ['refused', expect.stringMatching(/^Has completed Course \d+, so the grade stays\.$/)],
    ['refused', 'Has responded again since: attempt 2 is the one to grade, not attempt 1.'],
    ['unchanged', 'Has this score and comment already.'],
  ])
  const foreign = await start()
  const theirs = await responding(foreign, 1)
  for (const wrong of [theirs.ids, [...ids, 999_999_999]])
    await expect(bulk.grade(instructor, wrong, 80)).rejects.toMatchObject({ status: 404 })
  await expect(bulk.grade(instructor, ids, 101)).rejects.toMatchObject({ status: 422 })
  await expect(bulk.grade(same.person, ids, 80)).rejects.toMatchObject({ status: 403 })
})

test('who responded again, was graded again, got a certificate or completed the course otherwise stands in the way, and the row says so (BLK-037)', async () => {
  const at = await start({ task: { score: 70, attempts: 5 }, certificate: 'on request' })
  const { instructor, admin } = at
  const { pupils, ids } = await responding(at, 5)
  const [answered, graded, certified, completed, free] = pupils as [Pupil, Pupil, Pupil, Pupil, Pupil]
  const fail = await bulk.grade(instructor, [ids[0] as number], 10)
  await bulk.run(instructor, fail.id)
  await answered.respond('Better')
  await bulk.undo(instructor, fail.id)
  expect(await bulk.undone(instructor, fail.id)).toEqual([
    'Has responded again since, in attempt 2, so the grade stays.',
  ])
  expect(await answered.see()).toMatchObject({ status: 1, current_attempt: 2, attempts: [{}, { result: 'failed' }] })

  await certified.finishText()
  const change = await bulk.grade(instructor, ids.slice(1), 80)
  await bulk.run(instructor, change.id)
  await graded.grade(admin, 80)
  await at.certify(certified)
  await t.as(admin).call(completeEnrollment, {
    params: { id: completed.related_id },
    body: { reason: 'Shown at work' },
  })
  const before = await at.stateOf([graded, certified, completed])
  expect(before.certificates).toHaveLength(1)
  expect(await bulk.previewUndo(instructor, change.id)).toMatchObject({ restored: 1, kept: 3 })
  expect(await bulk.undo(instructor, change.id)).toMatchObject({ restored: 1, kept: 3 })
  expect(await bulk.undone(instructor, change.id)).toEqual([
    'Was graded again since, so that grade stays.',
    expect.stringMatching(/^Has a certificate for Course \d+ since, so the certificate and the grade stay\.$/),
    expect.stringMatching(/^Has completed Course \d+ since, so the grade stays\.$/),
    'restored',
  ])
  expect(await at.stateOf([graded, certified, completed])).toEqual(before)
  expect(await free.see()).toMatchObject({ status: 1, instructor_response: null })
})

test('a certificate that the grade itself brings stays with the grade (BLK-037)', async () => {
  const at = await start({ certificate: 'automatic' })
  const { pupils, ids } = await responding(at, 1)
  await pupils[0]?.finishText()
  const { id } = await bulk.grade(at.instructor, ids, 100)
  await bulk.run(at.instructor, id)
  const before = await at.stateOf(pupils)
  expect(before.certificates).toHaveLength(1)
  expect(await bulk.previewUndo(at.instructor, id)).toMatchObject({ restored: 0, kept: 1 })
  await bulk.undo(at.instructor, id)
  expect(await at.stateOf(pupils)).toEqual(before)
})

test('an instructor grades learners of their own courses, sees only what they made, and loses it with the course (BLK-039)', async () => {
  const at = await start()
  const { instructor, admin, portal } = at
  const { ids } = await responding(at, 2)
  const stranger = await t.make.person('instructor', { portal })
  const manager = await t.make.person('manager', { portal })
  await expect(bulk.grade(stranger, ids, 80)).rejects.toMatchObject({ status: 404 })
  await expect(bulk.grade(manager, ids, 80)).rejects.toMatchObject({ status: 403 })
  const byAdmin = await bulk.grade(admin, ids, 80)
  const own = await bulk.grade(instructor, ids, 80)
  const listed = async (who: typeof admin) =>
    (await t.as(who).call(listBulkChanges, { query: {} as never })).data.map(({ id }) => id)
  expect(await listed(instructor)).toEqual([own.id])
  expect(await listed(admin)).toEqual([own.id, byAdmin.id])
  expect(await listed(stranger)).toEqual([])
  for (const who of [stranger, instructor])
    await expect(t.as(who).call(showBulkChange, { params: { id: byAdmin.id } })).rejects.toMatchObject({ status: 404 })
  await expect(t.as(instructor).call(runBulkChange, { params: { id: byAdmin.id } })).rejects.toMatchObject({
    status: 404,
  })
  await bulk.start(instructor, own.id)
  await t.platform((tx) => tx.deleteFrom('course_instructors').where('user_id', '=', instructor.id).execute())
  await bulk.step('run', instructor, own.id)
  expect(await bulk.show(instructor, own.id)).toMatchObject({ status: 'done', results: { changed: 0, refused: 2 } })
  expect((await bulk.rows(instructor, own.id)).map(({ result_reason: reason }) => reason)).toEqual([
    'Is no longer assigned to you.',
    'Is no longer assigned to you.',
  ])
})

test('two graders at once, a learner who responds in between and a killed process: each response is graded once (BLK-035)', {
  timeout: 240_000,
}, async () => {
  const at = await start({ task: { score: 70, attempts: 5 } })
  const { instructor, admin } = at
  const { pupils, ids } = await responding(at, 3)
  const between = await at.pupil()
  await between.respond()
  await between.grade(instructor, 10)
  const one = await bulk.grade(instructor, [...ids, await between.latest()], 80)
  const other = await bulk.grade(admin, ids, 30)
  await between.respond('In between')
  await Promise.all([bulk.start(instructor, one.id), bulk.start(admin, other.id)])
  await Promise.all([
    bulk.step('run', instructor, one.id),
    bulk.step('run', admin, other.id),
    bulk.step('run', instructor, one.id),
  ])
  const results = [await bulk.show(instructor, one.id), await bulk.show(admin, other.id)]
  expect(results.reduce((sum, { results: counts }) => sum + (counts?.changed ?? 0), 0)).toBe(3)
  const rows = await bulk.rows(instructor, one.id)
  expect(rows[3]).toMatchObject({
    result: 'refused',
    result_reason: 'Has responded again since: attempt 2 is the one to grade, not attempt 1.',
  })
  for (const pupil of pupils) expect(await at.mailsTo(pupil)).toHaveLength(1)
  if (results[0]?.can_undo) await bulk.undo(instructor, one.id)
  if (results[1]?.can_undo) await bulk.undo(admin, other.id)

  const before = await at.stateOf(pupils)
  const { id } = await bulk.grade(instructor, ids, 90)
  const data = [{ portal_id: instructor.portal.id, change_id: id }]
  await bulk.start(instructor, id)
  // The first transaction settles the rows that are not tried; the second one is that of the first row.
  await dieAtJob(t, { job: 'bulk-changes.run', data, dies_at: 2 })
  expect(await at.stateOf(pupils)).toEqual(before)
  await bulk.step('run', instructor, id)
  expect(await bulk.show(instructor, id)).toMatchObject({ status: 'done', results: { changed: 3 } })
  for (const pupil of pupils) expect(await at.mailsTo(pupil)).toHaveLength(2)
  await t.as(instructor).call(undoBulkChange, { params: { id } })
  await dieAtJob(t, { job: 'bulk-changes.undo', data, dies_at: 1, is_committed: true })
  expect(await bulk.show(instructor, id)).toMatchObject({ status: 'undoing', rows_done: 1 })
  await bulk.step('undo', instructor, id)
  expect(await bulk.show(instructor, id)).toMatchObject({ status: 'undone', restored: 3 })
  expect(await at.stateOf(pupils)).toEqual(before)
})
