import { expect, test } from 'vitest'
import { showBadgeOptions } from '#features/badges/contract-options.ts'
import { updateSettings } from '#features/portals/contract.ts'
import { showMe } from '#features/sessions/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { badgeHolders } from '../../../../tests/badges/holders.ts'
import { cookieOf } from '../../../../tests/signing-in.ts'
import { texting, tokenIn } from '../../../../tests/text-messages/texting.ts'
import { hasTexts, requireTarget } from './service.ts'

const t = testApp()
const holders = badgeHolders(t)
const { setUp, add, as } = holders
const { controls, drain, textTo, call, number, proved, shown } = texting(t, holders)

type SetUp = Awaited<ReturnType<typeof setUp>>
const ask = async (at: SetUp, badge: string, network?: string) => {
  const answer = await call(at, '/badge/text-link', { badge }, network)
  return [answer.statusCode, answer.body]
}
const enter = (at: SetUp, token: string) => call(at, '/text-links/sign-in', { token })
const newest = (mobile: string) => tokenIn(textTo(mobile)?.body)

test('a link by text signs in once, within 15 minutes, by a press of its button alone (TXT-012, TXT-018, TXT-020, ROU-160)', async () => {
  const at = await setUp()
  const person = await proved(at)
  expect((await t.as(at.portal).call(showBadgeOptions)).data).toEqual({ has_badges: true, has_texts: true })
  expect(await ask(at, person.number)).toEqual([204, ''])
  await drain()
  const text = textTo(person.mobile)
  expect(text?.body).toContain('Sign in within 15 minutes: ')
  const token = tokenIn(text?.body)
  const { data } = (await call(at, '/text-links/show', { token })).json()
  expect(data).toMatchObject({ kind: 'sign-in', badge_number: person.number })
  expect(
    (await call(at, '/text-links/start', { token, secret: '804217', secret_confirmation: '804217' })).json().code,
  ).toBe('text_link_over')
  const both = await Promise.all([enter(at, token), enter(at, token)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  const session = cookieOf(both.find(({ statusCode }) => statusCode === 200) ?? both[0], 'session')?.value ?? ''
  const me = await t.as(as(at.portal, { id: person.id, session })).call(showMe)
  expect(me.data).toMatchObject({ id: person.id, current_role: 'learner' })
  // As after a badge: nothing that counts elsewhere is changed by it.
  const kept = await t.platform((tx) =>
    tx
      .selectFrom('sessions')
      .select('is_by_badge')
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
  expect(kept).toEqual({ is_by_badge: true })

  await ask(at, person.number)
  await drain()
  const late = newest(person.mobile)
  await t.platform((tx) =>
    tx
      .updateTable('text_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', person.id)
      .execute(),
  )
  expect((await enter(at, late)).json().code).toBe('text_link_over')
})

test('the answer is the same whether or not a badge, a number or a right to sign in by text is there (TXT-018)', async () => {
  const at = await setUp()
  const [none, unproved, teacher, blocked] = [await add(at), await add(at), await proved(at), await proved(at)]
  const mobile = await number(at, unproved.id)
  await t.make.role(teacher.id, at.portal, 'instructor')
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', blocked.id).execute(),
  )
  const before = [mobile, teacher.mobile, blocked.mobile].map((each) => controls().texts(each).length)
  for (const badge of ['NOBODY-1', 'not a badge!', none.number, unproved.number, teacher.number, blocked.number])
    expect(await ask(at, badge)).toEqual([204, ''])
  await drain()
  expect([mobile, teacher.mobile, blocked.mobile].map((each) => controls().texts(each).length)).toEqual(before)
})

test('a link does not outlive the right to it: a role, a block, badges switched off (TXT-020, BDG-017, BDG-036)', async () => {
  const at = await setUp()
  const link = async () => {
    const person = await proved(at)
    await ask(at, person.number)
    await drain()
    return { ...person, token: newest(person.mobile) }
  }
  const [promoted, blocked, off] = [await link(), await link(), await link()]
  await t.make.role(promoted.id, at.portal, 'instructor')
  expect((await enter(at, promoted.token)).json().code).toBe('pin_not_enough')
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', blocked.id).execute(),
  )
  expect((await enter(at, blocked.token)).json().code).toBe('account_blocked')
  await at.api.call(updateSettings, { body: { has_badges: false } })
  expect((await enter(at, off.token)).json().code).toBe('badges_not_taken')
  expect((await ask(at, off.number))[0]).toBe(403)
})

test('requests are limited for a badge number that nobody has as for one that is there, and for a network (TXT-019)', async () => {
  const at = await setUp()
  const person = await proved(at)
  for (const badge of [person.number, 'NOBODY-2']) {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => ask(at, badge)))
    expect(outcomes.map(([status]) => status).toSorted()).toEqual([204, 204, 204, 429, 429, 429])
  }
  await drain()
  // Of the five texts of a day, two stay for links of those who look after people.
  expect(controls().texts(person.mobile)).toHaveLength(3)
  expect((await shown(at, person.id)).messages.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'sign-in failed',
    'sign-in sent',
    'sign-in sent',
    'start sent',
  ])
  const statuses: unknown[] = []
  for (let one = 0; one < 22; one += 1) statuses.push((await ask(at, `N-${1000 + one}`, '192.0.2.77'))[0])
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('without an account of the portal there is nothing to send with (TXT-002, ERR-215)', async () => {
  const { portal } = await setUp()
  const without = { config: t.config, twilio: null }
  await t.app.db.withPortal(portal.id, async (tx) => {
    expect(await hasTexts(without, tx, portal.id)).toBe(false)
    await expect(requireTarget(without, tx, portal.id)).rejects.toMatchObject({ status: 422, code: 'texts_not_set_up' })
  })
})
