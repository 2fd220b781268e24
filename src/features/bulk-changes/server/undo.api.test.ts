import { describe, expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { bulkChanging, dayIn, inDays } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { loadCredits } from '../../credits/server/api.ts'
import { undoBulkChange } from '../contract.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, numbers } = make
const bulk = bulkChanging(t)

/** Everything that an undo has to leave as it was, of these enrollments. */
const stateOf = (portal: TestPortal, ids: readonly number[]) =>
  t.platform(async (tx) => ({
    enrollments: await tx
      .selectFrom('enrollments')
      .select([
        'id',
        'curator_id',
        'manager_id',
        'status',
        'access',
        'items_done',
        'starts_at',
        'expires_at',
        'due_at',
        'created_at',
        'completed_at',
        'ended_at',
        'ended_by',
        'due_told_for',
        'version',
      ])
      .where('portal_id', '=', portal.id)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute(),
    live: await tx
      .selectFrom('enrollment_grants')
      .select(['enrollment_id', 'kind', 'order_id', 'granted_by', 'created_at'])
      .where('portal_id', '=', portal.id)
      .where('enrollment_id', 'in', [...ids])
      .where('revoked_at', 'is', null)
      .orderBy('enrollment_id')
      .orderBy('kind')
      .execute(),
    popularity: await tx
      .selectFrom('courses')
      .select(['id', 'popularity'])
      .where('portal_id', '=', portal.id)
      .execute(),
  }))

describe('undoing that people were unenrolled', () => {
  test('opens each enrollment as it was, with grants and progress, and takes each credit from where it went back to (BLK-010, BLK-011, BLK-016)', async () => {
    const { portal, admin, course_id } = await school(2)
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 1)
    await make.buy(portal, { kind: 'portal', course_id }, 1)
    const [untouched, general, begun] = await make.enroll(
      admin,
      course_id,
      await learner(portal),
      await learner(portal),
      await learner(portal),
    )
    await make.spend(manager, course_id, 1)
    const buyer = await learner(portal)
    const bought = await make.enrollByOrder(portal, buyer.id, course_id, 4_000_001)
    const [ofManager] = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('id').where('manager_id', '=', manager.id).execute(),
    )
    const ids = [untouched?.id, general?.id, begun?.id, ofManager?.id, bought.id].map((id) => id ?? 0)
    await make.begin(portal, begun?.id ?? 0)
    const before = await stateOf(portal, ids)
    const credits = await numbers(portal)

    const change = await bulk.unenroll(admin, ids)
    expect(change).toMatchObject({ counts: { changed: 5 }, credits_returned: 4 })
    await bulk.run(admin, change.id)
    const movements = await t.platform((tx) =>
      tx
        .selectFrom('credit_movements')
        .select(['id', 'purpose'])
        .where('portal_id', '=', portal.id)
        .orderBy('id')
        .execute(),
    )
    expect(await bulk.previewUndo(admin, change.id)).toMatchObject({ restored: 5, kept: 0, credits_used: 4 })
    expect(await bulk.undo(admin, change.id)).toMatchObject({ status: 'undone', restored: 5, kept: 0 })
    expect(await stateOf(portal, ids)).toEqual(before)
    expect(await numbers(portal)).toEqual(credits)
    await make.run(portal, async (tx) => {
      expect(await loadCredits(tx, portal.id, own)).toMatchObject({ remaining: 0, used: 1 })
      expect(await loadCredits(tx, portal.id, { kind: 'portal', course_id })).toMatchObject({ remaining: 0, used: 1 })
    })
    const after = await t.platform((tx) =>
      tx
        .selectFrom('credit_movements')
        .select(['id', 'purpose'])
        .where('portal_id', '=', portal.id)
        .orderBy('id')
        .execute(),
    )
    expect(after.slice(0, movements.length)).toEqual(movements)
    expect(after.slice(movements.length).map(({ purpose }) => purpose)).toEqual(Array(4).fill('restore'))
    expect(await make.check()).toEqual([])

    // What was restored can be taken away and restored again.
    const again = await bulk.unenroll(admin, ids)
    await bulk.run(admin, again.id)
    expect(await bulk.undo(admin, again.id)).toMatchObject({ restored: 5 })
    expect(await stateOf(portal, ids)).toEqual(before)
    expect(await make.check()).toEqual([])
  })

  test('says what stands in the way of each row, and keeps it: left, enrolled again, credit gone (BLK-012, BLK-013)', async () => {
    const { portal, admin, course_id } = await school(4)
    const people = await Promise.all([1, 2, 3, 4].map(() => learner(portal)))
    const enrolled = await make.enroll(admin, course_id, ...people)
    const ids = enrolled.map(({ id }) => id)
    const change = await bulk.unenroll(admin, ids)
    await bulk.run(admin, change.id)
    const [gone, again] = people
    await t.platform((tx) =>
      tx
        .updateTable('portal_users')
        .set({ left_at: new Date() })
        .where('portal_id', '=', portal.id)
        .where('user_id', '=', gone?.id ?? 0)
        .execute(),
    )
    // Three credits are used elsewhere, so one of the two last rows finds none.
    if (again) await make.enroll(admin, course_id, again)
    await make.enroll(admin, course_id, await learner(portal), await learner(portal))
    const preview = await bulk.previewUndo(admin, change.id)
    expect(preview).toMatchObject({ restored: 1, kept: 3, credits_used: 1 })
    const said = [
      'Has left this portal.',
      expect.stringMatching(/^Is enrolled in .* again\.$/),
      'The credit that came back has been used since, and none is left in its place.',
      'restored',
    ]
    expect(preview.rows.toReversed().map(({ undo, reason }) => reason ?? undo)).toEqual(said)
    expect(await numbers(portal)).toMatchObject({ remaining: 1 })
    expect(await bulk.undo(admin, change.id)).toMatchObject({ status: 'undone', restored: 1, kept: 3 })
    expect(await bulk.undone(admin, change.id)).toEqual(said)
    expect(await numbers(portal)).toMatchObject({ remaining: 0 })
    expect(await make.check()).toEqual([])
  })
})

describe('undoing that people were enrolled', () => {
  test('ends what nobody has used, gives its credits and the role back, and keeps the rest (BLK-010, BLK-012, BLK-014)', async () => {
    const { portal, admin, course_id } = await school(5)
    const [fresh, begun, ended] = await Promise.all([1, 2, 3].map(() => learner(portal)))
    const teacher = await t.make.person('instructor', { portal })
    if (!fresh || !begun || !ended) throw new Error('Somebody is missing')
    const { id } = await bulk.enroll(admin, course_id, [fresh.id, begun.id, ended.id, teacher.id])
    expect(await bulk.run(admin, id)).toMatchObject({ results: { changed: 4 }, credits_used: 4 })
    const rows = await bulk.rows(admin, id)
    await make.begin(portal, rows[1]?.related_id ?? 0)
    const out = await bulk.unenroll(admin, [rows[2]?.related_id ?? 0])
    await bulk.run(admin, out.id)
    const rolesOf = async (user: number) =>
      (
        await t.platform((tx) =>
          tx.selectFrom('portal_user_roles').select('role').where('user_id', '=', user).orderBy('role').execute(),
        )
      ).map(({ role }) => role)
    expect(await rolesOf(teacher.id)).toEqual(['instructor', 'learner'])
    expect(await bulk.undo(admin, id)).toMatchObject({ restored: 2, kept: 2 })
    expect(await bulk.undone(admin, id)).toEqual([
      'restored',
      expect.stringMatching(/^Has started .*, so the enrollment stays\.$/),
      'Was unenrolled since, so there is nothing to undo.',
      'restored',
    ])
    expect(await rolesOf(teacher.id)).toEqual(['instructor'])
    expect(await rolesOf(fresh.id)).toEqual(['learner'])
    expect(await numbers(portal)).toMatchObject({ remaining: 4, used: 1 })
    await expect(t.as(admin).call(undoBulkChange, { params: { id } })).rejects.toMatchObject({ status: 409 })
    expect(await make.check()).toEqual([])
  })
})

describe('undoing that enrollments were extended', () => {
  test('restores the former dates exactly, and keeps those that somebody has changed or used since (BLK-006, BLK-010, BLK-012)', async () => {
    const { portal, admin, course_id } = await school(4)
    const enrolled = await make.enroll(admin, course_id, ...(await Promise.all([1, 2, 3].map(() => learner(portal)))))
    const [plain, over, changed] = enrolled.map(({ id }) => id)
    if (!plain || !over || !changed) throw new Error('Somebody is missing')
    const past = inDays(-5)
    const set = (id: number, values: Record<string, unknown>) =>
      t.platform((tx) => tx.updateTable('enrollments').set(values).where('id', '=', id).execute())
    // Their access ended before its term, and the extension opens it again.
    await set(plain, { expires_at: inDays(200), due_at: inDays(60) })
    await set(over, { expires_at: past, access: 'expired' })
    await set(changed, { expires_at: inDays(200) })
    const before = await stateOf(portal, [plain])
    const change = await bulk.extend(admin, [plain, over, changed], {
      due: { on: dayIn(900) },
      access: { on: dayIn(950) },
    })
    expect(await bulk.run(admin, change.id)).toMatchObject({ results: { changed: 3 }, credits_used: 0 })
    expect(await make.load(portal, over)).toMatchObject({ access: 'active' })
    await make.begin(portal, over)
    await set(changed, { due_at: inDays(400) })
    expect(await bulk.undo(admin, change.id)).toMatchObject({ restored: 1, kept: 2 })
    expect(await bulk.undone(admin, change.id)).toEqual([
      'restored',
      expect.stringMatching(/^Has worked in .* after the former end of access, so the dates stay\.$/),
      'Changed again since, so the dates stay: due date.',
    ])
    expect(await stateOf(portal, [plain])).toEqual(before)
  })
})
