import { expect, test } from 'vitest'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { updateBlockStatus } from '#features/users/contract.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { createPortalToken, revokePortalToken } from '../contract.ts'
import { announceEnding } from './jobs.ts'

const t = testApp()
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

/** What the job does this many days from now; two processes at once. */
const tellIn = async (days: number) => {
  await Promise.all([1, 2].map(() => announceEnding(t.app.db, t.app.services, inDays(days))))
}
const mailsTo = (portal: TestPortal, email: string) =>
  t.platform(async (tx) =>
    (
      await tx
        .selectFrom('mails')
        .select(['subject', 'text'])
        .where('portal_id', '=', portal.id)
        .where('template', '=', 'token-ends')
        .where('to_email', '=', email)
        .orderBy('id')
        .execute()
    ).map(({ subject, text }) => `${subject}: ${text.replace(/\s+/g, ' ')}`),
  )
const bellOf = async (who: TestPerson) => (await t.as(who).call(listNotifications)).data.map(({ title }) => title)
const create = async (admin: TestPerson, name: string, days: number, scope: 'provisioning' | 'people:read') =>
  (
    await t.as(admin).call(createPortalToken, {
      body: { name, scopes: [scope], expires_at: inDays(days).toISOString() },
    })
  ).data

test('admins get a notice 14 and 3 days before a token of the portal ends, each once, and for no other (INT-042)', async () => {
  const portal = await t.make.portal()
  const [admin, second] = [
    await t.make.person('portal_admin', { portal }),
    await t.make.person('portal_admin', { portal }),
  ]
  const learner = await t.make.person('learner', { portal })
  await create(admin, 'Entra ID', 30, 'provisioning')
  await create(admin, 'Later', 300, 'people:read')
  await create(admin, 'Short', 2, 'people:read')
  const gone = await create(admin, 'Gone', 30, 'people:read')
  await t.as(admin).call(revokePortalToken, { params: { id: gone.id } })

  await tellIn(1)
  expect(await bellOf(admin)).toEqual([])
  for (const days of [16.5, 17, 20]) await tellIn(days)
  for (const who of [admin, second]) {
    expect(await bellOf(who)).toEqual(['An API token ends in 14 days'])
    const mails = await mailsTo(portal, who.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('The API token Entra ID ends in 14 days')
    expect(mails[0]).toContain('nobody is created, changed or deactivated by it anymore')
    expect(mails[0]).toContain(`${portal.host}:3000/admin/two-way-api`)
  }
  for (const days of [27.5, 28, 31]) await tellIn(days)
  expect(await bellOf(admin)).toEqual(['An API token ends in 3 days', 'An API token ends in 14 days'])
  expect(await mailsTo(portal, second.email)).toHaveLength(2)
  expect(await bellOf(learner)).toEqual([])
})

test('the person of a personal token gets the notice, unless they were blocked (INT-042, USR-042)', async () => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const people = [await t.make.person('instructor', { portal }), await t.make.person('instructor', { portal })] as const
  for (const person of people)
    await t.as(person).call(createApiToken, { body: { name: 'Own report', expires_at: inDays(20).toISOString() } })
  await t.as(admin).call(updateBlockStatus, { params: { id: people[1].id }, body: { is_blocked: true } })
  await tellIn(7)
  expect(await bellOf(people[0])).toEqual(['An API token ends in 13 days'])
  expect((await mailsTo(portal, people[0].email))[0]).toContain('/profile/settings')
  expect([await mailsTo(portal, people[1].email), await mailsTo(portal, admin.email)]).toEqual([[], []])
})
