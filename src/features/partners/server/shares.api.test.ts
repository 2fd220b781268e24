import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { listPartnerShares, updatePartnerShare } from '../contract.ts'

const t = testApp()
const author = authoring(t)

describe('the share of a partner (PAR-016)', () => {
  test('is set by super admins for companies of every portal, logged, and removed by null', async () => {
    const home = await t.make.portal()
    const portal = await t.make.portal()
    const sally = await t.make.person('super_admin', { portal: home })
    const id = await author.company(portal)
    const set = (share_percent: number | null) =>
      t.as(sally).call(updatePartnerShare, { params: { id }, body: { share_percent } })
    expect((await set(70)).data).toMatchObject({ id, share_percent: 70, portal: { id: portal.id } })
    const { data } = await t.as(sally).call(listPartnerShares, { query: {} })
    expect(data).toContainEqual(expect.objectContaining({ id, share_percent: 70 }))
    expect((await set(null)).data.share_percent).toBeNull()
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('changes')
        .where('action', '=', 'partner.set-share')
        .orderBy('id')
        .execute(),
    )
    expect(log.map(({ changes }) => changes)).toMatchObject([
      { from: null, to: 70 },
      { from: 70, to: null },
    ])
  })

  test('cannot be set by anyone else, least of all the partner, and stays between 0 and 100', async () => {
    const portal = await t.make.portal()
    const partner = await t.make.person('partner', { portal })
    const sally = await t.make.person('super_admin', { portal })
    const id = await author.company(portal, partner)
    for (const who of [
      partner,
      await t.make.person('admin', { portal }),
      await t.make.person('portal_admin', { portal }),
    ])
      expect(
        (await refusalOf(t.as(who).call(updatePartnerShare, { params: { id }, body: { share_percent: 100 } })))?.status,
      ).toBe(403)
    for (const share_percent of [-1, 101, 12.5])
      expect(
        await refusalOf(t.as(sally).call(updatePartnerShare, { params: { id }, body: { share_percent } })),
      ).toMatchObject({ status: 422, errors: { share_percent: [expect.any(String)] } })
    const unknown = t.as(sally).call(updatePartnerShare, { params: { id: 999_999 }, body: { share_percent: 1 } })
    expect((await refusalOf(unknown))?.status).toBe(404)
    // People who only read portals see the companies of their own portal.
    const elsewhere = await t.make.person('admin')
    expect((await t.as(elsewhere).call(listPartnerShares, { query: {} })).data).toEqual([])
  })
})
