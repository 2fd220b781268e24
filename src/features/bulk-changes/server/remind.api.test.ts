import { expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { bulkChanging, inDays } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { refuseWhileAnotherDoes } from '../../../../tests/processes/refuse-while-another-does.ts'
import { listActivity } from '../../activity-logs/contract.ts'
import { previewBulkUndo, undoBulkChange } from '../contract.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner } = make
const bulk = bulkChanging(t)

const NO_UNDO = 'E-mails that were sent cannot be taken back, so this change cannot be undone.'

/** A course with learners in it; their enrollments in the order of the people. */
const crew = async (count: number) => {
  const at = await school(count)
  const people = await Promise.all(Array.from({ length: count }, () => learner(at.portal)))
  const enrolled = await make.enroll(at.admin, at.course_id, ...people)
  return { ...at, people, ids: enrolled.map(({ id }) => id) }
}

type Values = Record<string, unknown>
const set = (id: number, values: Values) =>
  t.platform((tx) => tx.updateTable('enrollments').set(values).where('id', '=', id).execute())
const setUser = (id: number, values: Values) =>
  t.platform((tx) => tx.updateTable('users').set(values).where('id', '=', id).execute())
const remindersTo = (people: readonly TestPerson[]) =>
  t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select(['to_email', 'subject'])
      .where('template', '=', 'due-date-near')
      .where(
        'to_email',
        'in',
        people.map(({ email }) => email),
      )
      .orderBy('id')
      .execute(),
  )
const noticeOf = async (id: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['due_at', 'due_told_at', 'due_told_for', 'due_told_days'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('the preview says what is sent to whom and refuses the others with the reason; the run mails and notes it; nothing has an undo (BLK-022, BLK-023, BLK-025, BLK-026, ERR-198)', async () => {
  const { admin, course, people, ids } = await crew(8)
  const [due, open, done, over, ahead, , lately, ended] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  await set(due, { due_at: inDays(3) })
  await set(open, { due_at: null, due_told_at: inDays(-9) })
  await set(done, { completed_at: new Date(), access: 'expired' })
  await set(over, { expires_at: inDays(-1), access: 'expired' })
  await set(ahead, { starts_at: inDays(5), access: 'pending' })
  await setUser(people[5]?.id ?? 0, { email: null })
  await set(lately, { due_told_at: new Date(Date.now() - 3_600_000) })
  await set(ended, { ended_at: new Date(), access: 'expired' })

  const change = await bulk.remind(admin, [...ids, due])
  expect(change).toMatchObject({
    action: 'remind',
    rows_total: 8,
    counts: { changed: 2, unchanged: 0, refused: 6 },
    can_run: true,
    can_undo: false,
    no_undo: NO_UNDO,
  })
  const rows = await bulk.rows(admin, change.id)
  expect(rows.map(({ outcome, reason, mail }) => [outcome, reason, mail])).toEqual([
    ['changed', null, { to: people[0]?.email, subject: `${course.title} is due in 3 days`, last_at: null }],
    [
      'changed',
      null,
      { to: people[1]?.email, subject: `Reminder to finish ${course.title}`, last_at: expect.any(String) },
    ],
    ['refused', `Has completed ${course.title}.`, null],
    ['refused', expect.stringMatching(/^Access to .+ ended on /), null],
    ['refused', expect.stringMatching(/^Access to .+ starts on /), null],
    ['refused', 'Has no e-mail.', null],
    ['refused', expect.stringMatching(/^Was reminded less than 24 hours ago, on \w+ \d+ \d+ \d+:\d\d [AP]M\.$/), null],
    ['refused', expect.stringMatching(/^Is no longer enrolled in /), null],
  ])
  expect(await remindersTo(people)).toEqual([])

  expect(await bulk.run(admin, change.id)).toMatchObject({
    status: 'done',
    results: { changed: 2, refused: 6 },
    different: 0,
    can_undo: false,
    no_undo: NO_UNDO,
  })
  expect(await remindersTo(people)).toEqual([
    { to_email: people[0]?.email, subject: `${course.title} is due in 3 days` },
    { to_email: people[1]?.email, subject: `Reminder to finish ${course.title}` },
  ])
  const [first] = people as [TestPerson]
  expect((await t.as(first).call(listNotifications)).data.map(({ title }) => title)).toContain('Due in 3 days')
  // The reminder stands for the notice of the same days, which is not sent again; the one of the day before still comes.
  const noted = await noticeOf(due)
  expect(noted).toMatchObject({ due_told_for: noted.due_at, due_told_days: 7, due_told_at: expect.any(Date) })
  expect(await noticeOf(open)).toMatchObject({ due_told_for: null, due_told_days: null })
  const { data: log } = await t.as(admin).call(listActivity, { query: {} as never })
  expect(log.filter(({ action }) => action === 'enrollment.remind')).toHaveLength(2)

  for (const call of [previewBulkUndo, undoBulkChange])
    await expect(t.as(admin).call(call, { params: { id: change.id } })).rejects.toMatchObject({
      status: 409,
      code: 'bulk_change_without_undo',
      message: `Nothing was undone. ${NO_UNDO}`,
    })
  expect(await bulk.show(admin, change.id)).toMatchObject({ status: 'done' })
  // The same people again: who was reminded is not mailed a second time.
  expect(await bulk.remind(admin, [due, open])).toMatchObject({ counts: { changed: 0, refused: 2 }, can_run: false })
})

test('two runs of one change, and two changes of the same learners at once, mail each learner once (BLK-024)', async () => {
  const { admin, people, ids } = await crew(8)
  const one = await bulk.remind(admin, ids)
  const other = await bulk.remind(admin, [...ids].reverse())
  await Promise.all([bulk.start(admin, one.id), bulk.start(admin, other.id)])
  await Promise.all([one, one, other, other].map(({ id }) => bulk.step('run', admin, id)))
  const results = await Promise.all([bulk.show(admin, one.id), bulk.show(admin, other.id)])
  expect(results.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(results.reduce((sum, { results: counts }) => sum + (counts?.changed ?? 0), 0)).toBe(8)
  const mailed = (await remindersTo(people)).map(({ to_email: to }) => to)
  expect(mailed.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  await bulk.step('run', admin, one.id)
  expect(await remindersTo(people)).toHaveLength(8)
})

test('a run that is killed before or after a row goes on, and no learner is mailed twice or left out (BLK-024)', {
  timeout: 240_000,
}, async () => {
  const { portal, admin, people, ids } = await crew(8)
  const { id } = await bulk.remind(admin, ids)
  await bulk.start(admin, id)
  const data = [{ portal_id: portal.id, change_id: id }]
  // The first transaction settles the rows that are not tried. The fourth is for the third row.
  await dieAtJob(t, { job: 'bulk-changes.run', data, dies_at: 4 })
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'running', rows_done: 2 })
  expect(await remindersTo(people)).toHaveLength(2)
  await dieAtJob(t, { job: 'bulk-changes.run', data, dies_at: 3, is_committed: true })
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'running', rows_done: 4 })
  expect(await remindersTo(people)).toHaveLength(4)
  await bulk.step('run', admin, id)
  expect(await bulk.show(admin, id)).toMatchObject({ status: 'done', rows_done: 8, results: { changed: 8 } })
  const mailed = (await remindersTo(people)).map(({ to_email: to }) => to)
  expect(mailed.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})

test('a row that is refused in one process while another mails it counts as done, once (BLK-024)', async () => {
  const { portal, admin, people, ids } = await crew(3)
  const { id } = await bulk.remind(admin, ids)
  await bulk.start(admin, id)
  await refuseWhileAnotherDoes(t, { job: 'bulk-changes.run', data: { portal_id: portal.id, change_id: id }, at: 2 })
  expect(await bulk.show(admin, id)).toMatchObject({
    status: 'done',
    rows_done: 3,
    results: { changed: 3, refused: 0 },
  })
  expect(await remindersTo(people)).toHaveLength(3)
})

test('who has another address or due date since the preview, or cannot be reminded by now, gets no mail (BLK-024)', async () => {
  const { admin, course_id, portal, people, ids } = await crew(4)
  const change = await bulk.remind(admin, ids)
  await setUser(people[0]?.id ?? 0, { email: `other-${people[0]?.email}` })
  await set(ids[1] ?? 0, { due_at: inDays(40) })
  await t.platform((tx) =>
    tx
      .updateTable('portal_users')
      .set({ is_blocked: true })
      .where('portal_id', '=', portal.id)
      .where('user_id', '=', people[2]?.id ?? 0)
      .execute(),
  )
  expect(await bulk.run(admin, change.id)).toMatchObject({ results: { changed: 1, refused: 3 }, different: 3 })
  const LEFT_OUT = expect.stringMatching(/^Left out, because the enrollment or the e-mail address has changed/)
  expect((await bulk.rows(admin, change.id)).map(({ result_reason: reason }) => reason)).toEqual([
    LEFT_OUT,
    LEFT_OUT,
    expect.stringMatching(/^Is blocked/),
    null,
  ])
  expect((await remindersTo(people)).map(({ to_email: to }) => to)).toEqual([people[3]?.email])

  await t.platform((tx) =>
    tx
      .insertInto('course_mail_switches')
      .values({ portal_id: portal.id, course_id, kind: 'due_date_near', is_mail_on: false })
      .execute(),
  )
  const off = await bulk.remind(admin, [ids[1] ?? 0])
  expect((await bulk.rows(admin, off.id)).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^E-mails about due dates are turned off for /),
  ])
})

test('a manager reminds only learners assigned to them, and somebody without the right nobody (BLK-026)', async () => {
  const { portal, admin, course_id } = await school(3)
  const manager = await t.make.person('manager', { portal })
  await make.buy(portal, { kind: 'manager', course_id, user_id: manager.id }, 2)
  await make.spend(manager, course_id, 2)
  const mine = await t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['id'])
      .where('portal_id', '=', portal.id)
      .where('manager_id', '=', manager.id)
      .orderBy('id')
      .execute(),
  )
  const ids = mine.map(({ id }) => id)
  const [theirs] = await make.enroll(admin, course_id, await learner(portal))
  await expect(bulk.remind(manager, [...ids, theirs?.id ?? 0])).rejects.toMatchObject({ status: 404 })
  const instructor = await t.make.person('instructor', { portal })
  await expect(bulk.remind(instructor, ids)).rejects.toMatchObject({ status: 403 })
  const foreign = await school()
  await expect(bulk.remind(foreign.admin, ids)).rejects.toMatchObject({ status: 404 })

  const change = await bulk.remind(manager, ids)
  expect(change).toMatchObject({ counts: { changed: 2 } })
  // One of them goes to somebody else before the run.
  await set(ids[0] ?? 0, { manager_id: null, curator_id: null })
  expect(await bulk.run(manager, change.id)).toMatchObject({ results: { changed: 1, refused: 1 } })
  expect((await bulk.rows(manager, change.id)).map(({ result_reason: reason }) => reason)).toEqual([
    'Is no longer assigned to you.',
    null,
  ])
})
