import { text as textOf } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { exportCalls, rowsOf } from '../../../../tests/exports.ts'
import { createCertificates } from '../../certificates/contract.ts'
import { listExports } from '../contract.ts'

const clock = { shift: 0 }
const now = () => new Date(Date.now() + clock.shift)
const t = testApp({ now })
const make = certificateMakers(t)
const DAY_MS = 86_400_000

afterEach(() => {
  clock.shift = 0
})

const { get, csv, namesIn, runJob } = exportCalls(t, now)

/** Name and first bytes of every file in an archive. */
const unzip = (bytes: Buffer) =>
  new Promise<[string, string][]>((resolve, reject) => {
    const entries: [string, string][] = []
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('entry', (entry: yauzl.Entry) =>
        file.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          entries.push([entry.fileName, (await textOf(stream)).slice(0, 5)])
          file.readEntry()
        }),
      )
      file.on('end', () => resolve(entries))
      file.readEntry()
    })
  })

const enroll = (at: TestPortal, courseId: number, userId: number, values: Record<string, unknown> = {}) =>
  t.platform((tx) =>
    tx
      .insertInto('enrollments')
      .values({
        portal_id: at.id,
        course_id: courseId,
        user_id: userId,
        role: 'learner',
        starts_at: new Date('2026-01-01T00:00:00Z'),
        expires_at: new Date('2100-01-01T00:00:00Z'),
        ...values,
      } as never)
      .execute(),
  )
const course = (at: TestPortal, values: Record<string, unknown> = {}) =>
  t.platform(
    async (tx) =>
      (
        await tx
          .insertInto('courses')
          .values({
            portal_id: at.id,
            slug: `c-${Math.random()}`.replace('.', ''),
            title: 'Ladders',
            ...values,
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )

describe('the people of a portal as CSV', () => {
  test('the file is UTF-8 with a header row, and unusual names are preserved, each on one line (API-016, API-017, API-018, USR-034, INT-033)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Admin', external_id: 'A-17' })
    const { portal } = admin
    const strange = ['Zoë 🎓', 'O"Neil, "Zed"', 'Two\nLines', 'ﷺ\u202eabc']
    for (const first_name of strange) await t.make.person('learner', { portal, first_name, last_name: 'X' })
    const answer = await get(admin, '/users/all-user-export')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"/)
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(answer.rawPayload.toString().split('\r\n')[0]).toBe(
      '\ufeffName,E-mail,Badge number,External ID,Roles,Status,Joined,Courses,Last active',
    )
    const rows = rowsOf(answer.rawPayload)
    expect(rows.map((row) => row.Name).sort()).toEqual(
      [...strange.map((name) => `${name.replace('\n', ' ')} X`), 'Ada Admin'].sort(),
    )
    expect(rows.find((row) => row.Name === 'Ada Admin')).toEqual({
      Name: 'Ada Admin',
      'E-mail': admin.email,
      'Badge number': '',
      'External ID': 'A-17',
      Roles: 'Portal Admin',
      Status: 'Active',
      Joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      Courses: 'None',
      'Last active': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('a name that a spreadsheet would execute starts with an apostrophe (API-018)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Admin' })
    const nasty = ['=cmd|"/c calc"!A1', '+1', '-2+3', '@SUM(A1)']
    for (const first_name of nasty) await t.make.person('learner', { portal: admin.portal, first_name, last_name: '' })
    const names = await namesIn(admin, '/users/all-user-export')
    for (const name of nasty) expect(names.filter((shown) => shown?.startsWith(`'${name}`))).toHaveLength(1)
    expect(names.filter((name) => /^[=+\-@\t\r]/.test(name ?? ''))).toEqual([])
  })

  test('it applies the filters of its list and includes nobody of another portal (USR-034, API-019, PRT-011)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Admin' })
    const { portal } = admin
    await t.make.person('learner', { portal, first_name: 'Lena', last_name: 'Learner' })
    await t.make.person('learner', { first_name: 'Stranger', last_name: 'Elsewhere' })
    expect(await namesIn(admin, '/users/all-user-export')).toEqual(['Ada Admin', 'Lena Learner'])
    expect(await namesIn(admin, '/users/all-user-export?role=learner')).toEqual(['Lena Learner'])
    expect(await namesIn(admin, '/users/all-user-export?search=ada')).toEqual(['Ada Admin'])
    expect(await namesIn(admin, '/users/all-user-export?is_blocked=true')).toEqual([])
    expect((await get(admin, '/users/all-user-export?role=king')).json()).toMatchObject({ code: 'invalid' })
    expect((await get(admin, '/users/all-user-export?color=red')).json().errors).toEqual({
      color: ['This filter is not known here.'],
    })
    expect((await get(admin, `/users/all-user-export?referer_portal_id=${portal.id}`)).statusCode).toBe(200)
  })

  test('managers get only their own people, and outside managers those they brought (USR-034, USR-040, ROL-027, ROL-069)', async () => {
    const manager = await t.make.person('manager', { first_name: 'Mara', last_name: 'Manager' })
    const { portal } = manager
    const person = (first_name: string) => t.make.person('learner', { portal, first_name, last_name: 'L' })
    const [mine, curated, other] = [await person('Mine'), await person('Curated'), await person('Other')]
    const id = await course(portal)
    await enroll(portal, id, manager.id, { role: 'manager' })
    await enroll(portal, id, mine.id, { manager_id: manager.id })
    await enroll(portal, id, curated.id, { curator_id: manager.id })
    await enroll(portal, id, other.id)
    for (const url of ['/users/all-user-export', '/users/joined-user-export'])
      expect(await namesIn(manager, url)).toEqual(['Curated L', 'Mine L'])
    await t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ is_outside: true }).where('user_id', '=', manager.id).execute(),
    )
    // A person’s data is cached for a few seconds.
    clock.shift = 60_000
    expect(await namesIn(manager, '/users/all-user-export')).toEqual(['Mine L'])
  })
})

describe('who joined, as CSV', () => {
  test('by days and course, with the number of courses (API-016, REP-003)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Admin' })
    const { portal } = admin
    const early = await t.make.person('learner', { portal, first_name: 'Early', last_name: 'L' })
    await t.make.person('learner', { portal, first_name: 'Late', last_name: 'L' })
    await t.platform((tx) =>
      tx
        .updateTable('portal_users')
        .set({ joined_at: new Date('2026-02-03T23:59:59.999Z') })
        .where('user_id', '=', early.id)
        .execute(),
    )
    const id = await course(portal)
    await enroll(portal, id, early.id)
    expect(await csv(admin, '/users/joined-user-export?date_from=2026-02-03&date_to=2026-02-03')).toEqual([
      {
        Name: 'Early L',
        'E-mail': early.email,
        Roles: 'Learner',
        Courses: '1',
        Joined: '2026-02-03T23:59:59.999Z',
      },
    ])
    expect(await namesIn(admin, '/users/joined-user-export?date_to=2026-02-02')).toEqual([])
    expect(await namesIn(admin, `/users/joined-user-export?course_id=${id}`)).toEqual(['Early L'])
    expect((await get(admin, '/users/joined-user-export?date_from=yesterday')).statusCode).toBe(422)
  })

  test('partners get the learners of their own company, and roles that cannot open people get no e-mails (ROL-027, ROL-051, API-023)', async () => {
    const partner = await t.make.person('partner')
    const { portal } = partner
    const learner = await t.make.person('learner', { portal, first_name: 'Ours', last_name: 'L' })
    const other = await t.make.person('learner', { portal, first_name: 'Theirs', last_name: 'L' })
    const company = await t.platform((tx) =>
      tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, user_id: partner.id, slug: 'ours', name: 'Ours' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await enroll(portal, await course(portal, { partner_company_id: company.id }), learner.id)
    await enroll(portal, await course(portal), other.id)
    const rows = await csv(partner, '/users/joined-user-export')
    expect(rows).toEqual([{ Name: 'Ours L', Roles: 'Learner', Courses: '1', Joined: expect.any(String) }])
    const accounting = await t.make.person('accounting', { portal })
    const all = await csv(accounting, '/users/joined-user-export')
    expect(all).toHaveLength(4)
    expect(JSON.stringify(all)).not.toContain('@example.com')
  })
})

test('certificates of a viewer’s people come as a zip of PDFs, rendered on demand if missing (API-016, API-017, CER-020)', async () => {
  const school = await make.school()
  const manager = await t.make.person('manager', { portal: school.portal })
  const courseId = await make.course(school, { title: 'Ladders / "Roofs"' })
  const named = { portal: school.portal, first_name: 'Zoë 🎓', last_name: '=Nasty' }
  const [mine, other] = [await t.make.person('learner', named), await t.make.person('learner', named)]
  const relatedIds = [
    await make.enroll(school, courseId, mine, { manager }),
    await make.enroll(school, courseId, other),
  ]
  const { data } = await t.as(school.admin).call(createCertificates, { body: { users_courses: relatedIds } })
  const numbers = data.map(({ number }) => number)
  const url = '/managers/joined-users/download-certificates'
  const answer = await get(manager, url)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(await unzip(answer.rawPayload)).toEqual([[`Zoë 🎓 =Nasty - Ladders Roofs - ${numbers[0]}.pdf`, '%PDF-']])
  const files = await t.platform((tx) =>
    tx.selectFrom('certificates').select('file_key').where('number', '=', numbers[0]!).execute(),
  )
  expect(files[0]?.file_key).toBeTruthy()
  expect((await unzip((await get(school.admin, url)).rawPayload)).map(([name]) => name.slice(-16))).toHaveLength(2)
  expect(await unzip((await get(school.admin, `${url}?date_to=2020-01-01`)).rawPayload)).toEqual([])
  const elsewhere = await t.make.person('portal_admin')
  expect(await unzip((await get(elsewhere, url)).rawPayload)).toEqual([])
  const accounting = await t.make.person('accounting', { portal: school.portal })
  expect((await get(accounting, url)).json()).toMatchObject({ code: 'not_enough_permissions' })
})

describe('searches', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0' }

  test('each course list call of a person with a search text counts as one search, without their identity (REP-003, REP-004, API-016)', async () => {
    const admin = await t.make.person('portal_admin', {
      portal: await t.make.portal({ is_marketable: true, type: 2 }),
    })
    const { portal } = admin
    for (let at = 0; at < 3; at++) await course(portal, { title: `Ladder safety ${at}`, publication_status: 2 })
    const search = (query: string, headers: Record<string, string> = browser) =>
      get(portal, `/main/courses?${query}`, headers)
    expect((await search('search=ladder&per_page=2')).statusCode).toBe(200)
    expect((await search('search==evil%22%0A')).statusCode).toBe(200)
    await search('sort=id')
    await search('search=ladder', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    const searches = () => csv(admin, '/searches/export')
    await expect.poll(async () => (await searches()).length).toBe(2)
    const rows = await searches()
    expect(rows.find(({ Search }) => Search === 'ladder')).toEqual({
      Search: 'ladder',
      Results: '3',
      Date: expect.stringMatching(/Z$/),
    })
    expect(rows.find(({ Search }) => Search?.startsWith("'=evil"))).toMatchObject({ Results: '0' })
    const columns = await t.platform((tx) =>
      tx.selectFrom('searches').selectAll().where('portal_id', '=', portal.id).execute(),
    )
    expect(Object.keys(columns[0] ?? {}).sort()).toEqual(['created_at', 'id', 'portal_id', 'results', 'text'])
    expect(await csv(await t.make.person('portal_admin'), '/searches/export')).toEqual([])
    const manager = await t.make.person('manager', { portal })
    expect(await csv(manager, '/searches/export')).toEqual([])
  })

  test('they are kept for a year (REP-011)', async () => {
    const { portal, ...admin } = await t.make.person('portal_admin')
    const day = (days: number) => new Date(Date.now() - days * DAY_MS)
    await t.platform((tx) =>
      tx
        .insertInto('searches')
        .values(
          [364, 366].map((days) => ({ portal_id: portal.id, text: `${days} days`, results: 0, created_at: day(days) })),
        )
        .execute(),
    )
    await runJob('catalog.forget-searches')
    expect((await csv({ portal, ...admin }, '/searches/export')).map(({ Search }) => Search)).toEqual(['364 days'])
  })
})

test('the dialog offers each role the links it may use, with their contents (UIX-029, ROL-051)', async () => {
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  const kinds = async (who: TestPerson) => (await t.as(who).call(listExports)).data.links.map(({ kind }) => kind)
  expect(await kinds(admin)).toEqual([
    'users',
    'credit-history',
    'certificates',
    'enrollments',
    'completions',
    'overdue',
    'expiring-certificates',
    'certificate-list',
    'joined-users',
    'invitations',
    'searches',
    'orders',
    'payments',
    'earnings',
    'activity-log',
  ])
  const reports = [
    'enrollments',
    'completions',
    'overdue',
    'expiring-certificates',
    'certificate-list',
    'joined-users',
    'invitations',
  ]
  const expected = {
    manager: ['users', 'certificates', ...reports, 'orders'],
    instructor: ['certificates', ...reports, 'orders'],
    accounting: ['credit-history', ...reports, 'searches', 'orders', 'payments', 'earnings'],
    partner: [...reports, 'orders', 'payments', 'earnings'],
    learner: ['orders'],
    editor: ['orders'],
  }
  for (const [role, names] of Object.entries(expected)) {
    const person = await t.make.person(role as keyof typeof expected, { portal })
    expect([role, await kinds(person)]).toEqual([role, names])
  }
  const { links } = (await t.as(admin).call(listExports)).data
  expect(links[0]).toMatchObject({ url: '/api/v1/users/all-user-export', rows: 7, is_background: false, format: 'csv' })
  for (const { url } of links) expect((await get(admin, url.replace('/api/v1', ''))).statusCode).toBe(200)
})

test('a download and a background export are in the activity log (REP-006)', async () => {
  const admin = await t.make.person('portal_admin')
  await get(admin, '/users/all-user-export?role=learner')
  const logged = await t.platform((tx) =>
    tx.selectFrom('activity_logs').select(['action', 'changes']).where('user_id', '=', admin.id).execute(),
  )
  expect(logged).toEqual([
    { action: 'export.download', changes: { kind: 'users', rows: 0, query: { role: 'learner' } } },
  ])
})
