import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { checkCredits, portalCredits } from '../../credits/server/api.ts'
import { undoImport } from '../contract.ts'

const t = testApp()
const { course, plan, run: act } = enrolling(t)
const imports = importing(t)

const member = (who: TestPerson, email: string) =>
  t.platform((tx) =>
    tx
      .selectFrom('portal_users as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id as id', 'm.first_name', 'm.last_name', 'm.direct_number'])
      .where('m.portal_id', '=', who.portal.id)
      .where('m.left_at', 'is', null)
      .where('u.email', '=', email)
      .executeTakeFirst(),
  )
const learnerIn = async (who: TestPerson, userId: number) =>
  (
    await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('id')
        .where('portal_id', '=', who.portal.id)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute(),
    )
  ).map(({ id }) => id)
const creditsOf = (who: TestPerson) => t.platform((tx) => portalCredits(tx, who.portal.id))

describe('the undo', () => {
  test('takes back everything unused, with its credits, and says what stays and why, as its preview did (USR-066, BLK-040, BLK-041)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const ladders = await course(portal, { title: 'Ladder Safety' })
    await course(portal, { title: 'Forklifts' })
    await plan(portal, 20)
    const at = { portal, first_name: 'Old', last_name: 'Name' }
    const changed = await t.make.person('learner', { ...at, email: 'u-changed@example.com', direct_number: null })
    const again = await t.make.person('learner', { ...at, email: 'u-again@example.com' })
    const learner = await t.make.person('learner', { ...at, email: 'u-learner@example.com' })
    const starter = await t.make.person('learner', { ...at, email: 'u-starter@example.com' })
    const sheet = [
      'email,first name,phone,role,course',
      'u-new@example.com,Nora,,,Ladder Safety',
      'u-new@example.com,,,,Forklifts',
      'u-signed@example.com,Sig,,,Ladder Safety',
      'u-started@example.com,Sta,,,Ladder Safety',
      'u-other@example.com,Oth,,,',
      'u-gone@example.com,Gone,,,',
      'u-changed@example.com,New,(614) 555-0142,instructor,',
      'u-again@example.com,New,,,',
      'u-learner@example.com,,,,Ladder Safety',
      'u-starter@example.com,,,,Ladder Safety',
    ].join('\n')
    const { id } = await imports.check(admin, sheet)
    expect(await imports.run(admin, id)).toMatchObject({ status: 'done', different: 0 })
    expect(await creditsOf(admin)).toMatchObject({ used: 6 })

    const idOf = async (email: string) => (await member(admin, email))?.id ?? 0
    await t.make.session(await idOf('u-signed@example.com'), portal, 'learner')
    const start = async (userId: number) => {
      const [enrollment] = await learnerIn(admin, userId)
      await t.platform((tx) =>
        tx
          .updateTable('enrollments')
          .set({ status: 1, items_done: 1 })
          .where('id', '=', enrollment ?? 0)
          .execute(),
      )
    }
    await start(await idOf('u-started@example.com'))
    await start(starter.id)
    const { enrollLearner } = await import('../../enrollments/server/api.ts')
    const other = await idOf('u-other@example.com')
    await act(admin, (tx, ctx) =>
      enrollLearner(tx, ctx, {
        user_id: other,
        course_id: ladders.id,
        grant: { kind: 'credit', holder: { kind: 'portal', course_id: ladders.id } },
      }),
    )
    const gone = await idOf('u-gone@example.com')
    await t.platform(async (tx) => {
      await tx
        .updateTable('portal_users')
        .set({ left_at: new Date() })
        .where('portal_id', '=', portal.id)
        .where('user_id', '=', gone)
        .execute()
      await tx
        .updateTable('portal_users')
        .set({ first_name: 'Third' })
        .where('portal_id', '=', portal.id)
        .where('user_id', '=', again.id)
        .execute()
    })

    // The preview says of each row what the undo then does, and changes nothing.
    const credits = await creditsOf(admin)
    const preview = await imports.previewUndo(admin, id)
    expect(preview).toMatchObject({ taken_back: 4, kept: 6, credits_returned: 3, next_before: null })
    expect(preview.rows.map(({ line, effects }) => [line, effects])).toEqual([
      [11, []],
      [10, ['Unenrolled from Ladder Safety.']],
      [9, []],
      [8, ['First name is Old again.', 'Emptied: Phone.', 'Loses the role Instructor.']],
      [7, []],
      [6, []],
      [5, []],
      [4, []],
      [3, ['Unenrolled from Forklifts.']],
      [2, ['Removed from this portal.']],
    ])
    const first = await imports.previewUndo(admin, id, { undo: 'kept', per_page: 4 })
    const second = await imports.previewUndo(admin, id, { undo: 'kept', per_page: 4, before: first.next_before })
    expect([...first.rows, ...second.rows]).toEqual(preview.rows.filter(({ undo }) => undo === 'kept'))
    expect([first.kept, second.next_before]).toEqual([6, null])
    expect(await creditsOf(admin)).toEqual(credits)

    const undone = await imports.undo(admin, id)
    expect(preview.rows.toReversed().map(({ undo, reason }) => [undo, reason])).toEqual(
      (await imports.rows(admin, id)).filter(({ undo }) => undo !== null).map((row) => [row.undo, row.undo_reason]),
    )
    expect(undone).toMatchObject({ status: 'undone', taken_back: 4, kept: 6 })
    expect((await imports.report(admin, id)).map((line) => line.replace(/^.* \| [01] \| /, ''))).toEqual([
      'New person | Taken back',
      'Enrolled | Taken back',
      'New person | Stays | Has signed in, so everything stays.',
      'New person | Stays | Has started Ladder Safety, so the enrollment stays.',
      'New person | Stays | Is enrolled in a course that this import did not add, so the person stays.',
      'New person | Stays | Is no longer in this portal.',
      'Changed | Taken back',
      'Changed | Stays | Changed again since, so it stays: First name.',
      'Enrolled | Taken back',
      'Enrolled | Stays | Has started Ladder Safety, so the enrollment stays.',
    ])
    expect(await member(admin, 'u-new@example.com')).toBeUndefined()
    expect(await member(admin, 'u-changed@example.com')).toMatchObject({ first_name: 'Old', direct_number: null })
    expect(await member(admin, 'u-again@example.com')).toMatchObject({ first_name: 'Third', last_name: 'Name' })
    const roles = await t.platform((tx) =>
      tx.selectFrom('portal_user_roles').select('role').where('user_id', '=', changed.id).execute(),
    )
    expect(roles).toEqual([{ role: 'learner' }])
    expect(await learnerIn(admin, learner.id)).toEqual([])
    expect(await learnerIn(admin, starter.id)).toHaveLength(1)
    expect(await learnerIn(admin, await idOf('u-signed@example.com'))).toHaveLength(1)
    // Three from the import stay in use, and the one given separately.
    expect(await creditsOf(admin)).toMatchObject({ remaining: 16, used: 4 })
    expect(await checkCredits(t.app.db)).toEqual([])

    await expect(t.as(admin).call(undoImport, { params: { id } })).rejects.toMatchObject({ status: 409 })
    await expect(imports.previewUndo(admin, id)).rejects.toMatchObject({ status: 409, code: 'import_moved_on' })
    // The same sheet can be imported once more.
    expect(await imports.check(admin, sheet)).toMatchObject({ status: 'checked', counts: { refused: 0 } })
  })

  test('a new person stays whom others have enrolled, also where the enrollment of the import has ended (BLK-041)', async () => {
    const admin = await t.make.person('portal_admin')
    await course(admin.portal, { title: 'Ladder Safety' })
    const other = await course(admin.portal, { title: 'Forklifts' })
    await plan(admin.portal, 5)
    const { id } = await imports.check(admin, 'email,course\nu-kept@example.com,Ladder Safety')
    await imports.run(admin, id)
    const userId = (await member(admin, 'u-kept@example.com'))?.id ?? 0
    const [own] = await learnerIn(admin, userId)
    const { enrollLearner, lockEnrollments, takeAway } = await import('../../enrollments/server/api.ts')
    await act(admin, async (tx, ctx) => takeAway(tx, ctx, await lockEnrollments(tx, ctx, [own ?? 0]), 'unenrolled'))
    await act(admin, (tx, ctx) =>
      enrollLearner(tx, ctx, {
        user_id: userId,
        course_id: other.id,
        grant: { kind: 'credit', holder: { kind: 'portal', course_id: other.id } },
      }),
    )
    const reason = 'Is enrolled in a course that this import did not add, so the person stays.'
    expect(await imports.previewUndo(admin, id)).toMatchObject({ kept: 1, credits_returned: 0, rows: [{ reason }] })
    expect(await imports.undo(admin, id)).toMatchObject({ taken_back: 0, kept: 1 })
    expect(await learnerIn(admin, userId)).toHaveLength(1)
    const stranger = await t.make.person('portal_admin')
    await expect(imports.previewUndo(stranger, id)).rejects.toMatchObject({ status: 404 })
  })

  test('checks the permissions of the person who undoes it, and continues after an interruption (USR-064, USR-066)', async () => {
    const admin = await t.make.person('portal_admin')
    const { id } = await imports.check(admin, 'email,role\nu-a@example.com,accounting\nu-b@example.com,')
    await imports.run(admin, id)
    const colleague = await t.make.person('course_admin', { portal: admin.portal })
    await t.as(colleague).call(undoImport, { params: { id } })
    await Promise.all([imports.step('undo', admin, id), imports.step('undo', admin, id)])
    expect(await imports.show(admin, id)).toMatchObject({ status: 'undone', taken_back: 1, kept: 1 })
    expect(await imports.report(admin, id)).toEqual([
      expect.stringContaining('You cannot change this person, because their role is not below yours.'),
      expect.stringContaining('Taken back'),
    ])
  })
})
