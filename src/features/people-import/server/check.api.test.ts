import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { textBook, windows1252 } from '../../../../tests/sheets/written-book.ts'
import { checkImport, listImportRows, listImports, runImport, showImport, undoImport } from '../contract.ts'

const t = testApp()
const { course, plan } = enrolling(t)
const imports = importing(t)

/** The data that a check must not change. */
const written = (portalId: number) =>
  t.platform(async (tx) => {
    const counts: Record<string, number> = {}
    for (const table of [
      'portal_users',
      'portal_user_roles',
      'enrollments',
      'user_tags',
      'credit_movements',
      'mails',
    ] as const) {
      const { count } = await tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('portal_id' as never, '=', portalId as never)
        .executeTakeFirstOrThrow()
      counts[table] = Number(count)
    }
    return counts
  })

const tag = (portalId: number, title: string) =>
  t.platform((tx) =>
    tx
      .insertInto('terms')
      .values({ portal_id: portalId, kind: 'tag', title, slug: title.toLowerCase() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

describe('the check', () => {
  test('gives every row an outcome with its reason and credits, and writes nothing (USR-060, USR-061, USR-062)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Admin' })
    const { portal } = admin
    const ladders = await course(portal, { title: 'Ladder Safety', slug: 'ladder-safety' })
    await course(portal, { title: 'Twice' })
    await course(portal, { title: 'TWICE' })
    await course(portal, { title: 'Draft', publication_status: 1 })
    await plan(portal, 3)
    await tag(portal.id, 'Night')
    await t.make.person('learner', {
      portal,
      email: 'here@example.com',
      first_name: 'Here',
      last_name: 'Now',
    })
    await t.make.person('learner', { portal, email: 'same@example.com', first_name: 'Same', last_name: 'Same' })
    await t.make.person('learner', { portal, email: 'owner@example.com', username: 'taken' })
    await t.make.person('admin', { portal, email: 'above@example.com' })
    await t.make.person('learner', { email: 'elsewhere@example.com', first_name: 'Else', last_name: 'Where' })
    const before = await written(portal.id)
    const sheet = [
      'E-mail;First name;Last name;Phone;Username;Role;Tags;Course;Due date;Shoe size',
      'new@example.com;Nora;New;(614) 555-0142;nora;;Night;ladder-safety;12/31/2099;38',
      'NEW@example.com;;;;;;;Ladder Safety;;',
      'elsewhere@example.com;Elsa;Where;;;;;;;',
      'here@example.com;;;;;;;LADDER safety;;',
      'same@example.com;Same;Same;;;Learner;;;;',
      'here@example.com;Other;;;;;;;;',
      'same@example.com;;;;;;night;;;',
      'nobody;;;;;;;;;',
      'a@example.com;;;;taken;;;;;',
      'b@example.com;;;;nora;;;;;',
      'c@example.com;;;;;Admin;;;;',
      'd@example.com;;;;;;Ghost;;;',
      'e@example.com;;;;;;;Twice;;',
      'f@example.com;;;;;;;Draft;;',
      'g@example.com;;;;;;;Nothing;;',
      'h@example.com;;;;;;;ladder-safety;1/1/2020;',
      'above@example.com;Changed;;;;;;;;',
      `owner@example.com;;;;;;;${ladders.id};;`,
      'late@example.com;;;;;;;ladder-safety;;',
    ].join('\r\n')
    const shown = await imports.check(admin, sheet)
    expect(shown).toMatchObject({
      status: 'checked',
      by: 'Ada Admin',
      rows_total: 19,
      credits: 3,
      counts: { new: 2, enrolled: 2, changed: 0, unchanged: 1, repeated: 3, refused: 11 },
      results: null,
    })
    expect(await imports.report(admin, shown.id)).toEqual([
      '2 | new@example.com | Nora New | New person | Course: Ladder Safety | 1',
      '3 | new@example.com | Twice in the sheet | See row 2. | 0',
      '4 | elsewhere@example.com | Elsa Where | New person | 0',
      '5 | here@example.com | Enrolled | Course: Ladder Safety | 1',
      '6 | same@example.com | Same Same | Unchanged | 0',
      '7 | here@example.com | Other | Twice in the sheet | See row 5. | 0',
      '8 | same@example.com | Twice in the sheet | See row 6. | 0',
      '9 | nobody | Refused | Please enter a valid email address. | 0',
      '10 | a@example.com | Refused | This username is already in use. | 0',
      '11 | b@example.com | Refused | This username is already in use. | 0',
      '12 | c@example.com | Refused | You cannot give the role Admin. | 0',
      '13 | d@example.com | Refused | There is no tag “Ghost”. Add it to the tags of the portal first. | 0',
      '14 | e@example.com | Refused | There are several courses “Twice”. Use the slug or the id of the one you mean. | 0',
      '15 | f@example.com | Refused | Draft is not published. Learners can be enrolled in published courses only. | 0',
      '16 | g@example.com | Refused | There is no course “Nothing”. | 0',
      '17 | h@example.com | Refused | The due date is in the past. | 0',
      '18 | above@example.com | Changed | Refused | You cannot change this person, because their role is not below yours. | 0',
      '19 | owner@example.com | Enrolled | Course: Ladder Safety | 1',
      '20 | late@example.com | Refused | Credits are not enough in the portal for Ladder Safety. | 0',
    ])
    expect(await written(portal.id)).toEqual(before)
  })

  test('rows are filtered and paged (USR-062, USR-065)', async () => {
    const admin = await t.make.person('portal_admin')
    const lines = Array.from({ length: 130 }, (_, at) => (at % 2 ? `p${at}-${admin.id}@example.com` : `nobody${at}`))
    const { id } = await imports.check(admin, ['email', ...lines].join('\n'))
    const api = t.as(admin)
    const first = await api.call(listImportRows, { params: { id }, query: { per_page: 50, outcome: 'refused' } })
    expect(first.data.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, at) => 2 * at + 2))
    const cursor = first.meta.next_cursor as string
    const second = await api.call(listImportRows, {
      params: { id },
      query: { per_page: 50, outcome: 'refused', cursor },
    })
    expect(second.data.map(({ line }) => line)).toEqual(Array.from({ length: 15 }, (_, at) => 2 * at + 102))
  })

  test('can be repeated with other columns, and starts over after an interruption (USR-061, USR-062, ERR-129)', async () => {
    const admin = await t.make.person('portal_admin')
    const { id, columns, header } = await imports.upload(admin, 'Contact,Nickname\nzoe@example.com,Zoe\n')
    expect(header).toEqual([
      { title: 'Contact', samples: ['zoe@example.com'] },
      { title: 'Nickname', samples: ['Zoe'] },
    ])
    expect(columns.email).toBeNull()
    const api = t.as(admin)
    const call = (changed: object) =>
      api.call(checkImport, { params: { id }, body: { columns: { ...columns, ...changed } } })
    await expect(call({})).rejects.toMatchObject({ status: 422, errors: { email: [expect.any(String)] } })
    await expect(call({ email: 0, first_name: 0 })).rejects.toMatchObject({ status: 422 })
    await expect(call({ email: 7 })).rejects.toMatchObject({ status: 422 })
    await call({ email: 0, first_name: 1 })
    await imports.step('check', admin, id)
    await t.platform((tx) =>
      tx.updateTable('people_imports').set({ status: 'checking' }).where('id', '=', id).execute(),
    )
    await imports.step('check', admin, id)
    expect(await imports.report(admin, id)).toEqual(['2 | zoe@example.com | Zoe | New person | 0'])
    await call({ email: 0, last_name: 1 })
    await expect(api.call(runImport, { params: { id } })).rejects.toMatchObject({
      status: 409,
      message:
        'This import has moved on: it is being checked now. Nothing was changed by this click. Check the page before you go on.',
    })
  })

  test.each<[string, string | Buffer]>([
    ['CSV in Windows-1252', windows1252('E-mail;First name\r\nzoe-w@example.com;Zoë\r\n')],
    [
      'an Excel workbook',
      textBook([
        ['E-mail', 'First name'],
        ['zoe-x@example.com', 'Zoë'],
      ]),
    ],
  ])('%s is read (API-036, USR-060)', async (_, bytes) => {
    const admin = await t.make.person('portal_admin')
    const { id } = await imports.check(admin, bytes)
    expect(await imports.report(admin, id)).toEqual([expect.stringContaining('Zoë | New person')])
  })

  test('an unreadable sheet is refused at once, and one with a fault further down when it is checked (API-036, ERR-128)', async () => {
    const admin = await t.make.person('portal_admin')
    const bad = await imports.send(admin, '%PDF-1.7')
    expect(bad.statusCode).toBe(422)
    expect(bad.json()).toMatchObject({
      code: 'sheet_unreadable',
      message: 'The file is a PDF. Save the sheet as CSV or as an Excel workbook (.xlsx). Nothing was imported.',
    })
    expect((await imports.send(admin, 'email\n')).json().message).toBe(
      'The sheet has no rows below the header. Nothing was imported.',
    )
    const rows = Array.from({ length: 700 }, (_, at) => `x${at}@example.com`)
    const late = await imports.check(admin, ['email', ...rows, '"open'].join('\n'))
    expect(late).toMatchObject({
      status: 'failed',
      problem:
        'A cell on line 702 begins with a quotation mark that is never closed. Close it or remove it. Nothing was imported.',
    })
  })

  test('the template holds every column and can be uploaded as it is (USR-060, USR-061)', async () => {
    const admin = await t.make.person('portal_admin')
    await tag(admin.portal.id, 'Night crew')
    const answer = await imports.get(admin, '/users/imports/template')
    expect(answer.headers['content-disposition']).toContain('people.csv')
    const { columns } = await imports.upload(admin, answer.rawPayload)
    expect(Object.values(columns)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  })
})

test('every step whose turn it is not answers 409 and changes nothing (USR-068, ERR-129)', async () => {
  const admin = await t.make.person('portal_admin')
  const api = t.as(admin)
  const { id, columns } = await imports.upload(admin, 'email,first_name\nstep@example.com,Sam\n')
  const steps = {
    check: () => api.call(checkImport, { params: { id }, body: { columns } }),
    run: () => api.call(runImport, { params: { id } }),
    undo: () => api.call(undoImport, { params: { id } }),
  }
  const refuses = async (...names: (keyof typeof steps)[]) => {
    const before = await imports.show(admin, id)
    for (const name of names) await expect(steps[name](), name).rejects.toMatchObject({ status: 409 })
    expect(await imports.show(admin, id)).toEqual(before)
  }
  await refuses('run', 'undo')
  await steps.check()
  await refuses('check', 'run', 'undo')
  await imports.step('check', admin, id)
  await refuses('undo')
  await steps.run()
  await refuses('check', 'run', 'undo')
  await imports.step('run', admin, id)
  await refuses('check', 'run')
  await steps.undo()
  await refuses('check', 'run', 'undo')
  await imports.step('undo', admin, id)
  await refuses('check', 'run', 'undo')
  expect((await api.call(listImports)).data.map((record) => record.id)).toEqual([id])
  expect((await api.call(listImportRows, { params: { id } })).data).toHaveLength(1)
  expect(await imports.report(admin, id)).toEqual([expect.stringContaining('step@example.com')])
})

describe('who may import', () => {
  test('only roles with F in ROL-047, and only in their portal (USR-060, USR-064)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const { id } = await imports.check(admin, 'email\nx@example.com')
    for (const role of ['learner', 'instructor', 'manager', 'accounting', 'editor'] as const) {
      const other = await t.make.person(role, { portal })
      expect((await imports.send(other, 'email\nx@example.com')).statusCode).toBe(403)
      await expect(t.as(other).call(listImports)).rejects.toMatchObject({ status: 403 })
      await expect(t.as(other).call(runImport, { params: { id } })).rejects.toMatchObject({ status: 403 })
    }
    const colleague = await t.make.person('course_admin', { portal })
    expect((await t.as(colleague).call(showImport, { params: { id } })).data.id).toBe(id)
    const foreign = await t.make.person('portal_admin')
    for (const call of [showImport, runImport, listImportRows])
      await expect(t.as(foreign).call(call, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await t.as(foreign).call(listImports)).data).toEqual([])
  })

  test('a course admin cannot give roles or change anyone of equal rank (USR-064)', async () => {
    const admin = await t.make.person('course_admin')
    await t.make.person('course_admin', { portal: admin.portal, email: 'equal@example.com', first_name: 'Eve' })
    const { id } = await imports.check(
      admin,
      'email,role,first name\nq@example.com,learner,\nr@example.com,manager,\nequal@example.com,,Other',
    )
    expect(await imports.report(admin, id)).toEqual([
      '2 | q@example.com | New person | 0',
      '3 | r@example.com | Refused | You cannot give the role Manager. | 0',
      '4 | equal@example.com | Other | Refused | You cannot change this person, because their role is not below yours. | 0',
    ])
  })
})
