import { expect, test } from 'vitest'
import { withdrawBadge } from '#features/badges/contract.ts'
import { updateIntegrations } from '#features/integrations/contract.ts'
import { showMe } from '#features/sessions/contract.ts'
import { deleteUser } from '#features/users/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { badgeHolders, PIN } from '../../../../tests/badges/holders.ts'
import { cookieOf } from '../../../../tests/signing-in.ts'
import { newNumber, texting, tokenIn } from '../../../../tests/text-messages/texting.ts'
import { confirmMobile, removeMobile, sendMobileCode, setMobile, showOwnMobile, testTwilio } from '../contract.ts'
import { plainError } from '../rules/delivery.ts'
import { segmentsOf } from '../rules/segments.ts'
import { deliverText } from './deliver.ts'

const t = testApp()
const holders = badgeHolders(t)
const { setUp, add, started, as, start, codeFor, enter } = holders
const { controls, drain, textTo, call, use, newsUrl, tell, number, sendTo, shown, proved } = texting(t, holders)

const logOf = (portalId: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select(['action', 'changes'])
      .where('portal_id', '=', portalId)
      .orderBy('id')
      .execute(),
  )

test('a link by text sets the PIN once, proves the number and signs in (TXT-001, TXT-004, TXT-006, TXT-011, TXT-012, TXT-013, TXT-015, ERR-218)', async () => {
  const at = await setUp()
  const person = await add(at)
  const params = { id: person.id }
  const unsure = at.api.call(setMobile, { params, body: { number: '212 555 0199', has_consented: false } })
  await expect(unsure).rejects.toMatchObject({ status: 422, errors: { has_consented: [expect.any(String)] } })
  const landline = at.api.call(setMobile, { params, body: { number: '1 800 555 0199', has_consented: true } })
  await expect(landline).rejects.toMatchObject({ status: 422, errors: { number: [expect.any(String)] } })
  await expect(sendTo(at, person.id)).rejects.toMatchObject({ status: 422, errors: { user_ids: [expect.any(String)] } })

  const mobile = await number(at, person.id)
  expect(await shown(at, person.id)).toMatchObject({
    number: mobile,
    proved_at: null,
    consent: { by: { id: at.admin.id } },
    can_send: true,
    messages: [],
  })
  expect(await sendTo(at, person.id)).toEqual({ queued: 1, left_out: [] })
  expect((await shown(at, person.id)).messages).toMatchObject([{ kind: 'start', status: 'queued' }])
  await drain()
  const text = textTo(mobile)
  expect(text?.body).toContain(`${at.portal.name}: Set your PIN and sign in: http`)
  expect(text?.body).toMatch(/Reply STOP to opt out\.$/)
  expect(segmentsOf(text?.body ?? '')).toMatchObject({ encoding: 'gsm-7', segments: 1 })
  // What is kept of it opens nothing.
  const kept = await t.platform((tx) =>
    tx.selectFrom('text_messages').select('body').where('number', '=', mobile).execute(),
  )
  expect(kept.map(({ body }) => tokenIn(body))).toEqual([''])

  const token = tokenIn(text?.body)
  for (let look = 0; look < 3; look += 1) {
    const { data } = (await call(at, '/text-links/show', { token })).json()
    expect(data).toMatchObject({ kind: 'start', badge_number: person.number, first_name: 'Ana', is_pin_enough: true })
  }
  expect((await use(at, token, '111111')).json().code).toBe('pin_easy')
  expect((await call(at, '/text-links/sign-in', { token })).json().code).toBe('text_link_over')
  // Of two at once, one sets the PIN.
  const both = await Promise.all([use(at, token), use(at, token)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  expect((await call(at, '/text-links/show', { token })).json().code).toBe('text_link_over')
  const session = cookieOf(both.find(({ statusCode }) => statusCode === 200) ?? both[0], 'session')?.value ?? ''
  const me = await t.as(as(at.portal, { id: person.id, session })).call(showMe)
  expect(me.data).toMatchObject({ id: person.id, current_role: 'learner' })
  expect((await enter(at.portal, person.number)).statusCode).toBe(200)
  expect((await shown(at, person.id)).proved_at).not.toBeNull()
  const log = await logOf(at.portal.id)
  expect(log).toContainEqual({ action: 'badge.start', changes: { is_pin: true, is_by_text: true } })
  expect(log).toContainEqual({ action: 'badge.text-link', changes: { number: `••• ${mobile.slice(-4)}` } })

  // The second text to this number says no more how to get none.
  await sendTo(at, person.id)
  await drain()
  expect(textTo(mobile)?.body).not.toContain('STOP')
  // A link that is used ends the PIN before it and the sessions; until then both stay.
  expect((await enter(at.portal, person.number)).statusCode).toBe(200)
  expect((await use(at, tokenIn(textTo(mobile)?.body), '730518')).statusCode).toBe(200)
  await expect(t.as(as(at.portal, { id: person.id, session })).call(showMe)).rejects.toMatchObject({ status: 401 })
  expect((await enter(at.portal, person.number)).statusCode).toBe(422)
})

test('a link opens nothing after a newer one, a start code, another number, a withdrawn badge or 14 days (TXT-011, TXT-013)', async () => {
  const at = await setUp()
  const person = await add(at)
  const mobile = await number(at, person.id)
  const link = async () => {
    await sendTo(at, person.id)
    await drain()
    return tokenIn(textTo(mobile)?.body)
  }
  const isOver = async (token: string) => (await use(at, token)).json().code === 'text_link_over'
  const first = await link()
  const second = await link()
  expect(await isOver(first)).toBe(true)
  const { start_code } = await codeFor(at, person.id)
  expect(await isOver(second)).toBe(true)
  expect((await start(at.portal, person.number, start_code)).statusCode).toBe(200)
  const third = await link()
  await number(at, person.id)
  expect(await isOver(third)).toBe(true)
  await number(at, person.id, mobile)
  const fourth = await link()
  await t.platform((tx) =>
    tx
      .updateTable('text_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', person.id)
      .execute(),
  )
  expect(await isOver(fourth)).toBe(true)
  const fifth = await link()
  await at.api.call(withdrawBadge, { params: { id: person.id } })
  expect(await isOver(fifth)).toBe(true)
  // Another portal knows none of it.
  expect((await use(await setUp(), fifth)).json().code).toBe('text_link_over')
})

test('who may give a start code may send a link, alone and to many (TXT-011, TXT-014, BDG-013)', async () => {
  const at = await setUp()
  const people = [await add(at), await add(at), await add(at)]
  const [first, second, third] = people.map(({ id }) => id) as [number, number, number]
  const mail = await t.make.person('learner', { portal: at.portal })
  const mobile = await number(at, first)
  const stopped = await number(at, second)
  await tell(at, controls().reply(stopped, 'STOP', await newsUrl(at)))
  const { queued, left_out } = await sendTo(at, first, second, third, mail.id)
  expect(queued).toBe(1)
  expect(Object.fromEntries(left_out.map(({ person, reason }) => [person.id, reason]))).toEqual({
    [second]: 'opted_out',
    [third]: 'no_number',
    [mail.id]: 'no_badge',
  })
  await drain()
  expect(textTo(mobile)?.body).toContain('/t#')
  expect(textTo(stopped)).toBeUndefined()
  await expect(sendTo(at, second)).rejects.toMatchObject({ code: 'texts_opted_out' })

  // A manager sees learners of their own alone, and gives none to somebody who is not.
  const manager = { api: t.as(await t.make.person('manager', { portal: at.portal })) }
  await expect(sendTo(manager, first)).rejects.toMatchObject({ status: 404 })
  await expect(number(manager, first)).rejects.toMatchObject({ status: 404 })
  const editor = { api: t.as(await t.make.person('editor', { portal: at.portal })) }
  await expect(sendTo(editor, first)).rejects.toMatchObject({ status: 403 })
  const elsewhere = await setUp()
  await expect(sendTo(elsewhere, first)).rejects.toMatchObject({ status: 404 })
})

test('at most five texts a day go to a number, from all portals and senders together (TXT-009, ERR-217)', async () => {
  const [at, other] = [await setUp(), await setUp()]
  const mobile = newNumber()
  const [here, there] = [await add(at), await add(other)]
  await number(at, here.id, mobile)
  await number(other, there.id, mobile)
  const outcomes = await Promise.allSettled(
    [at, at, at, at, other, other, other, other].map((one) => sendTo(one, one === at ? here.id : there.id)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await expect(sendTo(at, here.id)).rejects.toMatchObject({ status: 429, code: 'too_many_texts' })
  await drain()
  expect(controls().texts(mobile)).toHaveLength(5)
})

test('a text leaves once: a refusal for a moment, a lost answer, a killed process, the same job twice (TXT-003)', async () => {
  const at = await setUp()
  const [busy, lost, killed] = [await add(at), await add(at), await add(at)]
  const [busyTo, lostTo, killedTo] = [await number(at, busy.id), await number(at, lost.id), await number(at, killed.id)]
  const jobOf = async (id: number) => {
    const row = await t.platform((tx) =>
      tx.selectFrom('text_messages').select(['id', 'portal_id']).where('user_id', '=', id).executeTakeFirstOrThrow(),
    )
    return row
  }
  const deliver = async (id: number, now = new Date()) =>
    deliverText(t.app.services, await jobOf(id), { db: t.app.db, now })

  controls().failNext({ status: 429, code: 20429, message: 'Too many requests' })
  await sendTo(at, busy.id)
  await expect(deliver(busy.id)).rejects.toThrow('Too many requests')
  expect((await shown(at, busy.id)).messages).toMatchObject([
    { status: 'queued', error: expect.stringContaining('Too many') },
  ])
  await deliver(busy.id)
  await deliver(busy.id)
  expect(controls().texts(busyTo)).toHaveLength(1)

  controls().failNext('lost')
  await sendTo(at, lost.id)
  await expect(deliver(lost.id)).rejects.toThrow('did not answer')
  await deliver(lost.id)
  expect(controls().texts(lostTo)).toHaveLength(1)
  expect((await shown(at, lost.id)).messages).toMatchObject([{ status: 'sent', error: null }])

  // A process that took it and died holds it for a minute; the next one looks first whether it left.
  await sendTo(at, killed.id)
  const { id } = await jobOf(killed.id)
  const leasedUntil = new Date(Date.now() + 60_000)
  await t.platform((tx) =>
    tx
      .updateTable('text_messages')
      .set({ tried_at: new Date(), leased_until: leasedUntil })
      .where('id', '=', id)
      .execute(),
  )
  await expect(deliver(killed.id)).rejects.toThrow('Another process')
  await deliver(killed.id, new Date(leasedUntil.getTime() + 1))
  expect(controls().texts(killedTo)).toHaveLength(1)

  // What the service tells comes in any order and number, and what arrived stays so.
  const { sid } = textTo(killedTo) ?? { sid: '' }
  const read = async () => (await shown(at, killed.id)).messages[0]?.status
  const delivered = controls().settle(sid, 'delivered')
  expect((await tell(at, delivered)).json()).toEqual({ received: true })
  await tell(at, delivered)
  await tell(at, controls().settle(sid, 'sent'))
  expect(await read()).toBe('delivered')
  const forged = await tell(at, { ...controls().settle(sid, 'failed'), signature: 'AAAA' })
  expect(forged.statusCode).toBe(422)
  const changed = controls().settle(sid, 'sent')
  expect((await tell(at, { ...changed, body: changed.body.replace('=sent', '=failed') })).statusCode).toBe(422)
  expect(await read()).toBe('delivered')
  const other = textTo(lostTo) ?? { sid: '' }
  await tell(at, controls().settle(other.sid, 'undelivered', 30006))
  expect((await shown(at, lost.id)).messages[0]).toMatchObject({ status: 'failed', error: plainError(30006, null) })
})

test('a number that opted out gets nothing more until its owner replies START (TXT-007, ERR-216)', async () => {
  const at = await setUp()
  const person = await add(at)
  // The service itself knows that this number has answered STOP.
  const refused = await number(at, person.id, '+15005550004')
  await sendTo(at, person.id)
  await drain()
  expect(await shown(at, person.id)).toMatchObject({
    has_opted_out: true,
    can_send: false,
    messages: [{ status: 'failed', error: plainError(21610, null) }],
  })
  await expect(sendTo(at, person.id)).rejects.toMatchObject({ status: 422, code: 'texts_opted_out' })
  const url = await newsUrl(at)
  expect((await tell(at, controls().reply(refused, 'Thanks!', url))).statusCode).toBe(200)
  expect((await shown(at, person.id)).has_opted_out).toBe(true)
  await tell(at, controls().reply(refused, 'start', url))
  expect(await shown(at, person.id)).toMatchObject({ has_opted_out: false, can_send: true })
  // What was asked for before STOP and leaves after it stays behind.
  const mobile = await number(at, person.id)
  await sendTo(at, person.id)
  await tell(at, controls().reply(mobile, 'STOP', url))
  await drain()
  expect(textTo(mobile)).toBeUndefined()
  const portal = await setUp()
  const there = await add(portal)
  await number(portal, there.id, mobile)
  expect(await shown(portal, there.id)).toMatchObject({ has_opted_out: false })
})

test('the person changes the own number with a code that is texted to it (TXT-010)', async () => {
  const at = await setUp()
  const person = await proved(at)
  const own = t.as(as(at.portal, person))
  const next = newNumber()
  const ask = (number: string, secret = PIN) =>
    own.call(sendMobileCode, { body: { number, has_consented: true, secret } })
  // A session that was left open is not enough.
  await expect(ask(next, '351926')).rejects.toMatchObject({
    code: 'badge_incorrect',
    errors: { secret: [expect.any(String)] },
  })
  await drain()
  expect(textTo(next)).toBeUndefined()
  const { data } = await ask(next)
  expect(data).toMatchObject({ number: person.mobile, waiting: { number: next } })
  await drain()
  const code = /code is (\d{6})/.exec(textTo(next)?.body ?? '')?.[1] ?? ''
  const confirm = (typed: string) => own.call(confirmMobile, { body: { code: typed } })
  const wrong = code === '000000' ? '000001' : '000000'
  await expect(confirm(wrong)).rejects.toMatchObject({ status: 422, errors: { code: [expect.any(String)] } })
  expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).data).toMatchObject({ number: next, waiting: null })
  expect((await own.call(showOwnMobile)).data.proved_at).not.toBeNull()
  expect(await shown(at, person.id)).toMatchObject({ number: next, consent: { by: { id: person.id } } })
  await expect(confirm(code)).rejects.toMatchObject({ status: 422 })

  // Five wrong ones end a code, the right one included.
  const third = newNumber()
  await ask(third)
  await drain()
  const right = /code is (\d{6})/.exec(textTo(third)?.body ?? '')?.[1] ?? ''
  const bad = right === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 5 }, () => expect(confirm(bad)).rejects.toMatchObject({ status: 422 })))
  await expect(confirm(right)).rejects.toMatchObject({ status: 422 })
  expect((await own.call(showOwnMobile)).data.number).toBe(next)
})

test('who leaves takes the number along, and nothing says it any more (TXT-016)', async () => {
  const at = await setUp()
  const person = await proved(at)
  await at.api.call(deleteUser, { params: { id: person.id } })
  const left = await t.platform(async (tx) => ({
    numbers: await tx.selectFrom('mobile_numbers').select('number').where('user_id', '=', person.id).execute(),
    links: await tx.selectFrom('text_links').select('number').where('user_id', '=', person.id).execute(),
    texts: await tx.selectFrom('text_messages').select(['number', 'body']).where('user_id', '=', person.id).execute(),
  }))
  expect(left).toEqual({ numbers: [], links: [], texts: [{ number: null, body: '' }] })
  const other = await add(at)
  await number(at, other.id)
  await at.api.call(removeMobile, { params: { id: other.id } })
  expect(await shown(at, other.id)).toMatchObject({ number: null, consent: null, can_send: false })
})

test('a portal connects its own account, and a test message says what the service thinks of it (TXT-002, INT-006)', async () => {
  const at = await setUp()
  const to = newNumber()
  const tried = async () => (await at.api.call(testTwilio, { body: { number: to } })).data
  expect(await tried()).toMatchObject({ is_accepted: true })
  expect(textTo(to)?.body).toContain(`${at.portal.name}: Your text messages work.`)
  const twilio = { account_sid: `AC${'0'.repeat(32)}`, sender: '(212) 555-0100' }
  await expect(at.api.call(updateIntegrations, { body: { twilio } })).rejects.toMatchObject({
    status: 422,
    errors: { 'twilio.secret_key': [expect.any(String)] },
  })
  const bad = at.api.call(updateIntegrations, { body: { twilio: { ...twilio, account_sid: 'mine', secret_key: 'x' } } })
  await expect(bad).rejects.toMatchObject({ status: 422, errors: { 'twilio.account_sid': [expect.any(String)] } })
  const { data } = await at.api.call(updateIntegrations, {
    body: { twilio: { ...twilio, secret_key: 'a-very-secret-token-4711' } },
  })
  expect(data.twilio).toEqual({
    is_set: true,
    account_sid: twilio.account_sid,
    sender: '+12125550100',
    secret_key: '••••4711',
  })
})

test('people with more than the role of a learner set a password by the link (TXT-013, BDG-017)', async () => {
  const at = await setUp()
  const person = await started(at)
  await t.make.role(person.id, at.portal, 'instructor')
  const mobile = await number(at, person.id)
  await sendTo(at, person.id)
  await drain()
  const token = tokenIn(textTo(mobile)?.body)
  expect((await call(at, '/text-links/show', { token })).json().data.is_pin_enough).toBe(false)
  expect((await use(at, token)).json().code).toBe('pin_not_enough')
  expect((await use(at, token, 'Taken-horse-3!')).statusCode).toBe(200)
})
