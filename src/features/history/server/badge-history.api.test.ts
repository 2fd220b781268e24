import { expect, test } from 'vitest'
import { giveStartCode, issueBadge, startBadge, withdrawBadge } from '#features/badges/contract.ts'
import { createUser } from '#features/users/contract.ts'
import { ask, statement } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { listHistory, previewRestore } from '../contract.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = () => {
  now = new Date(now.getTime() + 60_000)
}

test('a badge number that is given, changed or withdrawn is in the history, and no PIN, code or new badge with the same number; the preview says where it is given (HIS-018, HIS-005, HIS-013)', async () => {
  const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Lane' })
  const api = t.as(admin)
  const { id } = (
    await api.call(createUser, { body: { first_name: 'Ana', last_name: 'Ames', badge_number: 'W-1' } as never })
  ).data
  const params = { id }
  const of = { kind: 'person', user_id: id } as const
  const list = async () => (await api.call(listHistory, { query: { ...of, part: 'access' } as never })).data
  later()
  await api.call(issueBadge, { params, body: {} })
  const { start_code } = (await api.call(giveStartCode, { params })).data
  const pin = { badge: 'W-1', start_code, secret: '804217', secret_confirmation: '804217' }
  await t.as(admin.portal).call(startBadge, { body: pin })
  later()
  await api.call(issueBadge, { params, body: { badge_number: 'W-2' } })
  later()
  await api.call(withdrawBadge, { params })
  later()
  await api.call(issueBadge, { params, body: { badge_number: 'W-1' } })
  const entries = await list()
  expect(
    entries.map(({ made_by, changes }) => [made_by, changes.map(({ label, from, to }) => [label, from, to])]),
  ).toEqual([
    ['Ada Lane', [['Badge number', null, 'W-1']]],
    ['Ada Lane', [['Badge number', 'W-2', null]]],
    ['Ada Lane', [['Badge number', 'W-1', 'W-2']]],
    ['Ada Lane', [['Badge number', null, 'W-1']]],
    ['Ada Lane', [['In this portal', 'No', 'Yes']]],
  ])
  const { lines, fields } = (await api.call(previewRestore, { query: { ...of, change_id: entries[1]?.id } as never }))
    .data
  expect(fields).toEqual([])
  expect(lines).toMatchObject([
    {
      field: 'badge_number',
      from: 'W-1',
      to: 'W-2',
      reason: 'Give or withdraw the badge on the overview of the person.',
    },
  ])
  const kept = await t.platform((tx) =>
    ask(tx, statement(`select changed::text from record_changes where record_id = ${id}`), []),
  )
  expect(JSON.stringify(kept)).not.toContain('804217')
  expect(JSON.stringify(kept)).not.toContain(start_code)
})
