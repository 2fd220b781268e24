import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { inviting, NEW_PERSON as NEW, NEW_PASSWORD as PASSWORD } from '../../../../tests/invitations/inviting.ts'
import { cookieOf, PASSWORD as OLD_PASSWORD } from '../../../../tests/signing-in.ts'
import { addressWithoutSecrets } from '../../../platform/process/redact.ts'
import { listActivity } from '../../activity-logs/contract.ts'
import { showManagerCourse } from '../../managers/contract.ts'
import { showMe } from '../../sessions/contract.ts'
import { acceptInvite, cancelInvite, declineInvite, listInvites, reinvite, showInvite } from '../contract.ts'
import { closeDue, failUndelivered } from './jobs.ts'

const t = testApp()
const {
  make,
  learner,
  enrollByEmail,
  withPassword,
  signIn,
  post,
  linksTo,
  withCredits,
  send,
  creditsOf,
  tokensOf,
  tokenOf,
  statusOf,
  invitedBy,
} = inviting(t)

describe('answering (MGR-007, MGR-008, MGR-023)', () => {
  test('a person without an account sets a password, is enrolled and signed in; the credit is used once', async () => {
    const { portal, manager, course, email, id, token } = await invitedBy()
    const shown = await t.as(portal).call(showInvite, { params: { token } })
    expect(shown.data).toMatchObject({ email, is_open: true, needs: 'password', inviter: 'Mona Manager', status: 1 })
    await expect(t.as(portal).call(acceptInvite, { params: { token }, body: {} })).rejects.toMatchObject({
      status: 422,
    })
    const { data } = await t.as(portal).call(acceptInvite, { params: { token }, body: NEW })
    expect(data).toMatchObject({ course_slug: course.slug, is_signed_in: true })
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 1])
    expect(await statusOf(id)).toEqual({ status: 2, failure: null })
    await expect(t.as(portal).call(acceptInvite, { params: { token }, body: NEW })).rejects.toMatchObject({
      code: 'invitation_closed',
    })
    const signedIn = await post(portal, '/login', { email, password: PASSWORD })
    expect(signedIn.json().data).toMatchObject({ email, current_role: 'learner', first_name: 'Omar' })
    const people = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug }, query: {} })
    expect(people.data.people.map(({ user, manager_id }) => [user.email, manager_id])).toEqual([[email, manager.id]])
    expect(await make.check()).toEqual([])
  })

  test('a person with an account signs in with the invited e-mail; the link alone admits nobody (ERR-135, AUT-049)', async () => {
    const { portal, manager, course } = await withCredits()
    const person = await withPassword('learner')
    const stranger = await withPassword('learner')
    await send(manager, course.slug, person.email)
    const token = await tokenOf(person.email)
    const args = { params: { token }, body: NEW }
    expect((await t.as(portal).call(showInvite, { params: { token } })).data.needs).toBe('sign_in')
    const refusal = { status: 403, code: 'invitation_for_other' }
    await expect(t.as(portal).call(acceptInvite, args)).rejects.toMatchObject(refusal)
    await expect(t.as(manager).call(acceptInvite, args)).rejects.toMatchObject(refusal)
    const sign = (who: TestPerson, purpose?: 'invitation') =>
      post(portal, '/login', { email: who.email, password: OLD_PASSWORD, ...(purpose && { purpose }) })
    expect((await sign(person)).json().code).toBe('not_your_portal')
    expect((await sign(stranger, 'invitation')).json().code).toBe('not_your_portal')
    const signedIn = await sign(person, 'invitation')
    expect(signedIn.json().data.current_role).toBe('learner')
    const here = { ...person, portal, token: cookieOf(signedIn, 'session')?.value ?? '' }
    const accepted = await t.as(here).call(acceptInvite, { params: { token }, body: {} })
    expect(accepted.data.is_signed_in).toBe(false)
    expect((await t.as(here).call(showInvite, { params: { token } })).data.related_id).toBe(accepted.data.related_id)
    expect((await t.as(here).call(showMe)).data.roles.map((role) => role.short_name)).toEqual(['learner'])
    expect((await signIn(person)).statusCode).toBe(200)
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 1])
  })

  test('declining gives the credit back, once, and tells the manager (MGR-025, ERR-136)', async () => {
    const { portal, manager, course, id, token } = await invitedBy()
    await t.as(portal).call(declineInvite, { params: { token } })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
    expect(await statusOf(id)).toEqual({ status: 4, failure: null })
    for (const call of [declineInvite, acceptInvite])
      await expect(
        t.as(portal).call(call as typeof acceptInvite, { params: { token }, body: NEW }),
      ).rejects.toMatchObject({
        code: 'invitation_closed',
      })
    const notifications = await t.platform((tx) =>
      tx
        .selectFrom('notifications')
        .select('title')
        .where('user_id', '=', manager.id)
        .where('kind', '=', 'invitation')
        .execute(),
    )
    expect(notifications).toEqual([{ title: 'Your invitation was declined' }])
  })

  test('everybody with the token reads the invitation; the token is in the mail alone (MGR-026)', async () => {
    const { portal, admin, manager, course, email, id, token } = await invitedBy()
    const read = async (who: TestPerson | typeof portal) =>
      (await t.as(who).call(showInvite, { params: { token } })).data
    const shown = await read(portal)
    expect(shown).toMatchObject({
      email,
      inviter: 'Mona Manager',
      text: null,
      is_open: true,
      expires_at: expect.any(String),
      course: { slug: course.slug, title: course.title },
    })
    expect(await read(await learner(portal))).toMatchObject({ email, needs: 'other_account' })
    const answers = [
      shown,
      await t.as(manager).call(listInvites),
      await t.as(manager).call(reinvite, { params: { id } }),
      await t.as(admin).call(listActivity),
    ]
    const [sentAgain] = await tokensOf(email)
    for (const secret of [token, sentAgain ?? '']) {
      expect(secret.length).toBeGreaterThan(20)
      expect(JSON.stringify(answers)).not.toContain(secret)
      expect(addressWithoutSecrets(`/api/v1/invites/${secret}`)).toBe('/api/v1/invites/…')
      expect(addressWithoutSecrets(`/invitation?token=${secret}`)).toBe('/invitation?token=…')
    }
    const logged = await t.platform((tx) =>
      tx.selectFrom('activity_logs').selectAll().where('portal_id', '=', portal.id).execute(),
    )
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toContain(token)
  })

  test('another portal does not know the token, and a wrong one is invalid', async () => {
    const { token } = await invitedBy()
    const elsewhere = await t.make.portal()
    for (const [portal, text] of [
      [elsewhere, token],
      [elsewhere, 'nothing'],
    ] as const)
      await expect(t.as(portal).call(showInvite, { params: { token: text } })).rejects.toMatchObject({
        code: 'token_invalid',
      })
  })

  test('a person already enrolled another way is sent to the course, and the credit goes back (MGR-024)', async () => {
    const { portal, admin, manager, course } = await withCredits()
    const person = await learner(portal)
    const { data } = await send(manager, course.slug, person.email)
    const id = data.invited[0]?.id ?? 0
    const token = await tokenOf(person.email)
    const [enrolled] = await enrollByEmail(admin, course.id, person)
    await expect(t.as(manager).call(cancelInvite, { params: { id } })).rejects.toMatchObject({
      code: 'invitation_already_enrolled',
    })
    const accepted = await t.as(person).call(acceptInvite, { params: { token }, body: {} })
    expect(accepted.data.related_id).toBe(enrolled?.id)
    expect(await statusOf(id)).toEqual({ status: 6, failure: 'enrolled' })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
  })
})

describe('canceling, resending and expiring (MGR-002, MGR-009, MGR-022)', () => {
  test('a canceled invitation gives its credit back and cannot be canceled again; an accepted one never (ERR-063, ERR-064)', async () => {
    const { portal, manager, course, email, id, token } = await invitedBy()
    const cancel = (which: number) => t.as(manager).call(cancelInvite, { params: { id: which } })
    expect((await cancel(id)).data.status).toBe(3)
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
    await expect(cancel(id)).rejects.toMatchObject({ code: 'invitation_already_cancelled' })
    expect((await t.as(portal).call(showInvite, { params: { token } })).data).toMatchObject({
      is_open: false,
      status: 3,
    })
    const again = await t.as(manager).call(reinvite, { params: { id } })
    expect(again.data.status).toBe(5)
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 0])
    const second = await tokenOf(email)
    await expect(t.as(portal).call(showInvite, { params: { token } })).rejects.toMatchObject({ code: 'token_invalid' })
    await t.as(portal).call(acceptInvite, { params: { token: second }, body: NEW })
    await expect(cancel(id)).rejects.toMatchObject({ code: 'invitation_already_enrolled' })
    await expect(t.as(manager).call(reinvite, { params: { id } })).rejects.toMatchObject({ status: 422 })
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 1])
  })

  test('resending an open invitation keeps its credit and status and replaces the link (MGR-022)', async () => {
    const { portal, manager, course, email, id, token } = await invitedBy()
    expect((await t.as(manager).call(reinvite, { params: { id } })).data.status).toBe(1)
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 0])
    const [second = '', ...others] = await tokensOf(email)
    expect(others).toEqual([token])
    await expect(t.as(portal).call(declineInvite, { params: { token } })).rejects.toMatchObject({
      code: 'token_invalid',
    })
    await t.as(portal).call(declineInvite, { params: { token: second } })
  })

  test('an administrator cancels for a manager, but never sends again with the manager’s credits', async () => {
    const { admin, manager, course, id } = await invitedBy()
    await t.as(admin).call(cancelInvite, { params: { id } })
    await expect(t.as(admin).call(reinvite, { params: { id } })).rejects.toMatchObject({
      code: 'operation_not_permitted',
    })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
  })

  test('an expired link or an undelivered e-mail fails the invitation and returns the credit (AUT-041, MGR-002)', async () => {
    const { portal, manager, course, email, id, token } = await invitedBy()
    const later = new Date(Date.now() + 7 * 86_400_000 + 60_000)
    const portalById = (of: number) => t.app.resolvers.portalById(of)
    await closeDue(t.app.db, new Date(), portalById)
    expect(await statusOf(id)).toEqual({ status: 1, failure: null })
    await closeDue(t.app.db, later, portalById)
    await closeDue(t.app.db, later, portalById)
    expect(await statusOf(id)).toEqual({ status: 6, failure: 'expired' })
    await expect(t.as(portal).call(acceptInvite, { params: { token }, body: NEW })).rejects.toMatchObject({
      status: 422,
    })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])

    const again = await t.as(manager).call(reinvite, { params: { id } })
    expect(again.data.status).toBe(5)
    await linksTo(email)
    const row = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .selectAll()
        .where('message_key', 'in', [`invitation:${id}:1`, `invitation:${id}:2`])
        .orderBy('id')
        .execute(),
    )
    const undeliver = (at: number) =>
      t.app.db.withPortal(portal.id, (tx) => failUndelivered(portalById, () => new Date())(tx, row[at] as never))
    await undeliver(0)
    expect(await statusOf(id)).toEqual({ status: 5, failure: null })
    await undeliver(1)
    await undeliver(1)
    expect(await statusOf(id)).toEqual({ status: 6, failure: 'undeliverable' })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
    expect(await make.check()).toEqual([])
  })
})
