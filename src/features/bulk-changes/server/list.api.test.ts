import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { bulkChanging } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { listBulkChanges } from '../contract.ts'

const t = testApp()
const { school, learner } = enrolling(t)
const bulk = bulkChanging(t)
const imports = importing(t)

const listed = async (who: TestPerson, query: Record<string, unknown> = {}) =>
  t.as(who).call(listBulkChanges, { query: query as never })

test('imports of people are listed among the bulk changes, page by page, for those who see imports (BLK-032, BLK-017)', async () => {
  const { portal, admin, course_id } = await school(5)
  const person = await learner(portal)
  const sheet = 'email\nlisted@example.com'
  const first = await imports.check(admin, sheet, 'first.csv')
  const change = await bulk.enroll(admin, course_id, [person.id])
  const second = await imports.check(admin, sheet, 'second.csv')
  await imports.run(admin, second.id)
  const all = (await listed(admin)).data
  expect(all).toMatchObject([
    { id: second.id, action: 'import', status: 'done', file_name: 'second.csv', rows_total: 1 },
    { id: change.id, action: 'enroll', status: 'previewed', file_name: null },
    { id: first.id, action: 'import', status: 'checked', file_name: 'first.csv' },
  ])
  const paged: unknown[] = []
  let cursor: string | null | undefined
  do {
    const page = await listed(admin, { per_page: 1, ...(cursor && { cursor }) })
    paged.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor)
  expect(paged).toEqual(all)

  const manager = await t.make.person('manager', { portal })
  const editor = await t.make.person('editor', { portal })
  const stranger = await t.make.person('portal_admin')
  for (const who of [manager, editor, stranger]) expect((await listed(who)).data).toEqual([])
})
