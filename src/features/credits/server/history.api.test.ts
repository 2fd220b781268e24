import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { inviting } from '../../../../tests/invitations/inviting.ts'
import { cancelInvite } from '../../invitations/contract.ts'
import { listHistory, listHolders, showPortalCredits } from '../contract.ts'

const t = testApp()
const { make, withCredits, send, take, learner, enrollByEmail } = inviting(t)
const FIGURES = ['total', 'remaining', 'distributed', 'used', 'reserved'] as const
let counter = 0
const fresh = () => `history-${++counter}-${Date.now()}@example.com`

/** A portal with every kind of movement that the figures count. */
const busy = async () => {
  const setup = await withCredits(6)
  const { admin, manager, course, portal } = setup
  await take(admin, course.slug, 2, manager.id)
  await enrollByEmail(admin, course.id, await learner(portal), await learner(portal))
  await enrollByEmail(manager, course.id, await learner(portal))
  const invited = await send(admin, course.slug, fresh(), fresh(), fresh())
  await t.as(admin).call(cancelInvite, { params: { id: invited.data.invited[0]?.id ?? 0 } })
  await send(manager, course.slug, fresh())
  return setup
}

describe('the history of credits (CRD-026, CRD-034, CRD-035)', () => {
  test('the movements of each figure add up to it: for the portal, a course, general credits and a manager', async () => {
    const { admin, manager, course } = await busy()
    const sum = async (query: Record<string, unknown>) => {
      const { data } = await t.as(admin).call(listHistory, { query: { per_page: 100, ...query } as never })
      expect(data.length).toBeGreaterThan(0)
      return data.reduce((total, { change }) => total + (change ?? 0), 0)
    }
    const { data: numbers } = await t.as(admin).call(showPortalCredits)
    expect(numbers.reserved).toBe(2)
    for (const figure of FIGURES) expect([figure, await sum({ figure })]).toEqual([figure, numbers[figure]])
    const holders = await t.as(admin).call(listHolders, { query: {} })
    expect(holders.data.map((holder) => holder.course?.id ?? null)).toEqual([null, course.id])
    const managers = await t.as(admin).call(listHolders, { query: { kind: 'manager' } })
    expect(managers.data.map((holder) => [holder.user?.id, holder.course?.id])).toEqual([[manager.id, course.id]])
    for (const figure of ['total', 'remaining', 'distributed'] as const) {
      const [general, ofCourse] = holders.data
      expect(await sum({ figure, is_general: 'true' })).toBe(general?.[figure])
      expect(await sum({ figure, course_id: course.id })).toBe(ofCourse?.[figure])
      const own = { figure, holder: 'manager', user_id: manager.id, course_id: course.id }
      expect(await sum(own)).toBe(managers.data[0]?.[figure])
    }
    expect(await make.check()).toEqual([])
  })

  test('a movement says who did it, from where and to where; dates and people filter the list', async () => {
    const { admin, manager, course } = await busy()
    const list = async (query: Record<string, unknown>) =>
      (await t.as(admin).call(listHistory, { query: { per_page: 100, ...query } as never })).data
    const movement = (await list({})).find(({ purpose }) => purpose === 'give')
    expect(movement).toMatchObject({
      amount: 6,
      change: null,
      from: { kind: 'portal', is_of_course: true, user: null },
      to: { kind: 'manager', is_of_course: true, user: { id: manager.id } },
      actor: { id: admin.id },
      course: { id: course.id },
    })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
    expect((await list({ date_from: '2020-01-01', date_to: today })).length).toBe((await list({})).length)
    expect(await list({ date_to: '2020-01-01' })).toEqual([])
    const ofManager = await list({ user_id: manager.id })
    expect(ofManager.length).toBeGreaterThan(2)
    expect(ofManager.every(({ user }) => user?.id === manager.id)).toBe(true)
  })

  test('the export has the rows of the list; others, and other portals, do not reach it (CRD-036, MGR-033)', async () => {
    const { admin, manager } = await busy()
    const fetch = (who: typeof admin, query = '') =>
      t.request(who, { method: 'GET', url: `/api/v1/admin/credits/history/export${query}` })
    const answer = await fetch(admin, '?figure=reserved')
    expect(answer.statusCode).toBe(200)
    const lines = answer.body.trim().split('\n')
    expect(lines[0]).toContain('What happened')
    expect(lines.length - 1).toBe(4)
    expect(answer.body).toContain('Reserved for an invitation')
    const reserved = (await t.as(admin).call(listHistory, { query: { figure: 'reserved' } })).data
    expect(reserved.map(({ invited_email: email }) => email)).toEqual(reserved.map(() => expect.stringContaining('@')))
    for (const { invited_email: email } of reserved) expect(answer.body).toContain(email)
    expect((await fetch(manager)).statusCode).toBe(403)
    await expect(t.as(manager).call(listHolders)).rejects.toMatchObject({ status: 403 })
    const elsewhere = await withCredits(1)
    const foreign = (await t.as(elsewhere.admin).call(listHistory)).data
    expect(foreign.every(({ purpose }) => ['plan', 'assign', 'give'].includes(purpose))).toBe(true)
  })
})
