import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showSystemHealth } from '#features/health/contract.ts'
import { showIntegrations } from '#features/integrations/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { showPortalTextLimit, updatePortalTextLimit } from '#features/portals/contract-texts.ts'
import { lockTextDay, textsToday } from '#platform/text-messages/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { badgeHolders } from '../../../../tests/badges/holders.ts'
import { newNumber, texting } from '../../../../tests/text-messages/texting.ts'
import { sendMobileCode, testTwilio } from '../contract.ts'
import { refusalOf } from './queue-text.ts'

const t = testApp()
const holders = badgeHolders(t)
const { setUp, add, as } = holders
const { controls, drain, call, number, proved, sendTo, textTo } = texting(t, holders)

type SetUp = Awaited<ReturnType<typeof setUp>>

const limitOf = async (at: SetUp, text_limit: number | null) =>
  t
    .as(await t.make.person('super_admin'))
    .call(updatePortalTextLimit, { params: { id: at.portal.id }, body: { text_limit } })
const sentBy = (at: SetUp, now = new Date()) =>
  t.app.db.withPortal(at.portal.id, (tx) => textsToday(tx, at.portal.id, now), 'read only')
/** People of a portal with a number each. */
const crew = async (at: SetUp, count: number) => {
  const people: { id: number; mobile: string }[] = []
  for (let one = 0; one < count; one += 1) {
    const { id } = await add(at)
    people.push({ id, mobile: await number(at, id) })
  }
  return people
}
const over = { status: 429, code: 'texts_day_over' }
const ask = (at: SetUp, badge: string) => call(at, '/badge/text-link', { badge })

test('a portal sends no more than its limit whatever runs at once, and who sends sees what did not go (TXT-022, TXT-023, ERR-208)', async () => {
  const at = await setUp()
  const other = await setUp()
  await limitOf(at, 10)
  const people = await crew(at, 12)
  const ids = people.map(({ id }) => id)
  // Two calls with the same people, and some for one person: nine texts in all, the tenth is kept.
  const outcomes = await Promise.allSettled([
    sendTo(at, ...ids.slice(0, 6)),
    sendTo(at, ...ids.slice(6)),
    ...people.slice(0, 3).map(({ id }) => sendTo(at, id)),
  ])
  const queued = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.queued : 0))
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(9)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(over)
  const last = await sendTo(at, ...ids.slice(0, 2))
  expect(last).toMatchObject({ queued: 0, left_out: [{ reason: 'day_over' }, { reason: 'day_over' }] })
  await expect(sendTo(at, ids[0] as number)).rejects.toMatchObject(over)
  await expect(at.api.call(testTwilio, { body: { number: newNumber() } })).rejects.toMatchObject(over)
  await drain()
  expect(people.flatMap(({ mobile }) => controls().texts(mobile))).toHaveLength(9)
  expect(await sentBy(at)).toEqual({ sent: 9, limit: 10 })
  expect((await at.api.call(showIntegrations)).data.text_messages).toEqual({
    sent_today: 9,
    limit: 10,
    kept_for_sign_ins: 1,
  })
  // Another portal sends on.
  const [there] = await crew(other, 1)
  expect((await sendTo(other, there?.id as number)).queued).toBe(1)
  expect(await sentBy(other)).toEqual({ sent: 1, limit: 1_000 })
  // A higher limit counts at once.
  await limitOf(at, 20)
  expect((await sendTo(at, ...ids.slice(9))).queued).toBe(3)
})

test('what is kept is for links that sign in alone, then asking is refused for every badge alike (TXT-018, TXT-023, ERR-209)', async () => {
  const at = await setUp()
  const [person, second] = [await proved(at), await proved(at)]
  await limitOf(at, 3)
  // Two have left: what is kept is left.
  const own = t.as(as(at.portal, person))
  const body = { number: newNumber(), has_consented: true, secret: '804217' }
  await expect(own.call(sendMobileCode, { body })).rejects.toMatchObject(over)
  expect((await ask(at, person.number)).statusCode).toBe(204)
  await drain()
  expect(textTo(person.mobile)?.body).toContain('Sign in within')
  for (const badge of [person.number, second.number, 'NOBODY-9']) {
    const answer = await ask(at, badge)
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'sign_in_texts_over'])
  }
  expect(await sentBy(at)).toEqual({ sent: 3, limit: 3 })
})

test('a refused text, a failed call and a killed connection leave nothing counted and nothing locked (TXT-022)', async () => {
  const at = await setUp()
  const [person] = await crew(at, 1)
  const { id, mobile } = person as { id: number; mobile: string }
  const portal = await t.app.services.portalById(at.portal.id)
  if (!portal) throw new Error('No portal')
  const ctx = { portal, now: new Date() }
  const counting = (end: string) =>
    t.app.db.withPortal(at.portal.id, async (tx) => {
      expect(await refusalOf(t.app.services, tx, ctx, { kind: 'start', number: mobile })).toBeNull()
      await sql.raw(end).execute(tx)
    })
  await expect(counting('select 1 / 0')).rejects.toThrow()
  await expect(counting('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  expect((await sentBy(at)).sent).toBe(0)
  for (let one = 0; one < 5; one += 1) await sendTo(at, id)
  await expect(sendTo(at, id)).rejects.toMatchObject({ code: 'too_many_texts' })
  expect((await sentBy(at)).sent).toBe(5)
})

test('a day is one of the time zone of the portal, and another zone gives no second one (TXT-022)', async () => {
  const at = await setUp()
  const { id } = at.portal
  const zone = (time_zone: string) =>
    t.platform((tx) => tx.updateTable('portals').set({ time_zone }).where('id', '=', id).execute())
  const count = (moment: string) =>
    t.app.db.withPortal(id, async (tx) => {
      const { sent } = await lockTextDay(tx, id, new Date(moment))
      await tx
        .updateTable('text_days')
        .set({ sent: sent + 1 })
        .where('portal_id', '=', id)
        .execute()
      return sent + 1
    })
  await zone('America/Los_Angeles')
  expect(await count('2026-11-25T08:30:00Z')).toBe(1)
  expect(await count('2026-11-26T07:59:59Z')).toBe(2)
  expect(await sentBy(at, new Date('2026-11-26T07:59:59Z'))).toMatchObject({ sent: 2 })
  expect(await sentBy(at, new Date('2026-11-26T08:00:00Z'))).toMatchObject({ sent: 0 })
  // It is the next day in Auckland already, and that day is the same one after the way back.
  await zone('Pacific/Auckland')
  expect(await count('2026-11-26T07:59:59Z')).toBe(1)
  await zone('America/Los_Angeles')
  expect(await count('2026-11-26T07:59:59Z')).toBe(2)
  expect(await count('2026-11-26T08:00:00Z')).toBe(3)
  expect(await count('2026-11-27T08:00:00Z')).toBe(1)
})

test('admins learn of 80 and 100 percent once a day, and health of the portals at their limit (TXT-025, TXT-026, OPS-056)', async () => {
  const at = await setUp()
  const people = [await proved(at), await proved(at), await proved(at)]
  await limitOf(at, 5)
  const news = async () =>
    (await at.api.call(listNotifications)).data.flatMap(({ kind, title }) => (kind === 'text_limit' ? [title] : []))
  expect(await news()).toEqual([])
  await sendTo(at, people[0]?.id as number)
  expect(await news()).toEqual(['The portal has used 80% of today’s text messages'])
  const root = t.as(await t.make.person('super_admin'))
  const health = async () => (await root.call(showSystemHealth)).data
  expect((await health()).texts).toContainEqual({
    portal_id: at.portal.id,
    portal_name: at.portal.name,
    sent: 4,
    limit: 5,
  })
  expect((await health()).problems.map(({ name }) => name)).toContain('text-limit')
  await ask(at, people[1]?.number as string)
  await drain()
  const both = ['Today’s limit for text messages is reached', 'The portal has used 80% of today’s text messages']
  expect(await news()).toEqual(both)
  // A limit that is raised and used up again brings no second notice on the same day.
  await limitOf(at, 7)
  expect((await health()).texts).not.toContainEqual(expect.objectContaining({ portal_id: at.portal.id }))
  await sendTo(at, people[2]?.id as number)
  await ask(at, people[0]?.number as string)
  await drain()
  expect(await sentBy(at)).toEqual({ sent: 7, limit: 7 })
  expect(await news()).toEqual(both)
})

test('only super admins read and set the daily limit of a portal; null is the default, zero sends nothing (TXT-024)', async () => {
  const at = await setUp()
  const params = { id: at.portal.id }
  const set = async (limit: number | null) => (await limitOf(at, limit)).data
  expect(await set(0)).toMatchObject({ text_limit: 0, limit: 0, sent_today: 0 })
  const [person] = await crew(at, 1)
  await expect(sendTo(at, person?.id as number)).rejects.toMatchObject(over)
  expect(await set(null)).toMatchObject({ text_limit: null, limit: 1_000, sent_today: 0 })
  const wrong = { status: 422, errors: { text_limit: expect.anything() } }
  for (const limit of [-1, 1.5, 1_000_001]) await expect(set(limit)).rejects.toMatchObject(wrong)
  const log = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('portal_id', '=', at.portal.id)
      .where('action', '=', 'portal.text-limit')
      .orderBy('id')
      .execute(),
  )
  expect(log.map(({ changes }) => changes)).toEqual([
    { text_limit: { from: null, to: 0 } },
    { text_limit: { from: 0, to: null } },
  ])
  await expect(at.api.call(showPortalTextLimit, { params })).rejects.toMatchObject({ status: 403 })
  await expect(at.api.call(updatePortalTextLimit, { params, body: { text_limit: 5 } })).rejects.toMatchObject({
    status: 403,
  })
})
