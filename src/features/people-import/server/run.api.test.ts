import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { portalCredits } from '../../credits/server/api.ts'
import { listImportRows, runImport } from '../contract.ts'

const t = testApp()
const { course, plan } = enrolling(t)
const imports = importing(t)

const mailsTo = (email: string) =>
  t.platform((tx) => tx.selectFrom('mails').select('template').where('to_email', '=', email).orderBy('id').execute())
const member = (who: TestPerson, email: string) =>
  t.platform((tx) =>
    tx
      .selectFrom('people')
      .select(['id', 'first_name', 'last_name', 'username', 'direct_number', 'left_at'])
      .where('portal_id', '=', who.portal.id)
      .where('email', '=', email)
      .executeTakeFirst(),
  )
const rolesOf = async (who: TestPerson, id: number) =>
  (
    await t.platform((tx) =>
      tx
        .selectFrom('portal_user_roles')
        .select('role')
        .where('portal_id', '=', who.portal.id)
        .where('user_id', '=', id)
        .orderBy('role')
        .execute(),
    )
  ).map(({ role }) => role)
const enrollmentsOf = (who: TestPerson, id: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['course_id', 'due_at', 'expires_at'])
      .where('portal_id', '=', who.portal.id)
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
const creditsOf = (who: TestPerson) => t.platform((tx) => portalCredits(tx, who.portal.id))

describe('the run', () => {
  test('does for every row what the check said, with one e-mail for each new person (USR-063, USR-064, USR-065, USR-067)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const ladders = await course(portal, { title: 'Ladder Safety' })
    const forklifts = await course(portal, { title: 'Forklifts' })
    await plan(portal, 5)
    const here = await t.make.person('learner', { portal, email: 'run-here@example.com', first_name: 'Here' })
    await t.make.person('learner', {
      email: 'run-else@example.com',
      first_name: 'Secret',
      email_verified_at: new Date(),
    })
    const sheet = [
      'Email,First name,Last name,Phone,Username,Roles,Course,Due date,Access until',
      'run-new@example.com,Nora,New,(614) 555-0142,nora,"manager, learner",Ladder Safety,12/31/2099,1/15/2027',
      'run-new@example.com,,,,,,Forklifts,,',
      'run-else@example.com,Elsa,Where,,,,Ladder Safety,,',
      'run-here@example.com,There,,,,instructor,Ladder Safety,,',
      'nobody,,,,,,,,',
    ].join('\n')
    const { id, credits } = await imports.check(admin, sheet)
    expect(credits).toBe(4)
    const done = await imports.run(admin, id)
    expect(done).toMatchObject({
      status: 'done',
      different: 0,
      problem: null,
      results: { new: 2, enrolled: 2, changed: 0, unchanged: 0, repeated: 0, refused: 1 },
    })
    const nora = await member(admin, 'run-new@example.com')
    expect(nora).toMatchObject({
      first_name: 'Nora',
      last_name: 'New',
      username: 'nora',
      direct_number: '(614) 555-0142',
    })
    expect(await rolesOf(admin, nora?.id ?? 0)).toEqual(['learner', 'manager'])
    expect(await enrollmentsOf(admin, nora?.id ?? 0)).toEqual([
      // The ends of these days in the portal’s time zone.
      {
        course_id: ladders.id,
        due_at: new Date('2100-01-01T04:59:59.999Z'),
        expires_at: new Date('2027-01-16T05:00:00Z'),
      },
      { course_id: forklifts.id, due_at: null, expires_at: expect.any(Date) },
    ])
    expect(await member(admin, 'run-else@example.com')).toMatchObject({ first_name: 'Elsa' })
    expect(await member(admin, 'run-here@example.com')).toMatchObject({ first_name: 'There' })
    expect(await rolesOf(admin, here.id)).toEqual(['instructor', 'learner'])
    expect(await creditsOf(admin)).toMatchObject({ remaining: 1, used: 4 })
    await t.app.jobs.drain()
    expect(await mailsTo('run-new@example.com')).toEqual([{ template: 'new-account' }])
    expect(await mailsTo('run-else@example.com')).toEqual([{ template: 'joined-portal' }])
    expect(await mailsTo('run-here@example.com')).toEqual([{ template: 'enrolled' }])
    expect(await imports.report(admin, id)).toEqual([
      '2 | run-new@example.com | Nora New | New person | Course: Ladder Safety | 1 | New person',
      '3 | run-new@example.com | Enrolled | Course: Forklifts | 1 | Enrolled',
      '4 | run-else@example.com | Elsa Where | New person | Course: Ladder Safety | 1 | New person',
      '5 | run-here@example.com | There | Enrolled | Course: Ladder Safety | 1 | Enrolled',
      '6 | nobody | Refused | Please enter a valid email address. | 0 | Refused',
    ])
    expect(fs.existsSync(path.join(t.config.data_dir, 'files', 'imports', String(portal.id), `${id}.sheet`))).toBe(
      false,
    )
  })

  test('skips and reports rows that changed since the check, and does nothing that was not shown (USR-063, USR-065)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    await course(portal, { title: 'Ladder Safety' })
    await plan(portal, 2)
    const leaver = await t.make.person('learner', { portal, email: 'leaver@example.com' })
    const named = await t.make.person('learner', { portal, email: 'named@example.com', first_name: 'Old' })
    const sheet = [
      'email,first name,username,course',
      'came@example.com,Came,,',
      'leaver@example.com,,,Ladder Safety',
      'named@example.com,New,,',
      'user@example.com,,wanted,',
      'poor@example.com,,,Ladder Safety',
    ].join('\n')
    const { id } = await imports.check(admin, sheet)
    await t.make.person('learner', { portal, email: 'came@example.com', first_name: 'Else' })
    await t.make.person('learner', { portal, username: 'Wanted' })
    const change = (user: number, values: { left_at?: Date; first_name?: string }) =>
      t.platform((tx) =>
        tx
          .updateTable('portal_users')
          .set(values)
          .where('portal_id', '=', portal.id)
          .where('user_id', '=', user)
          .execute(),
      )
    await change(leaver.id, { left_at: new Date() })
    await change(named.id, { first_name: 'New' })
    await t.platform((tx) =>
      tx.updateTable('courses').set({ publication_status: 1 }).where('portal_id', '=', portal.id).execute(),
    )
    const done = await imports.run(admin, id)
    expect(done).toMatchObject({ status: 'done', different: 5, results: { unchanged: 1, refused: 4 } })
    const { data } = await t.as(admin).call(listImportRows, { params: { id }, query: { is_different: true } as never })
    expect(data.map(({ line, result, result_reason }) => [line, result, result_reason])).toEqual([
      [2, 'refused', 'Left out: the check said “New person”, and by now it would be “Changed”. Import this row again.'],
      [3, 'refused', 'Ladder Safety is not published. Learners can be enrolled in published courses only.'],
      [4, 'unchanged', null],
      [5, 'refused', 'This username is already in use.'],
      [6, 'refused', 'Ladder Safety is not published. Learners can be enrolled in published courses only.'],
    ])
    expect(await member(admin, 'came@example.com')).toMatchObject({ first_name: 'Else' })
    expect(await member(admin, 'poor@example.com')).toBeUndefined()
    expect(await creditsOf(admin)).toMatchObject({ remaining: 2, used: 0 })
  })

  test('starts once on a double click, and runs each row once in two processes (USR-063)', async () => {
    const admin = await t.make.person('portal_admin')
    await course(admin.portal, { title: 'Ladder Safety' })
    await plan(admin.portal, 40)
    const rows = Array.from({ length: 30 }, (_, at) => `two${at}@example.com,Ladder Safety`)
    const { id } = await imports.check(admin, ['email,course', ...rows].join('\n'))
    const clicks = await Promise.allSettled([1, 2].map(() => t.as(admin).call(runImport, { params: { id } })))
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(clicks.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    await Promise.all([imports.step('run', admin, id), imports.step('run', admin, id)])
    expect(await imports.show(admin, id)).toMatchObject({ status: 'done', rows_done: 30, results: { new: 30 } })
    expect(await creditsOf(admin)).toMatchObject({ remaining: 10, used: 30 })
    await imports.step('run', admin, id)
    expect(await creditsOf(admin)).toMatchObject({ used: 30 })
  })

  test('continues after being killed in the middle, and does nothing twice (USR-063)', {
    timeout: 240_000,
  }, async () => {
    const admin = await t.make.person('portal_admin')
    await course(admin.portal, { title: 'Ladder Safety' })
    await plan(admin.portal, 40)
    const rows = Array.from({ length: 20 }, (_, at) => `dies${at}@example.com,Ladder Safety`)
    const { id } = await imports.check(admin, ['email,course', ...rows].join('\n'))
    await t.as(admin).call(runImport, { params: { id } })
    const data = [{ portal_id: admin.portal.id, import_id: id }]
    // The first transaction settles the rows that are not tried. The seventh is for the sixth row.
    await dieAtJob(t, { job: 'people-import.run', data, dies_at: 7 })
    expect(await imports.show(admin, id)).toMatchObject({ status: 'running', rows_done: 5 })
    await imports.step('run', admin, id)
    expect(await imports.show(admin, id)).toMatchObject({ status: 'done', rows_done: 20, results: { new: 20 } })
    expect(await creditsOf(admin)).toMatchObject({ remaining: 20, used: 20 })
    await t.app.jobs.drain()
    for (const at of [0, 4, 5, 6, 19])
      expect(await mailsTo(`dies${at}@example.com`)).toEqual([{ template: 'new-account' }])
  })

  test('stops if the person has lost the permission, and keeps what was done (USR-064)', async () => {
    const admin = await t.make.person('portal_admin')
    const rows = Array.from({ length: 10 }, (_, at) => `right${at}@example.com`)
    const { id } = await imports.check(admin, ['email', ...rows].join('\n'))
    await t.as(admin).call(runImport, { params: { id } })
    await t.platform((tx) =>
      tx
        .updateTable('portal_user_roles')
        .set({ role: 'editor' })
        .where('portal_id', '=', admin.portal.id)
        .where('user_id', '=', admin.id)
        .execute(),
    )
    await imports.step('run', admin, id)
    const colleague = await t.make.person('portal_admin', { portal: admin.portal })
    expect(await imports.show(colleague, id)).toMatchObject({
      status: 'done',
      problem:
        'The person who started this step may no longer import people here, so it stopped. What was done before is kept.',
      results: { new: 0, refused: 10 },
    })
  })

  test('rows are deleted after 30 days, and a sheet that was never run after 7 (USR-069)', async () => {
    const admin = await t.make.person('portal_admin')
    const { id } = await imports.check(admin, 'email\nfor-get@example.com')
    const file = path.join(t.config.data_dir, 'files', 'imports', String(admin.portal.id), `${id}.sheet`)
    expect(fs.existsSync(file)).toBe(true)
    await imports.runJob('people-import.forget')
    expect(fs.existsSync(file)).toBe(true)
    await t.platform((tx) =>
      tx
        .updateTable('people_imports')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', id)
        .execute(),
    )
    await imports.runJob('people-import.forget')
    expect(fs.existsSync(file)).toBe(false)
    await expect(imports.show(admin, id)).rejects.toMatchObject({ status: 404 })
    const left = await t.platform((tx) =>
      tx.selectFrom('people_import_rows').select('id').where('import_id', '=', id).execute(),
    )
    expect(left).toEqual([])
  })
})
