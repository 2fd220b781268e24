import { expect, test } from 'vitest'
import { createCompany, createFeature } from '#features/partners/server/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { listFeatures } from '../contract.ts'

const t = testApp()

test('the portal’s own features are answered in their order, without those of partners and of other portals (CNT-009, CNT-043)', async () => {
  const { portal, editor } = await contentOf(t)
  const other = await contentOf(t)
  const own = { partner_company_id: null }
  await editor.act(async (tx, ctx) => {
    const { id } = await createCompany(tx, ctx, { name: 'Harbor', user_id: null })
    await createFeature(tx, ctx, { partner_company_id: id, title: 'Theirs' })
    await createFeature(tx, ctx, { ...own, title: 'Second', text: 'Twelve people', icon: 'users' })
    await createFeature(tx, ctx, { ...own, title: 'First', sort_number: 0 })
  })
  await other.editor.act((tx, ctx) => createFeature(tx, ctx, { ...own, title: 'Elsewhere' }))
  expect((await t.as(portal).call(listFeatures)).data).toMatchObject([
    { title: 'First' },
    { title: 'Second', text: 'Twelve people', icon: 'users' },
  ])
})
