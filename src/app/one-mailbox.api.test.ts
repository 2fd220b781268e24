import { expect, test } from 'vitest'
import { listUsers, updateUser } from '#features/accounts/contract.ts'
import { createPayment } from '#features/checkout/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { forgotPassword, login } from '#features/sessions/contract.ts'
import { createUser } from '#features/users/contract.ts'
import { hashPassword } from '#platform/passwords.ts'
import { testApp } from '../../tests/api.ts'
import { enrolling } from '../../tests/enrolling.ts'
import { refusalOf, shopOf } from '../../tests/shop.ts'

const t = testApp()
const make = enrolling(t)
const shop = shopOf(t)

let turn = 0

/** An unused mailbox: its canonical form and five other spellings. */
const mailbox = () => {
  const name = `ada${++turn}`
  const wide = [...`${name}@`].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('')
  return {
    canonical: `${name}@xn--bcher-kva.example`,
    spellings: [
      `  A\u200bda${turn}@B\u00dcCHER.example`,
      `${name}@bu\u0308cher.example`,
      `${wide}XN--BCHER-KVA.example`,
      `\u202a${name}\u2060@b\u00adücher.example\u202c`,
      `ADA${turn}\u200d@bücher。example`,
    ],
  }
}

const countPeople = async (canonical: string): Promise<number> => {
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('users')
      .select('email')
      .where('email', 'like', `${canonical.split('@')[0]}%`)
      .execute(),
  )
  expect(rows.every(({ email }) => email === canonical)).toBe(true)
  return rows.length
}

test('five spellings in one list are one person and one seat (VAL-034, USR-008, CRD-032)', async () => {
  const { portal, admin, course_id } = await make.school(5)
  const { canonical, spellings } = mailbox()
  const before = await make.numbers(portal)
  const { data } = await t.as(admin).call(createEnrollments, { body: { course_id, emails: spellings } })
  expect([data.enrolled.length, data.refused]).toEqual([1, []])
  expect(await countPeople(canonical)).toBe(1)
  const after = await make.numbers(portal)
  expect(JSON.stringify(after)).not.toBe(JSON.stringify(before))
  const uses = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('course_id', '=', course_id).execute(),
  )
  expect(uses).toHaveLength(1)
  // Each one is refused because the learner already exists.
  for (const spelling of spellings) {
    const refused = await refusalOf(t.as(admin).call(createEnrollments, { body: { course_id, emails: [spelling] } }))
    expect(JSON.stringify(refused)).toContain('already an active learner')
  }
  expect(await make.numbers(portal)).toEqual(after)
  expect(await make.check()).toEqual([])
})

test('five calls at once with five spellings are one person and one seat (VAL-034, USR-008)', async () => {
  const { admin, course_id } = await make.school(5)
  const { canonical, spellings } = mailbox()
  await Promise.allSettled(
    spellings.map((spelling) => t.as(admin).call(createEnrollments, { body: { course_id, emails: [spelling] } })),
  )
  expect(await countPeople(canonical)).toBe(1)
  const rows = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('course_id', '=', course_id).execute(),
  )
  expect(rows).toHaveLength(1)
})

test('a person invited in one spelling is recognized in every other (VAL-034, USR-008)', async () => {
  const admin = await t.make.person('portal_admin')
  const { canonical, spellings } = mailbox()
  const created = await t.as(admin).call(createUser, { body: { email: spellings[0] ?? '', first_name: 'Ada' } })
  expect(created.data.email).toBe(canonical)
  for (const email of spellings)
    expect(await refusalOf(t.as(admin).call(createUser, { body: { email } }))).toMatchObject({
      errors: { email: ['This email is already in use.'] },
    })
  for (const search of spellings)
    expect((await t.as(admin).call(listUsers, { query: { search } })).data.map(({ id }) => id)).toEqual([
      created.data.id,
    ])
  expect(await countPeople(canonical)).toBe(1)
})

test('a visitor who buys in one spelling is asked to sign in with every other (VAL-034, CRT-024)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const { canonical, spellings } = mailbox()
  const pay = (email: string) =>
    t.as(portal).call(createPayment, {
      body: shop.paymentBody(portal, 'course', [{ id: course.id }], { first_name: 'Ada', last_name: 'Visitor', email }),
    })
  await pay(spellings[0] ?? '')
  for (const email of spellings)
    expect(await refusalOf(pay(email))).toMatchObject({ errors: { email: [expect.any(String)] } })
  expect(await countPeople(canonical)).toBe(1)
})

test('every spelling can sign in and request the link, and counts toward the tries of the one mailbox (VAL-034, AUT-004, AUT-010)', async () => {
  const { canonical, spellings } = mailbox()
  const password = 'Correct-horse-7'
  const person = await t.make.person('learner', { email: canonical, password_hash: await hashPassword(password) })
  for (const email of spellings) {
    const { data } = await t.as(person.portal).call(login, { body: { email, password } })
    expect(data.email).toBe(canonical)
    await t.as(person.portal).call(forgotPassword, { body: { email } })
  }
  const codes = []
  for (const email of [...spellings, canonical])
    codes.push((await refusalOf(t.as(person.portal).call(login, { body: { email, password: 'wrong' } })))?.status)
  expect(codes).toEqual([422, 422, 422, 422, 422, 429])
})

test('a new spelling of one’s own address changes nothing, and a spelling of another address is refused (VAL-034, AUT-051)', async () => {
  const [own, taken] = [mailbox(), mailbox()]
  const person = await t.make.person('learner', { email: own.canonical })
  await t.make.person('learner', { email: taken.canonical })
  const change = (email: string) => t.as(person).call(updateUser, { params: { id: person.id }, body: { email } })
  for (const email of own.spellings) expect((await change(email)).data.pending_email).toBeNull()
  for (const email of taken.spellings)
    expect(await refusalOf(change(email))).toMatchObject({ errors: { email: ['This email is already in use.'] } })
})

test('lookalike letters are refused, and no account is created (VAL-034, VAL-010)', async () => {
  const { admin, course_id } = await make.school(1)
  for (const email of ['ada@pаypal.com', 'аda@example.com', 'ada@xn--pypal-4ve.com'])
    expect(
      await refusalOf(t.as(admin).call(createEnrollments, { body: { course_id, emails: ['ok@example.com', email] } })),
    ).toMatchObject({ errors: { 'emails.1': ['Please enter a valid email address.'] } })
  expect(await countPeople('ok@example.com')).toBe(0)
})

test('the database accepts an address only in its canonical form, and only once (VAL-034, USR-008)', async () => {
  const { canonical, spellings } = mailbox()
  const put = (email: string) => t.platform((tx) => tx.insertInto('users').values({ email }).execute())
  await put(canonical)
  await expect(put(canonical)).rejects.toMatchObject({ constraint: 'users_email' })
  for (const spelling of [...spellings, canonical.toUpperCase()])
    await expect(put(spelling)).rejects.toMatchObject({ constraint: 'users_email_canonical' })
})
