import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { refuseWhileAnotherDoes } from '../../../../tests/processes/refuse-while-another-does.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { jobHandlers } from '../../../app/features.ts'
import { checkImport, runImport, showImport, undoImport } from '../contract.ts'

const t = testApp()
const imports = importing(t)

const giveUp = async (step: 'check' | 'run' | 'undo', who: TestPerson, id: number, failure: unknown) => {
  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === `people-import.${step}`)
  const data = { portal_id: who.portal.id, import_id: id }
  const context = { db: t.app.db, now: new Date(), signal: new AbortController().signal, failure }
  await handler?.giveUp?.(data as never, context)
}
/** Damages the stored check result of a row, so its run always fails. */
const breakRow = (importId: number, line: number) =>
  t.platform((tx) =>
    tx
      .updateTable('people_import_rows')
      .set({ data: JSON.stringify({ email: 'broken@example.com' }) })
      .where('import_id', '=', importId)
      .where('line', '=', line)
      .execute(),
  )
const SHEET = 'email,first name\nst-a@example.com,Ann\nst-b@example.com,Bo\nst-c@example.com,Cy'
const OUTAGE = { code: '57P01', message: 'terminating connection due to administrator command' }

test('a run that fails every try is stopped with its reason, can continue without the faulty row, and can be undone (USR-082)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id } = await imports.check(admin, SHEET)
  await breakRow(id, 3)
  await expect(imports.run(admin, id)).rejects.toThrow()
  expect(await imports.show(admin, id)).toMatchObject({ status: 'running', rows_done: 1 })

  await giveUp('run', admin, id, new TypeError('Cannot read properties of undefined'))
  expect(await imports.show(admin, id)).toMatchObject({
    status: 'stopped',
    rows_done: 2,
    problem: expect.stringMatching(
      /^The import stopped at row 3 \(broken@example\.com\) because of an unexpected error/,
    ),
    results: { new: 1, refused: 1 },
  })
  expect(await imports.report(admin, id)).toEqual([
    expect.stringMatching(/st-a@example\.com .*New person.*New person/),
    expect.stringMatching(/st-b@example\.com .*Refused.*unexpected error/),
    expect.not.stringMatching(/New person.*New person/),
  ])
  // A late job finds that it is not its turn.
  await imports.runJob('people-import.run', { portal_id: admin.portal.id, import_id: id })
  expect((await imports.show(admin, id)).status).toBe('stopped')

  const done = await imports.run(admin, id)
  expect(done).toMatchObject({ status: 'done', rows_done: 3, problem: null, results: { new: 2, refused: 1 } })
  expect(await imports.undo(admin, id)).toMatchObject({ status: 'undone', taken_back: 2 })
})

test('a run stopped by the database skips no row, and can be undone at once (USR-082)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id } = await imports.check(admin, SHEET.replaceAll('st-', 'so-'))
  await breakRow(id, 4)
  await expect(imports.run(admin, id)).rejects.toThrow()
  await giveUp('run', admin, id, OUTAGE)
  expect(await imports.show(admin, id)).toMatchObject({
    status: 'stopped',
    rows_done: 2,
    problem: expect.stringMatching(/^The import stopped because the database did not answer/),
    results: { new: 2, refused: 0 },
  })
  expect(await imports.undo(admin, id)).toMatchObject({ status: 'undone', taken_back: 2 })
  await expect(t.as(admin).call(runImport, { params: { id } })).rejects.toMatchObject({ status: 409 })
})

test('a check or undo that gave up can be repeated, and only that step ends (USR-082)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id, columns } = await imports.upload(admin, SHEET.replaceAll('st-', 'sc-'))
  await t.as(admin).call(checkImport, { params: { id }, body: { columns } })
  await giveUp('check', admin, id, OUTAGE)
  expect(await imports.show(admin, id)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('Check the sheet'),
  })
  await giveUp('check', admin, id, OUTAGE)
  await t.as(admin).call(checkImport, { params: { id }, body: { columns } })
  await imports.runJob('people-import.check', { portal_id: admin.portal.id, import_id: id })
  await imports.run(admin, id)
  await t.as(admin).call(undoImport, { params: { id } })
  await giveUp('undo', admin, id, OUTAGE)
  expect(await imports.show(admin, id)).toMatchObject({
    status: 'done',
    problem: expect.stringMatching(/^The undo stopped/),
  })
  expect(await imports.undo(admin, id)).toMatchObject({ status: 'undone', problem: null, taken_back: 3 })
})

test('watching a run reads only the import, and none of its rows (USR-082)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id } = await imports.check(admin, SHEET.replaceAll('st-', 'sw-'))
  await t.as(admin).call(runImport, { params: { id } })
  const statements = await statementsOf(() => t.as(admin).call(showImport, { params: { id } }))
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter(({ text }) => text.includes('people_import_rows'))).toEqual([])
})

test('a row that is refused in one process while another does it counts as done, once (USR-063)', async () => {
  const admin = await t.make.person('portal_admin')
  const { id } = await imports.check(admin, 'email\nboth-a@example.com\nboth-b@example.com\nboth-c@example.com')
  const data = { portal_id: admin.portal.id, import_id: id }
  await t.as(admin).call(runImport, { params: { id } })
  // The first transaction settles the rows that are not tried.
  await refuseWhileAnotherDoes(t, { job: 'people-import.run', data, at: 2 })
  expect(await imports.show(admin, id)).toMatchObject({ status: 'done', rows_done: 3, results: { new: 3, refused: 0 } })
  await t.as(admin).call(undoImport, { params: { id } })
  await refuseWhileAnotherDoes(t, { job: 'people-import.undo', data, at: 1 })
  expect(await imports.show(admin, id)).toMatchObject({ status: 'undone', rows_done: 3, taken_back: 3, kept: 0 })
})
