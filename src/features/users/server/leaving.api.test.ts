import { describe, expect, test } from 'vitest'
import { previewScormPackage } from '#features/scorm/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { handingOut } from '../../../../tests/handing-out.ts'
import { FORBIDDEN, MISSING } from '../../../../tests/people.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import * as contract from '../contract.ts'

const t = testApp()
const play = scormPlay(t)
const { make, give, enrollByEmail } = handingOut(t)

const holdings = async (who: TestPerson, ...ids: number[]) =>
  (await t.as(who).call(contract.showUnusedHoldings, { query: { ids: ids.join(',') } })).data
const block = async (who: TestPerson, id: number, is_blocked = true, is_everywhere = false) =>
  (await t.as(who).call(contract.updateBlockStatus, { params: { id }, body: { is_blocked, is_everywhere } })).data
const invite = (who: TestPerson, slug: string, email: string) =>
  t.request(who, { method: 'POST', url: `/api/v1/admin/courses/${slug}/invite`, payload: { emails: [email] } })

const NOTHING = { seats: 0, credits: 0, invitations: 0 }
const seats = (count: number) => ({ ...NOTHING, seats: count })

describe('a block by an admin is a leaving as a provider makes it', () => {
  test('seats not begun go back, as many as were announced, and unblocking gives nothing back (USR-085, PRV-017, PRV-018)', async () => {
    const { portal, admin, course_id } = await make.school(10)
    const second = await make.course(portal)
    const person = await make.learner(portal)
    const [begun] = await make.enroll(admin, course_id, person)
    await make.enroll(admin, second.id, person)
    await make.begin(portal, begun?.id ?? 0)
    const { remaining } = await make.numbers(portal)
    expect(await holdings(admin, person.id)).toEqual(seats(1))
    expect((await block(admin, person.id)).returned).toEqual(seats(1))
    expect((await block(admin, person.id)).returned).toEqual(NOTHING)
    expect((await make.numbers(portal)).remaining).toBe(remaining + 1)
    expect((await block(admin, person.id, false)).returned).toEqual(NOTHING)
    expect(await holdings(admin, person.id)).toEqual(NOTHING)
    expect((await make.numbers(portal)).remaining).toBe(remaining + 1)
    expect((await make.load(portal, begun?.id ?? 0))?.ended_at).toBeNull()
    expect(await make.check()).toEqual([])
  })

  test('credits of a manager and what their invitations reserve go back, as many as were announced (USR-085, CRD-020)', async () => {
    const { portal, admin, course, course_id } = await make.school(20)
    const manager = await t.make.person('manager', { portal })
    await give(admin, course.slug, 6, manager.id)
    const learner = await make.learner(portal)
    await enrollByEmail(manager, course_id, learner)
    expect((await invite(manager, course.slug, 'new.hire@example.com')).statusCode).toBe(200)
    const { remaining } = await make.numbers(portal)
    const announced = await holdings(admin, manager.id)
    expect(announced).toEqual({ seats: 0, credits: 5, invitations: 1 })
    expect((await block(admin, manager.id)).returned).toEqual(announced)
    expect((await make.numbers(portal)).remaining).toBe(remaining + 5)
    // The learner of the manager keeps the seat.
    expect(await holdings(admin, learner.id)).toEqual(seats(1))
    expect(await make.check()).toEqual([])
  })

  test('several at once, and a removal (USR-085, USR-051, USR-011)', async () => {
    const { portal, admin, course_id } = await make.school(10)
    const people = [await make.learner(portal), await make.learner(portal), await make.learner(portal)]
    const [one, two, three] = people.map(({ id }) => id) as [number, number, number]
    await make.enroll(admin, course_id, ...people)
    expect(await holdings(admin, one, two, three)).toEqual(seats(3))
    const { data } = await t
      .as(admin)
      .call(contract.updateManyBlockStatus, { body: { user_ids: [two, one], is_blocked: true } })
    expect(data).toEqual({ changed: [one, two], refused: [], returned: seats(2) })
    const { remaining } = await make.numbers(portal)
    await t.as(admin).call(contract.deleteUser, { params: { id: three } })
    expect((await make.numbers(portal)).remaining).toBe(remaining + 1)
    expect(await make.check()).toEqual([])
  })

  test('simultaneous blocks return each seat once (USR-085)', async () => {
    const { portal, admin, course_id } = await make.school(10)
    const person = await make.learner(portal)
    await make.enroll(admin, course_id, person)
    const { remaining } = await make.numbers(portal)
    const settled = await Promise.allSettled([1, 2, 3, 4].map(() => block(admin, person.id)))
    expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await make.numbers(portal)).remaining).toBe(remaining + 1)
    expect(await make.check()).toEqual([])
  })

  test('a block on all portals returns what the person holds in each (USR-085, USR-039)', async () => {
    const [here, there] = [await make.school(5), await make.school(5)]
    const person = await make.learner(here.portal)
    await t.make.role(person.id, there.portal, 'learner')
    for (const { admin, course_id } of [here, there]) await make.enroll(admin, course_id, person)
    const root = await t.make.person('super_admin', { portal: here.portal })
    expect((await block(root, person.id, true, true)).returned).toEqual(seats(2))
    for (const { portal } of [here, there]) expect((await make.numbers(portal)).remaining).toBe(5)
    expect(await make.check()).toEqual([])
  })

  test('those who may change people see what these hold, in their own portal (USR-085, USR-040, API-021)', async () => {
    const { portal, admin } = await make.school(0)
    const stranger = await make.learner(await t.make.portal())
    await expect(holdings(admin, admin.id, stranger.id)).rejects.toMatchObject(MISSING)
    const manager = await t.make.person('manager', { portal })
    await expect(holdings(manager, admin.id)).rejects.toMatchObject(FORBIDDEN)
  })
})

describe('a launch of a course from before (SCO-037)', () => {
  const FILES = ['player', 'state', 'c/content/golf.html']

  test('it opens nothing and takes no message after the person was unblocked; a new start goes on where it was (SCO-037, PRV-018)', async () => {
    const module = await play.aModule(singleSco())
    const { author, learner } = module
    const before = await play.start(module)
    const { item } = await before.state()
    const place = (text: string) => ({ 'cmi.core.lesson_location': text })
    await before.send([before.next(item.identifier, 'begin')])
    // This process now knows the attempt, so that the proof has to notice.
    await before.send([before.next(item.identifier, 'data', place('kept'))])
    await block(author, learner.id)
    await block(author, learner.id, false)
    for (const path of FILES) expect((await before.call('GET', path)).statusCode, path).toBe(403)
    const late = { commits: [before.next(item.identifier, 'data', place('late'))] }
    for (const _ of [1, 2]) expect((await before.call('POST', 'commit', { body: late })).statusCode).toBe(403)

    const token = await t.make.session(learner.id, learner.portal, 'learner')
    const after = await play.start({ ...module, learner: { ...learner, token } })
    for (const path of FILES) expect((await after.call('GET', path)).statusCode, path).toBe(200)
    expect((await after.state()).cmi).toMatchObject(place('kept'))
    await after.send([after.next(item.identifier, 'begin'), after.next(item.identifier, 'data', place('again'))])
  })

  test('a preview ends with its author as well (SCO-037)', async () => {
    const module = await play.aModule(singleSco())
    const admin = await t.make.person('portal_admin', { portal: module.author.portal })
    const preview = async (who: TestPerson) =>
      play.player((await t.as(who).call(previewScormPackage, { params: { id: module.scorm.id } })).data.scorm_link)
    const [own, other] = [await preview(module.author), await preview(admin)]
    await block(admin, module.author.id)
    await block(admin, module.author.id, false)
    const codes = async (player: typeof own) =>
      Promise.all(FILES.map(async (path) => (await player.call('GET', path)).statusCode))
    expect(await codes(own)).toEqual([403, 403, 403])
    expect(await codes(other)).toEqual([200, 200, 200])
  })
})
