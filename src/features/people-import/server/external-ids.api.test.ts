import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { importing } from '../../../../tests/sheets/importing.ts'

const t = testApp()
const imports = importing(t)

test('an import sets external ids, leaves those of other people alone, and takes them back again (INT-033, USR-061, USR-066)', async () => {
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  await t.make.person('learner', { portal, email: 'owner@ids.example.com', external_id: 'E-1' })
  await t.make.person('learner', { portal, email: 'here@ids.example.com', external_id: 'E-2' })
  const sheet = [
    'email,Employee ID',
    'new@ids.example.com,E-3',
    'here@ids.example.com,E-4',
    'owner@ids.example.com,E-1',
    'second@ids.example.com,E-1',
    'third@ids.example.com,E-3',
    'fourth@ids.example.com,with blanks',
  ].join('\n')
  const { id } = await imports.check(admin, sheet)
  expect(await imports.report(admin, id)).toEqual([
    '2 | new@ids.example.com | New person | 0',
    '3 | here@ids.example.com | Changed | 0',
    '4 | owner@ids.example.com | Unchanged | 0',
    '5 | second@ids.example.com | Refused | The external ID E-1 belongs to another person. | 0',
    '6 | third@ids.example.com | Refused | The external ID E-3 belongs to another person. | 0',
    '7 | fourth@ids.example.com | Refused | External ID: Use 1 to 128 letters, digits or signs without spaces. | 0',
  ])
  const ids = () =>
    t.platform((tx) =>
      tx
        .selectFrom('people')
        .select(['email', 'external_id'])
        .where('portal_id', '=', portal.id)
        .where('external_id', 'is not', null)
        .where('left_at', 'is', null)
        .orderBy('external_id')
        .execute(),
    )
  await imports.run(admin, id)
  expect((await ids()).map(({ email, external_id }) => [external_id, email])).toEqual([
    ['E-1', 'owner@ids.example.com'],
    ['E-3', 'new@ids.example.com'],
    ['E-4', 'here@ids.example.com'],
  ])
  await imports.undo(admin, id)
  expect((await ids()).map(({ email, external_id }) => [external_id, email])).toEqual([
    ['E-1', 'owner@ids.example.com'],
    ['E-2', 'here@ids.example.com'],
  ])
})
