import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { bulkChanging, dayIn, inDays } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { refuseWhileAnotherDoes } from '../../../../tests/processes/refuse-while-another-does.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { jobHandlers } from '../../../app/features.ts'
import { listActivity } from '../../activity-logs/contract.ts'
import { updateEnrollmentDates } from '../../enrollments/contract.ts'
import { showBulkChange, undoBulkChange } from '../contract.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, numbers } = make
const bulk = bulkChanging(t)

/** A school with people in it. */
const crew = async (count: number, credits = count) => {
  const at = await school(credits)
  const people = await Promise.all(Array.from({ length: count }, () => learner(at.portal)))
  return { ...at, people, ids: people.map(({ id }) => id) }
}
const openIn = async (who: TestPerson, course_id: number) =>
  (
    await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('user_id')
        .where('portal_id', '=', who.portal.id)
        .where('course_id', '=', course_id)
        .where('ended_at', 'is', null)
        .orderBy('user_id')
        .execute(),
    )
  ).map(({ user_id }) => user_id)
const giveUp = async (step: 'run' | 'undo', who: TestPerson, id: number, failure: unknown) => {
  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === `bulk-changes.${step}`)
  const context = { db: t.app.db, now: new Date(), signal: new AbortController().signal, failure }
  await handler?.giveUp?.({ portal_id: who.portal.id, change_id: id } as never, context)
}

test('two clicks start a run once, and two processes do each row once (BLK-007, BLK-021, ERR-180)', async () => {
  const { portal, admin, course_id, ids } = await crew(12, 20)
  const { id } = await bulk.enroll(admin, course_id, ids)
  const clicks = await Promise.allSettled([bulk.start(admin, id), bulk.start(admin, id)])
  expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(clicks.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'bulk_change_moved_on' },
  })
  await Promise.all([bulk.step('run', admin, id), bulk.step('run', admin, id)])
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'done', rows_done: 12, results: { changed: 12 } })
  expect(await openIn(admin, course_id)).toEqual([...ids].sort((a, b) => a - b))
  expect(await numbers(portal)).toMatchObject({ remaining: 8, used: 12 })
  await bulk.step('run', admin, id)
  expect(await numbers(portal)).toMatchObject({ used: 12 })
})

test('a run and an undo that are killed in the middle go on, and do nothing twice (BLK-007, BLK-010)', {
  timeout: 240_000,
}, async () => {
  const { portal, admin, course_id, ids } = await crew(10)
  const { id } = await bulk.enroll(admin, course_id, ids)
  await bulk.start(admin, id)
  const data = [{ portal_id: portal.id, change_id: id }]
  // The first transaction settles the rows that are not tried. The fifth is for the fourth row.
  await dieAtJob(t, { job: 'bulk-changes.run', data, dies_at: 5 })
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'running', rows_done: 3 })
  await bulk.step('run', admin, id)
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'done', rows_done: 10, results: { changed: 10 } })
  expect(await numbers(portal)).toMatchObject({ remaining: 0, used: 10 })

  await t.as(admin).call(undoBulkChange, { params: { id } })
  await dieAtJob(t, { job: 'bulk-changes.undo', data, dies_at: 4, is_committed: true })
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'undoing', rows_done: 4 })
  await bulk.step('undo', admin, id)
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'undone', restored: 10, kept: 0 })
  expect(await numbers(portal)).toMatchObject({ remaining: 10, used: 0 })
  expect(await make.check()).toEqual([])
})

test('what changed since the preview is left out, stays as it is, or says why, and nothing else is done (BLK-007)', async () => {
  const { portal, admin, course_id, people, ids } = await crew(4, 9)
  const enrolled = await make.enroll(admin, course_id, ...people)
  const [same, moved, ended, begun] = enrolled.map(({ id }) => id)
  if (!same || !moved || !ended || !begun) throw new Error('Somebody is missing')
  const change = await bulk.extend(admin, [same, moved, ended], { due: { on: dayIn(900) } })
  const out = await bulk.unenroll(admin, [begun])
  const due_at = inDays(400)
  await t
    .as(admin)
    .call(updateEnrollmentDates, { params: { id: moved }, body: { due_at: due_at.toISOString() } as never })
  await make.begin(portal, begun)
  const later = await bulk.unenroll(admin, [ended])
  await bulk.run(admin, later.id)
  expect(await bulk.run(admin, change.id)).toMatchObject({ results: { changed: 1, refused: 2 }, different: 2 })
  const LEFT_OUT = expect.stringMatching(/^Left out, because the enrollment has changed since the preview/)
  expect((await bulk.rows(admin, change.id)).map(({ result_reason: reason }) => reason)).toEqual([
    null,
    LEFT_OUT,
    expect.stringMatching(/^Is no longer enrolled in /),
  ])
  expect(await make.load(portal, moved)).toMatchObject({ due_at })
  // The credit would have gone back, and stays used by now.
  expect(await bulk.run(admin, out.id)).toMatchObject({ results: { changed: 0, refused: 1 } })
  expect(await make.load(portal, begun)).toMatchObject({ ended_at: null })

  // Two changes of the same people at once: the second one finds them enrolled.
  const { id: courseId } = await make.course(portal)
  const one = await bulk.enroll(admin, courseId, ids)
  const other = await bulk.enroll(admin, courseId, ids)
  await Promise.all([bulk.start(admin, one.id), bulk.start(admin, other.id)])
  await Promise.all([bulk.step('run', admin, one.id), bulk.step('run', admin, other.id)])
  const results = await Promise.all([bulk.show(admin, one.id), bulk.show(admin, other.id)])
  expect(results.reduce((sum, { results: counts }) => sum + (counts?.changed ?? 0), 0)).toBe(4)
  expect(await openIn(admin, courseId)).toEqual([...ids].sort((a, b) => a - b))
  expect(await make.check()).toEqual([])
})

test('a row that is refused in one process while another does it counts as done, once (BLK-007, BLK-010)', async () => {
  const { portal, admin, course_id, ids } = await crew(3)
  const { id } = await bulk.enroll(admin, course_id, ids)
  const data = { portal_id: portal.id, change_id: id }
  await bulk.start(admin, id)
  // The first transaction settles the rows that are not tried.
  await refuseWhileAnotherDoes(t, { job: 'bulk-changes.run', data, at: 2 })
  expect(await bulk.show(admin, id)).toMatchObject({
    status: 'done',
    rows_done: 3,
    results: { changed: 3, refused: 0 },
  })
  await t.as(admin).call(undoBulkChange, { params: { id } })
  await refuseWhileAnotherDoes(t, { job: 'bulk-changes.undo', data, at: 1 })
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'undone', rows_done: 3, restored: 3, kept: 0 })
})

test('a run that fails every try stops with its reason, and can be continued or undone; an undo can be taken again (BLK-008)', async () => {
  const { portal, admin, course_id, ids } = await crew(3)
  const { id } = await bulk.enroll(admin, course_id, ids)
  await bulk.start(admin, id)
  await giveUp('run', admin, id, new TypeError('Cannot read properties of undefined'))
  expect(await bulk.show(admin, id)).toMatchObject({
    status: 'stopped',
    rows_done: 1,
    problem: expect.stringMatching(/^The run stopped at row 1 because of an unexpected error/),
    can_run: true,
    results: { changed: 0, refused: 1 },
  })
  // A late job finds that it is not its turn.
  await bulk.step('run', admin, id)
  expect(await openIn(admin, course_id)).toEqual([])
  expect(await bulk.run(admin, id)).toMatchObject({
    status: 'done',
    problem: null,
    rows_done: 3,
    results: { changed: 2, refused: 1 },
  })
  await t.as(admin).call(undoBulkChange, { params: { id } })
  await giveUp('undo', admin, id, { code: '57P01', message: 'terminating connection' })
  expect(await bulk.show(admin, id)).toMatchObject({
    status: 'done',
    problem: expect.stringMatching(/^The undo stopped because the database did not answer/),
    can_undo: true,
  })
  expect(await bulk.undo(admin, id)).toMatchObject({ status: 'undone', problem: null, restored: 2 })
  expect(await numbers(portal)).toMatchObject({ remaining: 3, used: 0 })
})

test('a run ends when the person has lost the right, and the log says who did what (BLK-009, BLK-016)', async () => {
  const { portal, admin, course_id, ids } = await crew(2)
  const { id } = await bulk.enroll(admin, course_id, ids)
  await bulk.start(admin, id)
  await t.platform((tx) =>
    tx
      .updateTable('portal_user_roles')
      .set({ role: 'editor' })
      .where('portal_id', '=', portal.id)
      .where('user_id', '=', admin.id)
      .execute(),
  )
  await bulk.step('run', admin, id)
  const colleague = await t.make.person('portal_admin', { portal })
  expect(await bulk.show(colleague, id)).toMatchObject({
    status: 'done',
    problem: expect.stringMatching(/^The person who started this step may no longer make such changes here/),
    results: { changed: 0, refused: 2 },
    can_undo: false,
  })
  const { data } = await t.as(colleague).call(listActivity, { query: {} as never })
  expect(data.map(({ action }) => action).filter((action) => action.startsWith('bulk-change.'))).toEqual([
    'bulk-change.run',
    'bulk-change.create',
  ])
})

test('watching a run reads the change and none of its rows; it is removed when its time is over (BLK-002, BLK-014)', async () => {
  const { admin, course_id, ids } = await crew(2)
  const { id } = await bulk.enroll(admin, course_id, ids)
  await bulk.start(admin, id)
  const statements = await statementsOf(() => t.as(admin).call(showBulkChange, { params: { id } }))
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter(({ text }) => text.includes('bulk_change_rows'))).toEqual([])
  await bulk.runJob('bulk-changes.forget')
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'running' })
  await t.platform((tx) =>
    tx
      .updateTable('bulk_changes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute(),
  )
  await expect(bulk.show(admin, id)).rejects.toMatchObject({ status: 404 })
  await bulk.runJob('bulk-changes.forget')
  const left = await t.platform((tx) =>
    tx.selectFrom('bulk_change_rows').select('id').where('change_id', '=', id).execute(),
  )
  expect(left).toEqual([])
})
