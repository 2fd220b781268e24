import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { bulkChanging, inDays } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { bulkEnroll, bulkUnenroll, listBulkChanges, showBulkChange } from '../contract.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, numbers } = make
const bulk = bulkChanging(t)

test('the preview says for each person what will happen, counts credits down, and writes nothing but itself (BLK-001, BLK-002, BLK-003, BLK-004)', async () => {
  const { portal, admin, course_id } = await school(2)
  const [here, first, second, third, left] = await Promise.all([1, 2, 3, 4, 5].map(() => learner(portal)))
  if (!here || !first || !second || !third || !left) throw new Error('Somebody is missing')
  await make.plan(portal, 1)
  await make.enroll(admin, course_id, here)
  await t.platform((tx) =>
    tx
      .updateTable('portal_users')
      .set({ left_at: new Date() })
      .where('portal_id', '=', portal.id)
      .where('user_id', '=', left.id)
      .execute(),
  )
  const ids = [here, first, left, second, third, first].map(({ id }) => id)
  const due_at = inDays(500).toISOString()
  const change = await bulk.enroll(admin, course_id, ids, { due_at })
  expect(change).toMatchObject({
    action: 'enroll',
    status: 'previewed',
    rows_total: 5,
    counts: { changed: 2, unchanged: 1, refused: 2 },
    results: null,
    credits_used: 2,
    credits_returned: 0,
    can_run: true,
    can_undo: false,
  })
  const rows = await bulk.rows(admin, change.id)
  expect(rows.map(({ number, user, outcome, reason, credits }) => [number, user.id, outcome, reason, credits])).toEqual(
    [
      [1, here.id, 'unchanged', expect.stringMatching(/^Already a learner of /), 0],
      [2, first.id, 'changed', null, 1],
      [3, left.id, 'refused', 'Has left this portal.', 0],
      [4, second.id, 'changed', null, 1],
      [5, third.id, 'refused', expect.stringMatching(/^No credit is left for /), 0],
    ],
  )
  expect(rows[1]).toMatchObject({ before: null, after: { due_at }, related_id: null })
  expect(await bulk.rows(admin, change.id, { outcome: 'refused' })).toHaveLength(2)
  expect(await numbers(portal)).toMatchObject({ remaining: 2, used: 1 })
})

test('a course that is not published refuses every row (BLK-004)', async () => {
  const { portal, admin } = await school()
  const draft = await make.course(portal, { publication_status: 1 })
  const { id } = await learner(portal)
  const change = await bulk.enroll(admin, draft.id, [id])
  expect(change).toMatchObject({ counts: { changed: 0, refused: 1 }, can_run: false })
})

test('a foreign person, enrollment or course is not found, and nothing is made (BLK-004, BLK-015)', async () => {
  const { portal, admin, course_id } = await school()
  const other = await school()
  const stranger = await learner(other.portal)
  const [foreign] = await make.enroll(other.admin, other.course_id, stranger)
  const own = await learner(portal)
  const enroll = (course: number, ...user_ids: number[]) =>
    t.as(admin).call(bulkEnroll, { body: { course_id: course, user_ids } })
  await expect(enroll(course_id, own.id, stranger.id)).rejects.toMatchObject({ status: 404 })
  await expect(enroll(other.course_id, own.id)).rejects.toMatchObject({ status: 404 })
  await expect(t.as(admin).call(bulkUnenroll, { body: { enrollment_ids: [foreign?.id ?? 0] } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await t.as(admin).call(listBulkChanges, {})).data).toEqual([])
})

test('the same request sent twice makes one bulk change (BLK-020)', async () => {
  const { portal, admin, course_id } = await school()
  const { id } = await learner(portal)
  const body = { course_id, user_ids: [id] }
  const send = () => t.as(admin).call(bulkEnroll, { body }, { idempotency_key: 'bulk once' })
  const [one, other] = [await send(), await send()]
  expect(other.data.id).toBe(one.data.id)
  expect((await t.as(admin).call(listBulkChanges, {})).data).toHaveLength(1)
})

test('a manager sees and undoes only what they made, for learners assigned to them, with their own credits (BLK-005, BLK-015)', async () => {
  const { portal, admin, course_id } = await school()
  const manager = await t.make.person('manager', { portal })
  await make.buy(portal, { kind: 'manager', course_id, user_id: manager.id }, 3)
  await make.spend(manager, course_id, 2)
  const mine = await t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['id', 'user_id'])
      .where('portal_id', '=', portal.id)
      .where('manager_id', '=', manager.id)
      .orderBy('id')
      .execute(),
  )
  const [theirs] = await make.enroll(admin, course_id, await learner(portal))
  await make.begin(portal, mine[1]?.id ?? 0)
  const ids = mine.map(({ id }) => id)
  await expect(bulk.unenroll(manager, [...ids, theirs?.id ?? 0])).rejects.toMatchObject({ status: 404 })
  const change = await bulk.unenroll(manager, ids)
  expect(change).toMatchObject({ counts: { changed: 1, refused: 1 }, credits_returned: 1 })
  const others = await bulk.unenroll(admin, [theirs?.id ?? 0])
  await expect(t.as(manager).call(showBulkChange, { params: { id: others.id } })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(manager).call(listBulkChanges, {})).data.map(({ id }) => id)).toEqual([change.id])
  expect((await t.as(admin).call(listBulkChanges, {})).data.map(({ id }) => id)).toEqual([others.id, change.id])
  expect(await bulk.run(manager, change.id)).toMatchObject({ status: 'done', results: { changed: 1, refused: 1 } })
  expect(await bulk.undo(manager, change.id)).toMatchObject({ status: 'undone', restored: 1 })
  expect(await make.load(portal, ids[0] ?? 0)).toMatchObject({ ended_at: null, manager_id: manager.id })
  expect(await make.check()).toEqual([])
})
