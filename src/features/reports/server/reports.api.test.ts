import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/format/day.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { fillWithRecords, randomFrom } from '../../../../tests/reports/random-records.ts'
import { records } from '../../../../tests/reports/records.ts'
import { listReports, REPORT_NAMES, type ReportName, showFigures, showReport } from '../contract.ts'

const NOW = new Date('2026-11-25T15:00:00Z')
const t = testApp({ now: () => NOW })
const { get, csv } = exportCalls(t, () => NOW)
const { makeCourse, enroll } = records(t, NOW)

const EXPORTS: Record<ReportName, string> = {
  enrollments: '/reports/enrollments/export',
  completions: '/reports/completions/export',
  overdue: '/reports/overdue/export',
  expiring: '/reports/expiring/export',
  certificates: '/reports/certificates/export',
  'joined-users': '/users/joined-user-export',
  invitations: '/invites/export',
  searches: '/searches/export',
}

type Query = Record<string, string | number>

const figures = async (who: TestPerson, report: ReportName, query: Query = {}) =>
  (await t.as(who).call(showFigures, { params: { report }, query: query as never })).data

/** All rows of a report, page by page. */
const allRows = async (who: TestPerson, report: ReportName, query: Query = {}) => {
  const rows: { id: number; cells: unknown[] }[] = []
  let titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const pageQuery = { ...query, per_page: 7, ...(cursor && { cursor }) }
    const answer = await t.as(who).call(showReport, { params: { report }, query: pageQuery as never })
    rows.push(...answer.data)
    titles = answer.columns.map(({ title }) => title)
    cursor = answer.meta.next_cursor
  }
  return { rows, titles }
}

const asCsv = (cell: unknown): string =>
  cell === null ? '' : typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)
const urlOf = (report: ReportName, query: Query) =>
  `${EXPORTS[report]}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

describe.each([1, 2, 3, 4])('over random data of seed %i', (seed) => {
  test('screen, sums, chart and export give the same numbers and rows, whatever the filters (REP-002, REP-009, REP-010, REP-015, REP-016)', async () => {
    const admin = await t.make.person('portal_admin')
    const random = randomFrom(seed)
    const { managers, courses, pick } = await fillWithRecords(t, admin, NOW, random)
    for (const report of REPORT_NAMES) {
      const { report: shown } = await figures(admin, report)
      const from = addDays('2026-11-25', -Math.floor(random() * 380))
      const queries: Query[] = [{}]
      if (shown.date) queries.push({ date_from: from, date_to: addDays(from, Math.floor(random() * 90)) })
      if (shown.filters.includes('course_id')) queries.push({ course_id: pick(courses).id })
      if (shown.filters.includes('manager_id')) queries.push({ manager_id: pick(managers).id })
      for (const { value: state } of shown.states) queries.push({ state })
      for (const query of queries) {
        const { figures: sums, chart } = await figures(admin, report, query)
        const { rows, titles } = await allRows(admin, report, query)
        const about = `${report} ${JSON.stringify(query)}`
        expect(sums[0]?.value, about).toBe(rows.length)
        expect(new Set(rows.map(({ id }) => id)).size, about).toBe(rows.length)
        const lines = await csv(admin, urlOf(report, query))
        expect(
          lines.map((line) => titles.map((title) => line[title])),
          about,
        ).toEqual(rows.map(({ cells }) => cells.map(asCsv)))
        // Every other figure is the number of the rows that it opens.
        if (!('state' in query))
          for (const { state, value, key } of sums.filter(({ state }) => state !== null))
            expect(
              (await allRows(admin, report, { ...query, state: state ?? '' })).rows.length,
              `${about} ${key}`,
            ).toBe(value)
        if (chart && query.date_from)
          for (const [index, { key }] of chart.series.entries())
            expect(
              chart.points.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
              `${about} chart of ${key}`,
            ).toBe(sums.find((figure) => figure.key === key)?.value)
        // So is every bar of the chart.
        const bar = chart && chart.points.length > 0 ? pick(chart.points) : null
        if (bar && !('state' in query)) {
          const opened = await allRows(admin, report, { ...query, date_from: bar.from, date_to: bar.to })
          expect(opened.rows.length, `${about} bar ${bar.label}`).toBe(bar.values[0])
        }
      }
    }
    const { data } = await t.as(admin).call(listReports)
    for (const { name, figure, days } of data)
      expect((await allRows(admin, name, days ?? {})).rows.length, `index ${name}`).toBe(figure.value)
  })
})

describe('who may open reports', () => {
  test.each([
    ['portal_admin', 200],
    ['course_admin', 200],
    ['accounting', 200],
    ['manager', 200],
    ['instructor', 200],
    ['partner', 200],
    ['editor', 403],
    ['learner', 403],
  ] as const)('%s gets %i from every call (ROL-051)', async (role, status) => {
    const person = await t.make.person(role)
    expect((await get(person, '/reports')).statusCode).toBe(status)
    for (const report of REPORT_NAMES.filter((name) => name !== 'searches'))
      for (const url of [`/reports/${report}`, `/reports/${report}/figures`, EXPORTS[report]])
        expect([url, (await get(person, url)).statusCode]).toEqual([url, status])
  })

  test('a manager sees the learners assigned to them, a partner those of the company’s courses, and no searches (ROL-051, ROL-027)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const manager = await t.make.person('manager', { portal })
    const partner = await t.make.person('partner', { portal })
    const company = await t.platform((tx) =>
      tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, user_id: partner.id, name: 'Acme', slug: 'acme' } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const own = await makeCourse(portal.id, { partner_company_id: company.id })
    const other = await makeCourse(portal.id)
    const learners = []
    for (let n = 0; n < 4; n++) learners.push(await t.make.person('learner', { portal }))
    const [one, two, three, four] = learners as [TestPerson, TestPerson, TestPerson, TestPerson]
    await enroll(portal.id, own.id, one.id, { manager_id: manager.id })
    await enroll(portal.id, own.id, two.id)
    await enroll(portal.id, other.id, three.id, { manager_id: manager.id })
    await enroll(portal.id, other.id, four.id)
    const total = async (who: TestPerson) => (await figures(who, 'enrollments')).figures[0]?.value
    expect([await total(admin), await total(manager), await total(partner)]).toEqual([4, 2, 2])
    for (const who of [manager, partner]) {
      const { data } = await t.as(who).call(listReports)
      expect(data.map(({ name }) => name)).not.toContain('searches')
      expect((await get(who, '/reports/searches')).statusCode).toBe(404)
      expect((await csv(who, EXPORTS.enrollments)).length).toBe(2)
    }
    // E-mails go to those who may open the people (API-023).
    expect(Object.keys((await csv(partner, EXPORTS.enrollments))[0] ?? {})).not.toContain('E-mail')
  })

  test('another portal is open to super admins alone, and the look is written to its log (REP-002, ROL-024, PRT-040)', async () => {
    const admin = await t.make.person('portal_admin')
    const elsewhere = await t.make.person('portal_admin')
    const { id: courseId } = await makeCourse(elsewhere.portal.id)
    await enroll(elsewhere.portal.id, courseId, (await t.make.person('learner', { portal: elsewhere.portal })).id)
    expect((await figures(admin, 'enrollments')).figures[0]?.value).toBe(0)
    const portal_id = elsewhere.portal.id
    for (const url of [`/reports/enrollments?portal_id=${portal_id}`, `${EXPORTS.enrollments}?portal_id=${portal_id}`])
      expect((await get(admin, url)).json()).toMatchObject({ code: 'not_your_portal' })
    const chief = await t.make.person('super_admin', { portal: admin.portal })
    expect((await figures(chief, 'enrollments', { portal_id })).figures[0]?.value).toBe(1)
    expect((await allRows(chief, 'enrollments', { portal_id })).rows).toHaveLength(1)
    expect(await csv(chief, `${EXPORTS.enrollments}?portal_id=${portal_id}`)).toHaveLength(1)
    const entered = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('user_id')
        .where('portal_id', '=', portal_id)
        .where('action', '=', 'portal.enter')
        .execute(),
    )
    expect(entered.map((entry) => entry.user_id)).toContain(chief.id)
  })
})

describe('over all portals', () => {
  const addedUp = async (who: TestPerson, report: ReportName, query: Query) => {
    const { figures: sums, by_portal, chart } = await figures(who, report, query)
    return { sums: sums.map(({ value }) => value), by_portal: by_portal ?? [], chart }
  }

  test('a super admin reads the rows, sums and export of every portal, with the portal beside each row (REP-032, REP-015)', async () => {
    const chief = await t.make.person('super_admin')
    // Days are days of each portal: Honolulu is ten hours behind UTC, Auckland thirteen ahead.
    for (const [seed, time_zone] of [
      [21, 'Pacific/Honolulu'],
      [22, 'Pacific/Auckland'],
    ] as const) {
      const admin = await t.make.person('portal_admin')
      await t.platform((tx) => tx.updateTable('portals').set({ time_zone }).where('id', '=', admin.portal.id).execute())
      await fillWithRecords(t, admin, NOW, randomFrom(seed), 30)
    }
    for (const report of REPORT_NAMES) {
      const { report: shown } = await figures(chief, report)
      const state = shown.states[0]?.value
      const queries: Query[] = [{}, ...(shown.date ? [{ date_from: '2026-06-01', date_to: '2026-09-14' }] : [])]
      if (state) queries.push({ state })
      for (const query of queries) {
        const about = `${report} ${JSON.stringify(query)}`
        const { sums, by_portal } = await addedUp(chief, report, { ...query, portal_id: 'all' })
        // Each portal says of itself what stands beside its name, and together they are the sums above.
        for (const { portal_id, name, values } of by_portal) {
          const own = await figures(chief, report, { ...query, portal_id })
          expect(
            own.figures.map(({ value }) => value),
            `${about} ${name}`,
          ).toEqual(values)
        }
        expect(
          sums.map((_, index) => by_portal.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
          about,
        ).toEqual(sums)
        const { rows, titles } = await allRows(chief, report, { ...query, portal_id: 'all' })
        expect([titles[1], rows.length], about).toEqual(['Portal', sums[0]])
        const counts = new Map<unknown, number>()
        for (const { cells } of rows) counts.set(cells[1], (counts.get(cells[1]) ?? 0) + 1)
        for (const { name, values } of by_portal) expect(counts.get(name) ?? 0, about).toBe(values[0])
        const lines = await csv(chief, urlOf(report, { ...query, portal_id: 'all' }))
        const texts = (list: unknown[][]) => list.map((cells) => JSON.stringify(cells)).sort()
        expect(texts(lines.map((line) => titles.map((title) => line[title]))), about).toEqual(
          texts(rows.map(({ cells }) => cells.map(asCsv))),
        )
      }
    }
  })

  test('the pages of all portals run back and forth without a gap (REP-032, API-012)', async () => {
    const chief = await t.make.person('super_admin')
    const portal_id = 'all'
    const page = (cursor?: string) =>
      t.as(chief).call(showReport, {
        params: { report: 'enrollments' },
        query: { portal_id, per_page: 5, ...(cursor && { cursor }) },
      })
    const first = await page()
    const second = await page(first.meta.next_cursor ?? '')
    const back = await page(second.meta.prev_cursor ?? '')
    expect(back.data).toEqual(first.data)
    const moments = [...first.data, ...second.data].map(({ cells }) => String(cells[6]))
    expect(moments).toEqual(moments.toSorted().reverse())
  })

  test.each(['portal_admin', 'course_admin', 'accounting', 'manager', 'instructor', 'partner'] as const)(
    'a %s is refused all portals and every other one, in rows, figures and exports of every report (REP-032, ROL-024)',
    async (role) => {
      const person = await t.make.person(role)
      const elsewhere = await t.make.portal()
      for (const report of REPORT_NAMES.filter((name) => name !== 'searches'))
        for (const portal_id of ['all', elsewhere.id])
          for (const path of [`/reports/${report}`, `/reports/${report}/figures`, EXPORTS[report]]) {
            const answer = await get(person, `${path}?portal_id=${portal_id}`)
            expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'not_your_portal'])
          }
      const shown = await figures(person, 'enrollments')
      expect([shown.portals, shown.by_portal]).toEqual([[], null])
      expect(shown.report.filters).not.toContain('portal_id')
    },
  )
})

test('a part that a report does not have is refused, not read as everything (REP-015)', async () => {
  const admin = await t.make.person('portal_admin')
  for (const url of [
    '/reports/searches?state=completed',
    '/reports/overdue/figures?state=x',
    `${EXPORTS.overdue}?state=x`,
  ])
    expect([url, (await get(admin, url)).statusCode]).toEqual([url, 422])
})
