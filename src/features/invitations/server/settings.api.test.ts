import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { freshEmail as fresh, inviting, NEW_PERSON as NEW } from '../../../../tests/invitations/inviting.ts'
import { acceptInvite, showInvite, showManagerSettings, updateManagerSettings } from '../contract.ts'

const t = testApp()
const { learner, withCredits, send, tokenOf } = inviting(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

describe('the settings of a manager (MGR-019, ROL-049)', () => {
  const DATA = {
    invitation_text: ' See you Monday. ',
    tells_accepted: false,
    tells_declined: true,
    tells_failed: false,
  }

  test('a manager saves a text for the e-mail and the notifications; the e-mail and the page have it', async () => {
    const { portal, manager, course } = await withCredits()
    expect((await t.as(manager).call(showManagerSettings)).data).toMatchObject({
      invitation_text: null,
      tells_accepted: true,
    })
    const saved = await t.as(manager).call(updateManagerSettings, { query: {}, body: DATA })
    expect(saved.data.preview.html).toContain('See you Monday.')
    const email = fresh()
    await send(manager, course.slug, email)
    const token = await tokenOf(email)
    expect((await t.as(portal).call(showInvite, { params: { token } })).data.text).toBe('See you Monday.')
    await t.as(portal).call(acceptInvite, { params: { token }, body: NEW })
    const notifications = await t.platform((tx) =>
      tx
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', manager.id)
        .where('kind', '=', 'invitation')
        .execute(),
    )
    expect(notifications).toEqual([])
  })

  test('administrators open those of managers in their portal; managers only their own', async () => {
    const { portal, admin, manager } = await withCredits()
    const rival = await t.make.person('manager', { portal })
    const of = (who: TestPerson, user_id: number) => t.as(who).call(showManagerSettings, { query: { user_id } })
    expect((await of(admin, manager.id)).data.user.email).toBe(manager.email)
    await t.as(admin).call(updateManagerSettings, { query: { user_id: manager.id }, body: DATA })
    expect((await of(manager, manager.id)).data.invitation_text).toBe('See you Monday.')
    await expect(of(rival, manager.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(of(admin, (await learner(portal)).id)).rejects.toMatchObject(NOT_FOUND)
    const foreign = await withCredits()
    await expect(of(foreign.admin, manager.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(
      t.as(foreign.admin).call(showManagerSettings, { query: { portal_id: portal.id } }),
    ).rejects.toMatchObject({ code: 'not_your_portal' })
  })
})
