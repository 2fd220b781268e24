import { expect, test } from 'vitest'
import { updateBlockStatus } from '#features/users/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { patch, provisioning } from '../../../../tests/scim/provider.ts'

const t = testApp()
const scim = provisioning(t)
const deactivate = patch({ op: 'replace', path: 'active', value: false })
const activate = patch({ op: 'replace', path: 'active', value: true })

test('somebody created inactive gets the mail when they are activated, once, no matter who activates them (PRV-020)', async () => {
  const { portal, admin, call, create } = await scim.connected()
  const elsewhere = await t.make.person('learner', { portal: await t.make.portal() })
  const mailsTo = (email: string) =>
    t.platform(async (tx) =>
      (
        await tx
          .selectFrom('mails')
          .select('template')
          .where('portal_id', '=', portal.id)
          .where('to_email', '=', email)
          .orderBy('id')
          .execute()
      ).map(({ template }) => template),
    )
  const fresh = await create({ active: false })
  const joining = await create({ active: false }, elsewhere.email)
  const ofAdmin = await create({ active: false })
  for (const { userName } of [fresh, joining, ofAdmin]) expect(await mailsTo(userName)).toEqual([])
  for (const turn of [activate, deactivate, activate])
    for (const { id } of [fresh, joining]) expect((await call('PATCH', `/Users/${id}`, turn)).status).toBe(200)
  const body = { is_blocked: false }
  await t.as(admin).call(updateBlockStatus, { params: { id: Number(ofAdmin.id) }, body })
  expect(await mailsTo(fresh.userName)).toEqual(['new-account'])
  expect(await mailsTo(joining.userName)).toHaveLength(1)
  expect(await mailsTo(ofAdmin.userName)).toEqual(['new-account'])
})
