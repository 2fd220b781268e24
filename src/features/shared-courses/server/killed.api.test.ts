import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { jobHandlers } from '../../../app/features.ts'

const t = testApp()
const { source, received, run } = sharing(t)
const admins = (count: number) => Promise.all(Array.from({ length: count }, () => t.make.person('portal_admin')))

/** Courses that a portal has now. */
const coursesOf = ({ portal }: TestPerson) =>
  t.platform(async (tx) => {
    const rows = await tx.selectFrom('courses').select('id').where('portal_id', '=', portal.id).execute()
    return rows.length
  })

/** How many rows of each kind came with courses, and how many of them are left out of an outline by a half-done run. */
const itemsOf = ({ portal }: TestPerson) =>
  t.platform(async (tx) => {
    const rows = await tx.selectFrom('outline_items').select('id').where('portal_id', '=', portal.id).execute()
    return rows.length
  })

// Transaction 1 takes the first portal, 2 delivers there, 3 takes the second, 4 delivers, and so on.
test.each([
  ['before the first portal is noted', { dies_at: 1 }],
  ['after the first portal was noted', { dies_at: 1, is_committed: true }],
  ['while the first portal gets the course', { dies_at: 2 }],
  ['after the first portal got the course', { dies_at: 2, is_committed: true }],
  ['while the second portal gets it', { dies_at: 4 }],
  ['at the very end', { dies_at: 7 }],
])('a process that dies %s: the next one goes on, and every portal has the course once (SHR-004)', async (_, death) => {
  const from = await source()
  const to = await admins(3)
  const { id } = await from.share(...to)
  await dieAtJob(t, { job: 'shared-courses.publish', data: [{ portal_id: from.portal.id, job_id: id }], ...death })
  await run()
  for (const portal of to) {
    expect(await from.shareWith(portal)).toMatchObject({ state: 3, error: null, taken: 1 })
    expect(await coursesOf(portal)).toBe(1)
    expect(await itemsOf(portal)).toBe(3)
    expect(await (await received(portal)).versions()).toMatchObject({ newest: 1, changes_count: 0 })
  }
})

test('the same job run by two processes at once brings every portal the course once (SHR-004)', async () => {
  const from = await source()
  const to = await admins(4)
  const { id } = await from.share(...to)
  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === 'shared-courses.publish')
  const once = () =>
    handler?.run({ portal_id: from.portal.id, job_id: id } as never, {
      db: t.app.db,
      now: new Date(),
      signal: new AbortController().signal,
    })
  await Promise.all([once(), once(), once()])
  await run()
  for (const portal of to) expect(await coursesOf(portal)).toBe(1)
  expect((await from.shares()).map(({ state, taken }) => [state, taken])).toEqual(to.map(() => [3, 1]))
})

test('a job that fails in all of its tries says so for the portals that are left, and can be started again (BLD-027, SHR-004)', async () => {
  const from = await source()
  const [to] = await admins(1)
  const { id } = await from.share(to as TestPerson)
  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === 'shared-courses.publish')
  const context = { db: t.app.db, now: new Date(), signal: new AbortController().signal, failure: new Error('no') }
  await handler?.giveUp?.({ portal_id: from.portal.id, job_id: id } as never, context)
  expect(await from.shareWith(to as TestPerson)).toMatchObject({
    state: 4,
    error: expect.stringContaining('start it again'),
  })
  await run()
  expect(await coursesOf(to as TestPerson)).toBe(0)
})
