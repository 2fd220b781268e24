import { beforeEach, describe, expect, test } from 'vitest'
import { updateUser } from '#features/accounts/contract.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { PASSWORD, signingIn } from '../../../../tests/signing-in.ts'
import * as contract from '../contract.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const { withPassword, post, signIn, linksTo } = signingIn(t)
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

beforeEach(async () => {
  later(3600)
  // Everyone here has one network address, which may make ten such calls per minute.
  await t.platform((tx) => tx.deleteFrom('call_counts').execute())
})

describe('passwords', () => {
  test('forgot-password answers the same for known and unknown e-mails, and sends a link to known ones (AUT-009, AUT-010)', async () => {
    const person = await withPassword('learner')
    const known = await post(person.portal, '/forgot-password', { email: person.email })
    const unknown = await post(person.portal, '/forgot-password', { email: 'stranger@example.com' })
    expect(known.json()).toEqual(unknown.json())
    expect(await linksTo(person.email)).toHaveLength(1)
    expect(await linksTo('stranger@example.com')).toHaveLength(0)
  })

  test('forgot-password sends the same statements for known and unknown e-mails, so its timing reveals nothing (AUT-010)', async () => {
    const person = await withPassword('learner')
    const statementsFor = async (email: string) =>
      (await statementsOf(() => post(person.portal, '/forgot-password', { email }))).map(({ text }) => text)
    // The first calls prepare their statements.
    for (const email of ['first@example.com', person.email]) await post(person.portal, '/forgot-password', { email })
    const known = await statementsFor(person.email)
    expect(known).toEqual(await statementsFor('stranger@example.com'))
    expect(known.join()).not.toContain('users')
  })

  test('only members of the portal get a reset link, not people who left or belong to another one; super admins belong to all (AUT-052)', async () => {
    const stranger = await withPassword('learner')
    const [leaver, admin] = [await withPassword('learner'), await withPassword('super_admin')]
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ left_at: now }).where('user_id', '=', leaver.id).execute(),
    )
    const portal = await t.make.portal()
    await post(portal, '/forgot-password', { email: stranger.email })
    await post(leaver.portal, '/forgot-password', { email: leaver.email })
    await post(portal, '/forgot-password', { email: admin.email })
    expect(await linksTo(stranger.email)).toHaveLength(0)
    expect(await linksTo(leaver.email)).toHaveLength(0)
    expect(await linksTo(admin.email)).toHaveLength(1)
  })

  test('an address gets three links an hour across all portals, whatever its case (AUT-053)', async () => {
    const person = await withPassword('learner')
    const elsewhere = await t.make.portal()
    await t.make.role(person.id, elsewhere, 'learner')
    const ask = (portal: TestPortal, email = person.email) => post(portal, '/forgot-password', { email })
    for (const portal of [person.portal, elsewhere, person.portal, elsewhere]) await ask(portal)
    const refused = await ask(person.portal, person.email.toUpperCase())
    expect(refused.statusCode).toBe(200)
    expect(await linksTo(person.email)).toHaveLength(3)
    later(3601)
    await ask(person.portal)
    expect(await linksTo(person.email)).toHaveLength(4)
  })

  test('links to change an e-mail are limited by address and by person; the e-mail stays (AUT-053)', async () => {
    const person = await withPassword('learner')
    const change = (who: typeof person, email: string) =>
      t
        .as(who)
        .call(updateUser, { params: { id: who.id }, body: { email } })
        .then(
          () => 'sent',
          (error) => [error.status, error.message],
        )
    const refused = [
      429,
      'Too many links were sent in the last hour. Your email was not changed. Please try again in an hour.',
    ]
    for (const n of [1, 2, 3]) expect(await change(person, `victim${n}@example.com`)).toBe('sent')
    expect(await change(person, 'victim4@example.com')).toEqual(refused)
    const others = [await withPassword('learner'), await withPassword('learner'), await withPassword('learner')]
    expect(await change(others[0]!, 'victim1@example.com')).toBe('sent')
    expect(await change(others[1]!, 'victim1@example.com')).toBe('sent')
    expect(await change(others[2]!, 'victim1@example.com')).toEqual(refused)
    expect(await linksTo('victim1@example.com')).toHaveLength(3)
  })

  test('a reset link works once, within 60 minutes, and ends all sessions and open links (AUT-011, AUT-012, AUT-041, AUT-050)', async () => {
    const person = await withPassword('learner')
    await post(person.portal, '/forgot-password', { email: person.email })
    await post(person.portal, '/forgot-password', { email: person.email })
    const [second, first] = await linksTo(person.email)
    const body = { email: person.email, password: 'New-horse-22!', password_confirmation: 'New-horse-22!' }
    expect((await post(person.portal, '/reset-password', { ...body, token: second })).statusCode).toBe(200)
    for (const token of [first, second]) {
      const again = await post(person.portal, '/reset-password', { ...body, token })
      expect([again.statusCode, again.json().message]).toEqual([422, 'Token is invalid'])
    }
    await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
    expect((await signIn(person, { password: 'New-horse-22!' })).statusCode).toBe(200)
  })

  test('an expired reset link says to request a new one (AUT-040, ERR-046)', async () => {
    const person = await withPassword('learner')
    await post(person.portal, '/forgot-password', { email: person.email })
    const [token] = await linksTo(person.email)
    later(60 * 60 + 1)
    const answer = await post(person.portal, '/reset-password', {
      token,
      password: 'New-horse-22!',
      password_confirmation: 'New-horse-22!',
    })
    expect(answer.json().message).toBe('Your link is expired. Create a new password on the Reset password page please.')
  })

  test.each([
    [{ password: 'short1!', password_confirmation: 'short1!' }, 'password'],
    [{ password: 'no digits here!', password_confirmation: 'no digits here!' }, 'password'],
    [{ password: 'Good-horse-1!', password_confirmation: 'other' }, 'password_confirmation'],
  ])('a new password of %j is refused at its field (AUT-046, VAL-011, VAL-012)', async (body, field) => {
    const answer = await post(await t.make.portal(), '/reset-password', { token: 'x', ...body })
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('change-password needs the old one, keeps this session and ends the others (AUT-013, AUT-014, AUT-050, ERR-048)', async () => {
    const person = await withPassword('learner')
    const next = { password: 'New-horse-22!', password_confirmation: 'New-horse-22!' }
    const wrong = await post(person, '/change-password', { old_password: 'x', ...next }, 'PATCH')
    expect(wrong.json().errors).toEqual({ old_password: ['The old password is incorrect'] })
    expect((await post(person, '/change-password', { old_password: PASSWORD, ...next }, 'PATCH')).statusCode).toBe(204)
    expect((await t.as(person).call(contract.showMe)).data.id).toBe(person.id)
    expect((await signIn(person)).statusCode).toBe(422)
  })

  test.each(['by a link', 'by the person'])(
    'a password set %s ends the sessions and reset links of the account in every portal (AUT-050)',
    async (way) => {
      const person = await withPassword('learner')
      const elsewhere = await t.make.portal()
      await t.make.role(person.id, elsewhere, 'manager')
      const there = { ...person, portal: elsewhere, token: await t.make.session(person.id, elsewhere, 'manager') }
      const bystander = await t.make.person('learner', { portal: elsewhere })
      await post(elsewhere, '/forgot-password', { email: person.email })
      const [linkThere] = await linksTo(person.email)
      const next = { password: 'New-horse-22!', password_confirmation: 'New-horse-22!' }
      if (way === 'by the person') {
        const changed = await post(person, '/change-password', { old_password: PASSWORD, ...next }, 'PATCH')
        expect(changed.statusCode).toBe(204)
        expect((await t.as(person).call(contract.showMe)).data.id).toBe(person.id)
      } else {
        await post(person.portal, '/forgot-password', { email: person.email })
        const [link] = await linksTo(person.email)
        expect((await post(person.portal, '/reset-password', { ...next, token: link })).statusCode).toBe(200)
        await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
      }
      await expect(t.as(there).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
      const late = await post(elsewhere, '/reset-password', { ...next, token: linkThere })
      expect([late.statusCode, late.json().message]).toEqual([422, 'Token is invalid'])
      expect((await t.as(bystander).call(contract.showMe)).data.id).toBe(bystander.id)
    },
  )

  test('token/verify returns the e-mail, or why not (AUT-015, AUT-016, ERR-042, ERR-045)', async () => {
    const person = await withPassword('learner')
    await post(person.portal, '/forgot-password', { email: person.email })
    const [token] = await linksTo(person.email)
    const verify = (body: object) => post(person.portal, '/token/verify', { type: 'reset-password', ...body })
    expect((await verify({ token })).json().data).toEqual({ email: person.email })
    expect((await verify({})).json().message).toBe('Token is undefined!')
    expect((await verify({ token: 'unknown' })).json().message).toBe('Token is invalid')
    expect((await verify({ token, type: 'invite' })).json().message).toBe('Token is invalid')
    const elsewhere = await t.make.portal()
    expect((await post(elsewhere, '/token/verify', { type: 'reset-password', token })).json().message).toBe(
      'Token is invalid',
    )
  })

  test('a changed e-mail takes effect when its link is opened, and the old address is notified (AUT-051, AUT-045)', async () => {
    const person = await withPassword('learner')
    const { data } = await t
      .as(person)
      .call(updateUser, { params: { id: person.id }, body: { email: 'fresh@example.com' } })
    expect(data).toMatchObject({ email: person.email, pending_email: 'fresh@example.com' })
    const me = async () => (await t.as(person).call(contract.showMe)).data
    expect(await me()).toMatchObject({ email: person.email, pending_email: 'fresh@example.com' })
    const [token] = await linksTo('fresh@example.com')
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', person.email).execute(),
    )
    expect(mails).toEqual([{ template: 'changed-email' }])
    expect((await post(person.portal, '/token/verify', { token, type: 'change-email' })).json().data).toEqual({
      email: 'fresh@example.com',
    })
    expect(await me()).toMatchObject({ email: 'fresh@example.com', pending_email: null })
  })
})
