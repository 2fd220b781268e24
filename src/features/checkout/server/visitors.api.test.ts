import { expect, test } from 'vitest'
import { cancelOrder, showOrder } from '#features/orders/contract.ts'
import { makePass } from '#features/orders/server/access.ts'
import { createApi } from '#kernel/client.ts'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { createPayment } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

/** A browser without a session that keeps its cookies, like a visitor's. */
const browser = (at: TestPortal) => {
  const jar = new Map<string, string>()
  const csrf = makeCsrfToken(t.config.secret, undefined)
  jar.set('XSRF-TOKEN', csrf)
  const api = createApi(async (call) => {
    const answer = await t.app.http.inject({
      method: call.method as 'GET',
      url: `/api/v1${call.url}`,
      headers: {
        host: at.host,
        'x-xsrf-token': csrf,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...call.headers,
      },
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    for (const cookie of answer.cookies) jar.set(cookie.name, cookie.value)
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  })
  return { api, jar }
}

const visitor = { first_name: 'Vera', last_name: 'Visitor' }

test('a visitor gets an account with a link to set a password, and can read their order for 24 hours (CRT-024, ROU-046)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const { api, jar } = browser(portal)
  const email = 'vera@example.com'
  const body = shop.paymentBody(portal, 'course', [{ id: course.id }], { ...visitor, email })
  const { data } = await api.call(createPayment, { body })
  const user = await t.platform((tx) =>
    tx
      .selectFrom('users')
      .innerJoin('portal_users as m', 'm.user_id', 'users.id')
      .select(['users.id', 'm.first_name', 'users.password_hash'])
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow(),
  )
  expect(user).toMatchObject({ first_name: 'Vera', password_hash: expect.stringContaining('argon2id') })
  const mail = await t.platform((tx) =>
    tx.selectFrom('mails').select(['template', 'text']).where('to_email', '=', email).executeTakeFirstOrThrow(),
  )
  expect(mail).toMatchObject({ template: 'new-account', text: expect.stringContaining('/reset-password?token=') })

  await shop.complete(portal, data.id)
  const shown = await api.call(showOrder, { params: { id: data.id } })
  expect(shown.data).toMatchObject({ status: 3, user: { id: user.id, email } })
  expect(await shop.enrollmentsOf(user.id)).toMatchObject([{ course_id: course.id, role: 'learner' }])
  expect(await shop.rolesOf(portal, user.id)).toEqual(['learner'])

  const stranger = browser(portal)
  expect((await refusalOf(stranger.api.call(showOrder, { params: { id: data.id } })))?.status).toBe(404)
  const name = `order_${data.id}`
  const pass = jar.get(name)!
  const foreignPass = async (value: string, id = data.id) => {
    stranger.jar.set(`order_${id}`, value)
    return (await refusalOf(stranger.api.call(showOrder, { params: { id } })))?.status
  }
  expect(await foreignPass(pass)).toBeUndefined()
  // A forged pass, a longer one, or one of another order opens nothing.
  const [expires, signature] = pass.split('.')
  expect(await foreignPass(`${Number(expires) + 1}.${signature}`)).toBe(404)
  expect(await foreignPass(`${expires}.forged`)).toBe(404)
  const second = await shop.checkOut(await t.make.person('learner', { portal }), 'course', [{ id: course.id }])
  expect(await foreignPass(pass, second.id)).toBe(404)
})

test('an existing e-mail is asked to sign in, whatever its case; no order is created (CRT-024)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const known = await t.make.person('learner', { email: 'known@example.com' })
  const answer = await refusalOf(
    shop.checkOut(portal, 'course', [{ id: course.id }], { ...visitor, email: known.email.toUpperCase() }),
  )
  expect(answer).toMatchObject({
    status: 422,
    errors: { email: ['This email has an account already. Please sign in to continue.'] },
  })
  const none = await refusalOf(shop.checkOut(portal, 'course', [{ id: course.id }]))
  const required = ['This field is required.']
  expect(none).toMatchObject({ errors: { first_name: required, last_name: required, email: required } })
})

test('a visitor who left the payment page can check out again with the same e-mail; another browser cannot (CRT-024)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const { api } = browser(portal)
  const body = shop.paymentBody(portal, 'course', [{ id: course.id }], { ...visitor, email: 'again@example.com' })
  const first = await api.call(createPayment, { body })
  const cancelled = await api.call(cancelOrder, { params: { id: first.data.id } })
  expect(cancelled.data).toMatchObject({ status: 2 })
  const second = await api.call(createPayment, { body })
  expect(second.data.id).not.toBe(first.data.id)
  const owners = await t.platform((tx) =>
    tx.selectFrom('orders').select('user_id').distinct().where('id', 'in', [first.data.id, second.data.id]).execute(),
  )
  expect(owners.length).toBe(1)
  expect((await refusalOf(browser(portal).api.call(createPayment, { body })))?.status).toBe(422)
})

test('the pass of a browser buys only for the account that its own checkout created (CRT-024, ROU-046)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const bodyOf = (email: string) =>
    shop.paymentBody(portal, 'course', [{ id: course.id }], { ...visitor, email }) as never
  const signIn = {
    status: 422,
    errors: { email: ['This email has an account already. Please sign in to continue.'] },
  }
  const [own, other] = [browser(portal), browser(portal)]
  await own.api.call(createPayment, { body: bodyOf('own@example.com') })
  await other.api.call(createPayment, { body: bodyOf('other@example.com') })
  expect(await refusalOf(own.api.call(createPayment, { body: bodyOf('other@example.com') }))).toMatchObject(signIn)

  // A person with a password has to enter it, even in the browser where they bought while signed in.
  const member = await t.make.person('learner', { portal })
  const { id } = await shop.checkOut(member, 'course', [{ id: course.id }])
  own.jar.set(`order_${id}`, makePass(t.config, portal.id, id, new Date()))
  expect(await refusalOf(own.api.call(createPayment, { body: bodyOf(member.email) }))).toMatchObject(signIn)
  // Nor does it help an account that has been blocked since.
  await t.platform((tx) =>
    tx.updateTable('users').set({ is_blocked: true }).where('email', '=', 'own@example.com').execute(),
  )
  expect(await refusalOf(own.api.call(createPayment, { body: bodyOf('own@example.com') }))).toMatchObject({
    code: 'account_blocked',
  })
  const orders = await t.platform((tx) =>
    tx.selectFrom('orders').select('id').where('portal_id', '=', portal.id).execute(),
  )
  expect(orders).toHaveLength(3)
})

test('a signed-in person without a name in this portal gives it with the order; profile and order keep it (CRT-036, ORD-052)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const items = [{ id: course.id }]
  const buyer = await t.make.person('learner', { portal, first_name: null, last_name: null })
  const required = ['This field is required.']
  expect(await refusalOf(shop.checkOut(buyer, 'course', items))).toMatchObject({
    status: 422,
    errors: { first_name: required, last_name: required },
  })
  expect(await refusalOf(shop.checkOut(buyer, 'course', items, { first_name: 'Nell' }))).toMatchObject({
    errors: { last_name: required },
  })
  const { id } = await shop.checkOut(buyer, 'course', items, { first_name: 'Nell', last_name: 'New' })
  const profile = () =>
    t.platform((tx) =>
      tx
        .selectFrom('portal_users')
        .select(['first_name', 'last_name'])
        .where('portal_id', '=', portal.id)
        .where('user_id', '=', buyer.id)
        .executeTakeFirstOrThrow(),
    )
  expect(await profile()).toEqual({ first_name: 'Nell', last_name: 'New' })
  expect((await shop.order(id)).buyer_name).toBe('Nell New')

  // An order does not change a name that the portal knows.
  await shop.checkOut(buyer, 'course', items, { first_name: 'Mallory', last_name: 'Other' })
  expect(await profile()).toEqual({ first_name: 'Nell', last_name: 'New' })
})
